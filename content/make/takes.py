# SPDX-License-Identifier: MIT OR Apache-2.0
"""Clips as FBX files: the skeleton and a take, as animators hand them over."""

from typing import Dict, List, Sequence

from .arithmetic import Vector, angles, compose, inverse, normalised, numbers, one_hemisphere
from .fbx import Curve, Document
from .robot import add_bones
from .skeleton import Transform, printed_bind


def take_file(name: str, poses: Sequence[Dict[str, Transform]]) -> bytes:
    """A take with a key on every frame, one pose each."""
    document = Document(centimetres=100.0)
    nodes = add_bones(document)
    layer = document.take(name, len(poses) - 1)
    for bone in sorted(poses[0]):
        rest = printed_bind(bone)
        ways = [tuple(float(text) for text in numbers(pose[bone].translation)) for pose in poses]
        if any(way != rest.translation for way in ways):
            document.animate(layer, nodes[bone], "Lcl Translation", curves(ways))
        turns = [numbers(q) for q in one_hemisphere([pose[bone].rotation for pose in poses])]
        document.animate(layer, nodes[bone], "Lcl Rotation", curves(unrolled([beyond(rest, turn) for turn in turns])))
    return document.to_bytes()


def beyond(rest: Transform, printed: Sequence[str]) -> Vector:
    """The angles by which a rotation goes beyond the bone's rotation at bind. It is the one that would be printed."""
    rotation = normalised(tuple(float(text) for text in printed))
    return angles(normalised(compose(inverse(rest.rotation), rotation)))


def unrolled(turns: Sequence[Vector]) -> List[Vector]:
    """Angles without jumps of whole turns."""
    result = [turns[0]]
    for turn in turns[1:]:
        before = result[-1]
        result.append(tuple(angle - 360.0 * round((angle - last) / 360.0) for angle, last in zip(turn, before)))
    return result


def curves(values: Sequence[Vector]) -> List[Curve]:
    """A curve for each axis. One that never changes has a key at either end."""
    made = []
    for axis in range(3):
        line = [value[axis] for value in values]
        last = len(line) - 1
        still = len(set(line)) == 1 and last > 0
        made.append(Curve([0, last], [line[0]] * 2) if still else Curve(list(range(len(line))), line))
    return made
