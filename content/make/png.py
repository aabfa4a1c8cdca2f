# SPDX-License-Identifier: MIT OR Apache-2.0
"""PNG images."""

import struct
import zlib
from typing import List, Sequence, Tuple

from .deflate import deflated

Colour = Tuple[int, int, int]


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rows: Sequence[Sequence[Colour]], is_colour: bool) -> bytes:
    """An image from its rows, top row first, by a palette if 256 colours are enough. An image `is_colour` (sRGB) or
    holds other numbers, such as a normal map."""
    width, height = len(rows[0]), len(rows)
    palette: List[Colour] = sorted({pixel for row in rows for pixel in row})
    place = {colour: at for at, colour in enumerate(palette)}
    indexed = len(palette) <= 256
    lines = [bytes(place[pixel] for pixel in row) if indexed else bytes(sum(row, ())) for row in rows]
    header = struct.pack(">IIBBBBB", width, height, 8, 3 if indexed else 2, 0, 0, 0)
    return b"".join((
        b"\x89PNG\r\n\x1a\n",
        chunk(b"IHDR", header),
        chunk(b"sRGB", b"\0") if is_colour else b"",
        chunk(b"PLTE", bytes(part for colour in palette for part in colour)) if indexed else b"",
        chunk(b"IDAT", deflated(b"".join(b"\0" + line for line in lines))),
        chunk(b"IEND", b""),
    ))
