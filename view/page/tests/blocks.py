# Writes blocks.json: random blocks of every format, and the pixels that Pillow decodes them to. Run it with Pillow 11 or later.

import base64
import io
import json
import random
import struct
from pathlib import Path

from PIL import Image

# DXGI formats, bytes of a block, and how many blocks there are.
FORMATS = {"BC1": (71, 8, 16), "BC2": (74, 16, 16), "BC3": (77, 16, 16), "BC4": (80, 8, 16), "BC5": (83, 16, 16), "BC7": (98, 16, 64)}


def decoded(dxgi, blocks, count):
    """The pixels of blocks beside one another, as Pillow reads them from a DDS file."""
    width, flags = 4 * count, 0x1 | 0x2 | 0x4 | 0x1000 | 0x80000
    pixel_format = struct.pack("<II4s5I", 32, 4, b"DX10", 0, 0, 0, 0, 0)
    header = struct.pack("<7I44x", 124, flags, 4, width, len(blocks), 0, 0) + pixel_format + struct.pack("<5I", 0x1000, 0, 0, 0, 0)
    extension = struct.pack("<5I", dxgi, 3, 0, 1, 0)
    return Image.open(io.BytesIO(b"DDS " + header + extension + blocks))


random.seed(7)
made = {}
for name, (dxgi, size, count) in FORMATS.items():
    blocks = [bytearray(random.randbytes(size)) for _ in range(count)]
    if name == "BC7":
        for number, block in enumerate(blocks):
            # Each mode eight times: so many zero bits, then a one.
            mode = number % 8
            block[0] = (block[0] >> (mode + 1) << (mode + 1) | 1 << mode) & 255
    blocks = b"".join(blocks)
    image = decoded(dxgi, blocks, count)
    made[name] = {"mode": image.mode, "width": 4 * count, "blocks": base64.b64encode(blocks).decode(), "pixels": base64.b64encode(image.tobytes()).decode()}
Path(__file__).with_name("blocks.json").write_text(json.dumps(made, indent=1) + "\n")
