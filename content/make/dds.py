# SPDX-License-Identifier: MIT OR Apache-2.0
"""DDS files: cube maps, uncompressed and without mipmaps."""

import struct
from typing import List, Sequence

from .png import Colour

# CAPS, HEIGHT, WIDTH, PIXELFORMAT; RGB with alpha; TEXTURE, COMPLEX; CUBEMAP with all six faces.
FLAGS, RGBA, CAPS, CUBE = 0x1007, 0x41, 0x1008, 0xFE00


def cube_map(faces: Sequence[List[List[Colour]]]) -> bytes:
    """The faces +x, -x, +y, -y, +z and -z, each as rows from the top."""
    size = len(faces[0])
    head = struct.pack("<7I44x", 124, FLAGS, size, size, 0, 0, 0)
    pixel_format = struct.pack("<8I", 32, RGBA, 0, 32, 0x00FF0000, 0x0000FF00, 0x000000FF, 0xFF000000)
    texels = (bytes((blue, green, red, 255)) for face in faces for row in face for red, green, blue in row)
    return b"DDS " + head + pixel_format + struct.pack("<2I12x", CAPS, CUBE) + b"".join(texels)
