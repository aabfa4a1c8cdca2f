# SPDX-License-Identifier: MIT OR Apache-2.0
"""Vectors, quaternions and angles: only +, -, *, / and sqrt, which IEEE 754 defines to the last bit."""

import math
from typing import List, Sequence, Tuple

Vector = Tuple[float, float, float]
Quaternion = Tuple[float, float, float, float]  # x y z w


def sine(degrees: float) -> float:
    """The sine of an angle in degrees, by its power series."""
    angle = math.fmod(degrees, 360.0)
    if angle > 180.0:
        angle -= 360.0
    elif angle < -180.0:
        angle += 360.0
    if angle > 90.0:
        angle = 180.0 - angle
    elif angle < -90.0:
        angle = -180.0 - angle
    x = angle * (math.pi / 180.0)
    series = 1.0
    for n in range(22, 0, -2):
        series = 1.0 - x * x / (n * (n + 1)) * series
    return x * series


def cosine(degrees: float) -> float:
    """The cosine of an angle in degrees."""
    return sine(math.fmod(degrees, 360.0) + 90.0)


def add(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def subtract(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scaled(a: Vector, factor: float) -> Vector:
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def length(a: Vector) -> float:
    return math.sqrt(dot(a, a))


def unit(a: Vector) -> Vector:
    return scaled(a, 1.0 / length(a))


IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)


def compose(outer: Quaternion, inner: Quaternion) -> Quaternion:
    """The rotation that does `inner` first, then `outer`."""
    ax, ay, az, aw = outer
    bx, by, bz, bw = inner
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def inverse(q: Quaternion) -> Quaternion:
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q: Quaternion, v: Vector) -> Vector:
    axis = (q[0], q[1], q[2])
    twice = scaled(cross(axis, v), 2.0)
    return add(add(v, scaled(twice, q[3])), cross(axis, twice))


def turned(pitch: float, roll: float, yaw: float) -> Quaternion:
    """Pitch about X (looking up), then roll about Y (to the right), then yaw about Z (to the left)."""
    about_x = (sine(pitch / 2.0), 0.0, 0.0, cosine(pitch / 2.0))
    about_y = (0.0, sine(roll / 2.0), 0.0, cosine(roll / 2.0))
    about_z = (0.0, 0.0, sine(yaw / 2.0), cosine(yaw / 2.0))
    return compose(about_z, compose(about_y, about_x))


def frame(along: Vector, hinge: Vector) -> Quaternion:
    """The rotation whose X axis lies along a bone and whose Z axis is as near to `hinge` as can be."""
    x = unit(along)
    y = unit(cross(hinge, x))
    z = cross(x, y)
    trace = x[0] + y[1] + z[2]
    if trace > 0.0:
        s = math.sqrt(trace + 1.0) * 2.0
        return ((y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4.0)
    if x[0] >= y[1] and x[0] >= z[2]:
        s = math.sqrt(1.0 + x[0] - y[1] - z[2]) * 2.0
        return (s / 4.0, (x[1] + y[0]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s)
    if y[1] >= z[2]:
        s = math.sqrt(1.0 + y[1] - x[0] - z[2]) * 2.0
        return ((x[1] + y[0]) / s, s / 4.0, (y[2] + z[1]) / s, (z[0] - x[2]) / s)
    s = math.sqrt(1.0 + z[2] - x[0] - y[1]) * 2.0
    return ((z[0] + x[2]) / s, (y[2] + z[1]) / s, s / 4.0, (x[1] - y[0]) / s)


def arctangent(y: float, x: float) -> float:
    """The angle in degrees, -180 to 180, of the direction (x, y)."""
    if x == 0.0 and y == 0.0:
        return 0.0
    low, high = min(abs(x), abs(y)), max(abs(x), abs(y))
    ratio = low / high
    for _ in range(3):  # each halves the angle, until few terms of the series are enough
        ratio = ratio / (1.0 + math.sqrt(1.0 + ratio * ratio))
    series = 0.0
    for n in range(19, 0, -2):
        series = 1.0 / n - ratio * ratio * series
    angle = 8.0 * ratio * series * (180.0 / math.pi)
    if abs(y) > abs(x):
        angle = 90.0 - angle
    if x < 0.0:
        angle = 180.0 - angle
    return -angle if y < 0.0 else angle


def normalised(q: Quaternion) -> Quaternion:
    norm = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return (q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm)


def angles(q: Quaternion) -> Vector:
    """A rotation of unit length as degrees about X, then Y, then Z: FBX's order of rotation by default."""
    x, y, z, w = q
    ahead = (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w))
    level = math.sqrt(ahead[0] * ahead[0] + ahead[1] * ahead[1])
    pitch = arctangent(-ahead[2], level)
    if level < 1e-6:  # X and Z turn about one axis here: Z has none of it
        return (arctangent(-2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + z * z)), pitch, 0.0)
    roll = arctangent(2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y))
    return (roll, pitch, arctangent(ahead[1], ahead[0]))


def one_hemisphere(rotations: Sequence[Quaternion]) -> List[Quaternion]:
    """Turns over each quaternion that lies far from the one before it; the first has w >= 0."""
    result: List[Quaternion] = []
    before = IDENTITY
    for q in rotations:
        if before[0] * q[0] + before[1] * q[1] + before[2] * q[2] + before[3] * q[3] < 0.0:
            q = (-q[0], -q[1], -q[2], -q[3])
        result.append(q)
        before = q
    return result


def number(value: float) -> str:
    """Six decimals; a zero has no sign."""
    text = f"{value:.6f}"
    return "0.000000" if text == "-0.000000" else text


def numbers(values: Sequence[float]) -> Tuple[str, ...]:
    return tuple(number(value) for value in values)
