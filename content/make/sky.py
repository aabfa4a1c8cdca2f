# SPDX-License-Identifier: MIT OR Apache-2.0
"""The sky over the yard, as a cube map: brighter towards the horizon, sand below it, and a sun."""

from .arithmetic import Vector, dot, unit
from .dds import cube_map
from .png import Colour

SIZE = 16
ZENITH: Colour = (52, 96, 168)
HORIZON: Colour = (196, 212, 224)
SAND: Colour = (150, 134, 106)
SUN: Colour = (255, 246, 214)
SUN_AT = unit((0.5, 0.6, 0.4))


def direction(face: int, column: float, row: float) -> Vector:
    """Where a point of a face lies, seen from inside; column and row from -1 to 1, rows from the top. As Direct3D has it: Y up."""
    toward = (
        (1.0, -row, -column),
        (-1.0, -row, column),
        (column, 1.0, row),
        (column, -1.0, -row),
        (column, -row, 1.0),
        (-column, -row, -1.0),
    )
    return unit(toward[face])


def between(one: Colour, other: Colour, part: float) -> Colour:
    return tuple(round(a + (b - a) * part) for a, b in zip(one, other))


def colour(toward: Vector) -> Colour:
    if dot(toward, SUN_AT) > 0.98:
        return SUN
    up = toward[1]
    return between(HORIZON, ZENITH, up) if up >= 0.0 else between(HORIZON, SAND, min(-4.0 * up, 1.0))


def sky() -> bytes:
    def at(pixel: int) -> float:
        return (2 * pixel + 1) / SIZE - 1.0

    def face(number: int):
        return [[colour(direction(number, at(x), at(y))) for x in range(SIZE)] for y in range(SIZE)]

    return cube_map([face(number) for number in range(6)])
