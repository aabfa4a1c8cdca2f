# SPDX-License-Identifier: MIT OR Apache-2.0
"""The robot's bones, as they are drawn up."""

from typing import List, NamedTuple, Optional

from .arithmetic import (
    IDENTITY,
    Quaternion,
    Vector,
    add,
    compose,
    frame,
    inverse,
    length,
    normalised,
    numbers,
    one_hemisphere,
    rotate,
    subtract,
)


class Transform(NamedTuple):
    """A bone relative to its parent: scale, then rotation, then translation."""

    translation: Vector
    rotation: Quaternion
    scale: Vector = (1.0, 1.0, 1.0)


class Bone(NamedTuple):
    """A bone as it is drawn up: where it starts and which way it lies, both in model space."""

    name: str
    parent: Optional[str]
    position: Vector
    rotation: Quaternion
    scale: Vector = (1.0, 1.0, 1.0)


RIGHT: Vector = (1.0, 0.0, 0.0)
FORWARD: Vector = (0.0, 1.0, 0.0)
UP: Vector = (0.0, 0.0, 1.0)
SIDES = (("L", -1.0), ("R", 1.0))


def build_bones() -> List[Bone]:
    """All bones, parents first."""
    upright = frame(UP, RIGHT)
    bones = [
        Bone("Root", None, (0.0, 0.0, 0.0), IDENTITY),
        Bone(" Footsteps", "Root", (0.0, 0.0, 0.0), IDENTITY),
        Bone("Pelvis", "Root", (0.0, 0.0, 1.0), IDENTITY),
        Bone("Spine", "Pelvis", (0.0, 0.0, 1.09), upright),
        Bone("Spine1", "Spine", (0.0, -0.02, 1.28), upright),
        Bone("Neck_NA", "Spine1", (0.0, 0.0, 1.62), upright),
        Bone("Head_NA", "Neck_NA", (0.0, 0.03, 1.72), upright),
        Bone("HeadNub", "Head_NA", (0.0, 0.03, 2.0), upright),
    ]
    for side, sign in SIDES:
        bones += arm_bones(side, sign)
    for side, sign in SIDES:
        bones += leg_bones(side, sign)
    return bones


def arm_bones(side: str, sign: float) -> List[Bone]:
    """Shoulder to weapon point, and the booster behind the shoulder. The arm hangs, slightly bent."""
    neck_side = (0.08 * sign, -0.01, 1.53)
    shoulder = (0.3 * sign, -0.02, 1.53)
    elbow = (0.34 * sign, -0.06, 1.22)
    hand = (0.36 * sign, 0.0, 0.93)
    lower = frame(subtract(hand, elbow), RIGHT)
    weapon = add(hand, rotate(lower, (0.1, 0.03, 0.0)))
    name = {"L": "Left", "R": "Right"}[side]
    return [
        Bone(f"{side} Clavicle", "Spine1", neck_side, frame(subtract(shoulder, neck_side), FORWARD)),
        Bone(f"{side} UpperArm", f"{side} Clavicle", shoulder, frame(subtract(elbow, shoulder), RIGHT)),
        Bone(f"{side} Forearm", f"{side} UpperArm", elbow, lower),
        Bone(f"{side} Hand_NA", f"{side} Forearm", hand, lower),
        Bone(f"HeroPointDummy{name}", f"{side} Hand_NA", weapon, lower),
        Bone(f"BoosterDummy{name}", "Spine1", (0.16 * sign, -0.2, 1.42), frame((0.0, -0.8, -0.6), RIGHT)),
    ]


def leg_bones(side: str, sign: float) -> List[Bone]:
    """Hip to toe tip. The left toe tip is the mirror image of the right one, so its scale is turned over."""
    hip = (0.14 * sign, 0.0, 0.96)
    knee = (0.15 * sign, 0.02, 0.54)
    ankle = (0.16 * sign, -0.02, ANKLE_HEIGHT)
    toe = (0.16 * sign, ankle[1] + BALL_AHEAD, 0.04)
    tip = (0.16 * sign, toe[1] + 0.1, 0.04)
    flat = frame(FORWARD, RIGHT)
    mirrored = (1.0, 1.0, -1.0) if side == "L" else (1.0, 1.0, 1.0)
    return [
        Bone(f"{side} Thigh", "Pelvis", hip, frame(subtract(knee, hip), RIGHT)),
        Bone(f"{side} Calf", f"{side} Thigh", knee, frame(subtract(ankle, knee), RIGHT)),
        Bone(f"{side} Foot", f"{side} Calf", ankle, frame(subtract(toe, ankle), RIGHT)),
        Bone(f"{side} Toe0_NA", f"{side} Foot", toe, flat),
        Bone(f"{side} Toe0Nub", f"{side} Toe0_NA", tip, flat, mirrored),
    ]


ANKLE_HEIGHT = 0.12  # above the sole
BALL_AHEAD = 0.14  # the ball of the foot, ahead of the ankle
ROLL_AHEAD = 0.2  # where a stiff foot touches the ground as it pushes off
HEEL_BEHIND = 0.08

BONES = build_bones()
REST = {bone.name: bone for bone in BONES}


def local(rotation: Quaternion, parent_rotation: Quaternion) -> Quaternion:
    """A model space rotation, seen from the parent."""
    return compose(inverse(parent_rotation), rotation)


def bind(name: str) -> Transform:
    """The bind pose of one bone."""
    bone = REST[name]
    if bone.parent is None:
        return Transform(bone.position, bone.rotation, bone.scale)
    parent = REST[bone.parent]
    offset = rotate(inverse(parent.rotation), subtract(bone.position, parent.position))
    return Transform(offset, local(bone.rotation, parent.rotation), bone.scale)


def bone_length(name: str, child: str) -> float:
    return length(subtract(REST[child].position, REST[name].position))


def printed_bind(name: str) -> Transform:
    """The bind pose of one bone by the numbers that are printed, so that every file means the same."""
    pose = bind(name)
    translation, rotation, scale = (
        tuple(float(text) for text in numbers(value))
        for value in (pose.translation, one_hemisphere([pose.rotation])[0], pose.scale)
    )
    return Transform(translation, normalised(rotation), scale)
