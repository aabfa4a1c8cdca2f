# SPDX-License-Identifier: MIT OR Apache-2.0
"""The font of the game's display: a TrueType file whose characters are made of squares, five wide and seven high."""

import struct
from typing import Dict, List, Tuple

FAMILY = "Grund Display"
UNITS = 512  # an em: eight squares
SQUARE = 64
ASCENT, DESCENT = 7 * SQUARE, 2 * SQUARE
# 2020-01-01, in seconds since 1904.
MADE = 3660681600

# Seven rows of each character, from the top; the comma has an eighth, below the baseline.
ROWS: Dict[str, str] = {
    " ": "",
    "!": "..#..|..#..|..#..|..#..|..#..|.....|..#..",
    "%": "##..#|##.#.|...#.|..#..|.#...|.#.##|#..##",
    "'": "..#..|..#..|.....|.....|.....|.....|.....",
    "(": "...#.|..#..|.#...|.#...|.#...|..#..|...#.",
    ")": ".#...|..#..|...#.|...#.|...#.|..#..|.#...",
    "+": ".....|..#..|..#..|#####|..#..|..#..|.....",
    ",": ".....|.....|.....|.....|.....|..#..|..#..|.#...",
    "-": ".....|.....|.....|.###.|.....|.....|.....",
    ".": ".....|.....|.....|.....|.....|.....|..#..",
    "/": "....#|....#|...#.|..#..|.#...|#....|#....",
    "0": ".###.|#...#|#..##|#.#.#|##..#|#...#|.###.",
    "1": "..#..|.##..|..#..|..#..|..#..|..#..|.###.",
    "2": ".###.|#...#|....#|...#.|..#..|.#...|#####",
    "3": "#####|...#.|..#..|...#.|....#|#...#|.###.",
    "4": "...#.|..##.|.#.#.|#..#.|#####|...#.|...#.",
    "5": "#####|#....|####.|....#|....#|#...#|.###.",
    "6": "..##.|.#...|#....|####.|#...#|#...#|.###.",
    "7": "#####|....#|...#.|..#..|.#...|.#...|.#...",
    "8": ".###.|#...#|#...#|.###.|#...#|#...#|.###.",
    "9": ".###.|#...#|#...#|.####|....#|...#.|.##..",
    ":": ".....|..#..|.....|.....|.....|..#..|.....",
    "?": ".###.|#...#|....#|...#.|..#..|.....|..#..",
    "A": ".###.|#...#|#...#|#####|#...#|#...#|#...#",
    "B": "####.|#...#|#...#|####.|#...#|#...#|####.",
    "C": ".###.|#...#|#....|#....|#....|#...#|.###.",
    "D": "####.|#...#|#...#|#...#|#...#|#...#|####.",
    "E": "#####|#....|#....|####.|#....|#....|#####",
    "F": "#####|#....|#....|####.|#....|#....|#....",
    "G": ".###.|#...#|#....|#.###|#...#|#...#|.###.",
    "H": "#...#|#...#|#...#|#####|#...#|#...#|#...#",
    "I": ".###.|..#..|..#..|..#..|..#..|..#..|.###.",
    "J": "..###|...#.|...#.|...#.|...#.|#..#.|.##..",
    "K": "#...#|#..#.|#.#..|##...|#.#..|#..#.|#...#",
    "L": "#....|#....|#....|#....|#....|#....|#####",
    "M": "#...#|##.##|#.#.#|#.#.#|#...#|#...#|#...#",
    "N": "#...#|##..#|#.#.#|#..##|#...#|#...#|#...#",
    "O": ".###.|#...#|#...#|#...#|#...#|#...#|.###.",
    "P": "####.|#...#|#...#|####.|#....|#....|#....",
    "Q": ".###.|#...#|#...#|#...#|#.#.#|#..#.|.##.#",
    "R": "####.|#...#|#...#|####.|#.#..|#..#.|#...#",
    "S": ".####|#....|#....|.###.|....#|....#|####.",
    "T": "#####|..#..|..#..|..#..|..#..|..#..|..#..",
    "U": "#...#|#...#|#...#|#...#|#...#|#...#|.###.",
    "V": "#...#|#...#|#...#|#...#|#...#|.#.#.|..#..",
    "W": "#...#|#...#|#...#|#.#.#|#.#.#|##.##|#...#",
    "X": "#...#|#...#|.#.#.|..#..|.#.#.|#...#|#...#",
    "Y": "#...#|#...#|.#.#.|..#..|..#..|..#..|..#..",
    "Z": "#####|....#|...#.|..#..|.#...|#....|#####",
}
MISSING = "#####|#...#|#...#|#...#|#...#|#...#|#####"

Box = Tuple[int, int, int, int]


def boxes(rows: str) -> List[Box]:
    """The runs of squares: left, bottom, right, top, in units. The character begins half a square from its left."""
    found = []
    for number, row in enumerate(rows.split("|") if rows else []):
        top = ASCENT - number * SQUARE
        at = 0
        while at < len(row):
            end = at
            while end < len(row) and row[end] == "#":
                end += 1
            if end > at:
                left = SQUARE // 2
                found.append((left + at * SQUARE, top - SQUARE, left + end * SQUARE, top))
            at = max(end, at + 1)
    return found


def around(all_boxes: List[Box]) -> Box:
    if not all_boxes:
        return (0, 0, 0, 0)
    lefts, bottoms, rights, tops = zip(*all_boxes)
    return (min(lefts), min(bottoms), max(rights), max(tops))


def glyph(rows: str) -> bytes:
    """A simple glyph: a contour of four points, clockwise, around each run."""
    all_boxes = boxes(rows)
    if not all_boxes:
        return b""
    points = []
    for left, bottom, right, top in all_boxes:
        points += [(left, bottom), (left, top), (right, top), (right, bottom)]
    data = struct.pack(">5h", len(all_boxes), *around(all_boxes))
    data += b"".join(struct.pack(">H", 4 * number + 3) for number in range(len(all_boxes)))
    data += struct.pack(">H", 0)  # no instructions
    data += b"\x01" * len(points)  # on the curve, both coordinates in two bytes
    for axis in (0, 1):
        last = 0
        for point in points:
            data += struct.pack(">h", point[axis] - last)
            last = point[axis]
    return data + b"\0" * (-len(data) % 4)


def cmap(codes: List[int]) -> bytes:
    """Format 4: a segment for each run of codes; glyphs are in the order of their codes, from 1."""
    segments: List[List[int]] = []
    for number, code in enumerate(codes):
        if segments and segments[-1][1] == code - 1:
            segments[-1][1] = code
        else:
            segments.append([code, code, (number + 1 - code) & 0xFFFF])
    segments.append([0xFFFF, 0xFFFF, 1])
    count = len(segments)
    power = 1 << (count.bit_length() - 1)
    body = struct.pack(">4H", 2 * count, 2 * power, power.bit_length() - 1, 2 * (count - power))
    body += b"".join(struct.pack(">H", end) for _, end, _ in segments) + b"\0\0"
    body += b"".join(struct.pack(">H", start) for start, _, _ in segments)
    body += b"".join(struct.pack(">H", delta) for _, _, delta in segments) + b"\0\0" * count
    table = struct.pack(">3H", 4, len(body) + 6, 0) + body
    return struct.pack(">2H2HI", 0, 1, 3, 1, 12) + table


def names() -> bytes:
    """Family, style, identifier, full name, version and PostScript name, for Windows in English."""
    texts = {1: FAMILY, 2: "Regular", 3: "Rigmill Grund Display", 4: FAMILY, 5: "Version 1.0", 6: "GrundDisplay"}
    records, strings = b"", b""
    for number, text in sorted(texts.items()):
        encoded = text.encode("utf-16-be")
        records += struct.pack(">6H", 3, 1, 0x409, number, len(encoded), len(strings))
        strings += encoded
    return struct.pack(">3H", 0, len(texts), 6 + len(records)) + records + strings


def checksum(data: bytes) -> int:
    data += b"\0" * (-len(data) % 4)
    return sum(struct.unpack(">%dI" % (len(data) // 4), data)) & 0xFFFFFFFF


def display() -> bytes:
    """The whole file."""
    characters = sorted(ROWS)
    all_rows = [MISSING] + [ROWS[character] for character in characters]
    glyphs = [glyph(rows) for rows in all_rows]
    bounds = [around(boxes(rows)) for rows in all_rows]
    offsets = [sum(map(len, glyphs[:number])) for number in range(len(glyphs) + 1)]
    least_x, least_y = min(it[0] for it in bounds), min(it[1] for it in bounds)
    most_x, most_y = max(it[2] for it in bounds), max(it[3] for it in bounds)
    advance = 6 * SQUARE
    most_boxes = max(len(boxes(rows)) for rows in all_rows)
    head = struct.pack(
        ">IIIIHHqqhhhhHHhhh",
        0x10000, 0x10000, 0, 0x5F0F3CF5, 3, UNITS, MADE, MADE,
        least_x, least_y, most_x, most_y, 0, 8, 2, 1, 0,
    )
    hhea = struct.pack(
        ">I3hH11hH",
        0x10000, ASCENT, -DESCENT, 0, advance, least_x, advance - most_x, most_x, 1, 0, 0, 0, 0, 0, 0, 0, len(glyphs),
    )
    maxp = struct.pack(">I14H", 0x10000, len(glyphs), 4 * most_boxes, most_boxes, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)
    os2 = struct.pack(
        ">HhHHH10hh10s4I4sHHHhhhHH2I2h3H",
        4, advance, 400, 5, 0, 64, 64, 0, 0, 64, 64, 0, 0, 32, 3 * SQUARE, 0, b"\0" * 10, 1, 0, 0, 0, b"RIGM",
        0x40, ord(characters[0]), ord(characters[-1]), ASCENT, -DESCENT, 0, ASCENT, DESCENT, 1, 0,
        5 * SQUARE, 7 * SQUARE, 0, 32, 1,
    )
    tables = {
        b"OS/2": os2,
        b"cmap": cmap([ord(character) for character in characters]),
        b"glyf": b"".join(glyphs),
        b"head": head,
        b"hhea": hhea,
        b"hmtx": b"".join(struct.pack(">Hh", advance, bound[0]) for bound in bounds),
        b"loca": b"".join(struct.pack(">I", offset) for offset in offsets),
        b"maxp": maxp,
        b"name": names(),
        b"post": struct.pack(">IIhhI4I", 0x30000, 0, -64, 32, 1, 0, 0, 0, 0),
    }
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    directory = struct.pack(">I4H", 0x10000, count, 16 * power, power.bit_length() - 1, 16 * (count - power))
    at, body = 12 + 16 * count, b""
    for tag, table in sorted(tables.items()):
        directory += tag + struct.pack(">3I", checksum(table), at + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    data = directory + body
    adjustment = (0xB1B0AFBA - checksum(data)) & 0xFFFFFFFF
    start = at + body.index(head) + 8
    return data[:start] + struct.pack(">I", adjustment) + data[start + 4:]


def description() -> str:
    """The font at 12 points: 16 pixels an em, so that each square is two pixels."""
    characters = sorted(ROWS)
    regions = []
    for character in characters:
        if regions and ord(character) == ord(regions[-1][1]) + 1:
            regions[-1][1] = character
        else:
            regions.append([character, character])
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<XnaContent xmlns:Graphics="Microsoft.Xna.Framework.Content.Pipeline.Graphics">',
        '  <Asset Type="Graphics:FontDescription">',
        f"    <FontName>{FAMILY}</FontName>",
        "    <Size>12</Size>",
        "    <Spacing>0</Spacing>",
        "    <UseKerning>true</UseKerning>",
        "    <Style>Regular</Style>",
        "    <DefaultCharacter>?</DefaultCharacter>",
        "    <CharacterRegions>",
    ]
    for start, end in regions:
        lines += [
            "      <CharacterRegion>",
            f"        <Start>&#{ord(start)};</Start>",
            f"        <End>&#{ord(end)};</End>",
            "      </CharacterRegion>",
        ]
    return "\n".join(lines + ["    </CharacterRegions>", "  </Asset>", "</XnaContent>", ""])
