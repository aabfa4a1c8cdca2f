# SPDX-License-Identifier: MIT OR Apache-2.0
"""The robot's images: painted plates with seams and rivets, and the normal map that goes with them."""

from typing import Callable, Dict, List, Tuple

from .arithmetic import scaled, unit
from .png import Colour, png

SIZE = 256  # the armour's image; each of its four parts is half as wide
CELL = SIZE // 2
RIBS = 64  # the frame's image

PLAIN: Colour = (205, 203, 194)
BRIGHT: Colour = (214, 104, 36)
VENTS: Colour = (150, 152, 154)
DARK: Colour = (66, 70, 78)
SHADES = 24  # between black and the paint's own colour; a few more are lighter
RIVETS = tuple((x, y) for x in (14, CELL - 15) for y in (14, 44, CELL - 15))


def speck(x: int, y: int) -> int:
    """A number from 0 to 255 that looks like chance."""
    mixed = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return (mixed ^ (mixed >> 16)) & 0xFF


def seams(cell: Colour) -> Tuple[Tuple[str, int, int, int], ...]:
    """Grooves of a plate: across or up, where, and from where to where."""
    begin, end = 8, CELL - 9
    frame = tuple((way, at, begin, end) for way in ("across", "up") for at in (begin, end))
    more: Dict[Colour, Tuple[Tuple[str, int, int, int], ...]] = {
        PLAIN: (("across", 34, begin, end), ("up", 64, 34, 84), ("across", 84, begin, end)),
        BRIGHT: (("across", 96, begin, end),),
        VENTS: tuple(("across", y, 26, CELL - 27) for y in range(40, 90, 10)),
        DARK: (("up", 42, begin, end), ("up", 85, begin, end)),
    }
    return frame + more[cell]


def height(cell: Colour, x: int, y: int) -> float:
    """How far a plate stands out at a pixel: grooves and the rim are below, rivets above."""
    rim = min(x, y, CELL - 1 - x, CELL - 1 - y)
    level = min(rim, 4) * 0.5 - 2.0
    for way, at, begin, end in seams(cell):
        across, along = (y, x) if way == "across" else (x, y)
        if abs(across - at) <= 1 and begin <= along <= end:
            level = min(level, -2.0 if across == at else -1.0)
    for rivet_x, rivet_y in RIVETS:
        far = (x - rivet_x) * (x - rivet_x) + (y - rivet_y) * (y - rivet_y)
        if far <= 9:
            level = max(level, 1.5 - far / 9.0)
    return level


def shade(cell: Colour, x: int, y: int) -> int:
    level = height(cell, x, y)
    shade = SHADES - 2 + y * 2 // CELL
    if level < 0.0:
        shade += 2 if min(x, y, CELL - 1 - x, CELL - 1 - y) < 4 else round(5.0 * level)  # worn rims, dark grooves
    elif level > 0.0:
        shade += 2
    if speck(x // 3, y // 2) < 5:
        shade -= 3
    return shade


def cells(paint: Callable[[Colour, int, int], Colour]) -> List[List[Colour]]:
    """An image of four parts, its top row first."""
    parts = ((PLAIN, BRIGHT), (VENTS, DARK))

    def row(y: int) -> List[Colour]:
        return [paint(parts[y // CELL][x // CELL], x % CELL, CELL - 1 - y % CELL) for x in range(SIZE)]

    return [row(y) for y in range(SIZE)]


def lit(colour: Colour, shade: int) -> Colour:
    return tuple(min(part * shade // SHADES, 255) for part in colour)


def armour() -> bytes:
    return png(cells(lambda cell, x, y: lit(cell, shade(cell, x, y))), is_colour=True)


def armour_normals() -> bytes:
    """A tangent space normal map: red to the right, green up, blue outwards."""
    paints = (PLAIN, BRIGHT, VENTS, DARK)
    levels = {cell: [[height(cell, x, y) for x in range(CELL)] for y in range(CELL)] for cell in paints}

    def paint(cell: Colour, x: int, y: int) -> Colour:
        rows = levels[cell]
        across = rows[y][min(x + 1, CELL - 1)] - rows[y][max(x - 1, 0)]
        up = rows[min(y + 1, CELL - 1)][x] - rows[max(y - 1, 0)][x]
        return tuple(round(127.5 + part) for part in scaled(unit((-0.35 * across, -0.35 * up, 1.0)), 127.0))

    return png(cells(paint), is_colour=False)


def frame() -> bytes:
    """Rubber ribs."""
    profile = (5, 9, 13, 16, 17, 16, 13, 9)
    rows = [
        [lit((92, 94, 100), profile[y % 8] + (2 if speck(x // 2, y // 2) < 8 else 0) + 2) for x in range(RIBS)]
        for y in range(RIBS)
    ]
    return png(rows, is_colour=True)


def armour_wear() -> bytes:
    """How the armour reflects: red is the light that reaches it, green its roughness, blue how much of it is bare metal."""
    def paint(cell: Colour, x: int, y: int) -> Colour:
        level = height(cell, x, y)
        bare = min(x, y, CELL - 1 - x, CELL - 1 - y) < 4 or level > 0.0 or speck(x // 3, y // 2) < 5
        light = 255 if bare else max(255 + round(60.0 * level), 120)
        return (light, 96 if bare else 152 + speck(x // 4, y // 4) // 64 * 8, 224 if bare else 0)

    return png(cells(paint), is_colour=False)


def sand() -> bytes:
    """Trodden ground: grains on patches of four pixels."""
    def grain(x: int, y: int) -> Colour:
        return lit((172, 152, 120), SHADES - 2 - speck(x, y) // 86 - speck(x // 4 + 64, y // 4) // 128)

    return png([[grain(x, y) for x in range(RIBS)] for y in range(RIBS)], is_colour=True)
