#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the sample game: a small walking robot, its model, clips and action set, and a yard to walk in.

    python3 make_grund.py               write every file beside this script
    python3 make_grund.py --check       compare instead; exit 1 and name each file that differs
    python3 make_grund.py --print CLIP  print a clip in the form of an .Animation file, even one that is kept as FBX

Every motion is computed here, from sines and eased key poses. The robot stands in authored space:
Z up, Y forward, X to its right, metres; its left side is at negative X. Bones, meshes, images and the FBX files that
hold them are made by the modules in `make`.

The same bytes come out on every machine: sines are summed by these files and not by the C library,
numbers are printed with six fixed decimals, and nothing depends on the clock or on chance.
"""

import argparse
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Sequence, Tuple

sys.dont_write_bytecode = True  # this folder is a project: nothing appears in it that the project does not hold

from make.arithmetic import (  # noqa: E402
    IDENTITY,
    Quaternion,
    Vector,
    add,
    compose,
    cosine,
    cross,
    dot,
    frame,
    inverse,
    length,
    number,
    numbers,
    one_hemisphere,
    rotate,
    scaled,
    sine,
    subtract,
    turned,
    unit,
)
from make import beacon, face, font, level, robot, sky, sound, textures, yard  # noqa: E402
from make.skeleton import (  # noqa: E402
    ANKLE_HEIGHT,
    BONES,
    HEEL_BEHIND,
    REST,
    ROLL_AHEAD,
    SIDES,
    Transform,
    bind,
    bone_length,
    local,
)
from make.takes import take_file  # noqa: E402

HERE = Path(__file__).resolve().parent
CLIP_FOLDER = "Animation/Players/Grund"
# Clips that come from FBX files: the file in that folder, and the take in it.
TAKES = {"Low_Walk": ("Low", "Walk"), "Up_ReloadShotgun": ("Up", "ReloadShotgun")}
FRAME_RATE = 30

Pose = Dict[str, Tuple[float, ...]]  # named parameters of a body half, see STAND and READY
Motion = Callable[[float], Pose]  # frame -> pose


# ---------------------------------------------------------------------------------------------
# From a pose's few parameters to bones
# ---------------------------------------------------------------------------------------------

class Limb(NamedTuple):
    """Two bones between a joint and a target: their rotations in model space."""

    upper: Quaternion
    lower: Quaternion


def reach(start: Vector, target: Vector, lengths: Tuple[float, float], pole: Vector, knee: bool) -> Limb:
    """Bends a limb so that it ends at the target; its middle joint points along `pole`."""
    upper, lower = lengths
    way = subtract(target, start)
    distance = min(max(length(way), abs(upper - lower) + 0.05), (upper + lower) * 0.9995)
    axis = unit(way)
    outward = unit(subtract(pole, scaled(axis, dot(pole, axis))))
    along = (distance * distance + upper * upper - lower * lower) / (2.0 * distance)
    middle = add(
        add(start, scaled(axis, along)),
        scaled(outward, math.sqrt(max(upper * upper - along * along, 0.0))),
    )
    end = add(start, scaled(axis, distance))
    hinge = cross(axis, outward) if knee else cross(outward, axis)
    return Limb(frame(subtract(middle, start), hinge), frame(subtract(end, middle), hinge))


Bones = Dict[str, Transform]

LEG = (bone_length("L Thigh", "L Calf"), bone_length("L Calf", "L Foot"))
ARM = (bone_length("L UpperArm", "L Forearm"), bone_length("L Forearm", "L Hand_NA"))


def solve_lower(pose: Pose) -> Bones:
    """The bones below the waist."""
    x, y, yaw = pose["root"]
    root_position = (x, y, 0.0)
    root_rotation = turned(0.0, 0.0, yaw)
    hips = add(REST["Pelvis"].position, pose["hips"])
    tilt = turned(*pose["tilt"])
    pelvis_rotation = compose(root_rotation, tilt)
    pelvis_position = add(root_position, rotate(root_rotation, hips))
    bones = {"Root": Transform(root_position, root_rotation), "Pelvis": Transform(hips, tilt)}
    for (side, sign), key in zip(SIDES, ("left", "right")):
        hip = add(
            pelvis_position,
            rotate(pelvis_rotation, subtract(REST[f"{side} Thigh"].position, REST["Pelvis"].position)),
        )
        ankle = add(REST[f"{side} Foot"].position, pose[key])
        pole = rotate(pelvis_rotation, (0.12 * sign, 1.0, 0.0))
        leg = reach(hip, ankle, LEG, pole, knee=True)
        foot = compose(turned(*pose[key + "_foot"]), REST[f"{side} Foot"].rotation)
        bones[f"{side} Thigh"] = bind(f"{side} Thigh")._replace(rotation=local(leg.upper, pelvis_rotation))
        bones[f"{side} Calf"] = bind(f"{side} Calf")._replace(rotation=local(leg.lower, leg.upper))
        bones[f"{side} Foot"] = bind(f"{side} Foot")._replace(rotation=local(foot, leg.lower))
        bones[f"{side} Toe0Nub"] = bind(f"{side} Toe0Nub")
    return bones


def solve_upper(pose: Pose) -> Bones:
    """The bones above the waist, on an upright pelvis."""
    spine = turned(*pose["spine"])
    chest = compose(spine, turned(*pose["chest"]))
    head = compose(chest, turned(*pose["head"]))
    spine_rotation = compose(spine, REST["Spine"].rotation)
    chest_rotation = compose(chest, REST["Spine1"].rotation)
    shift = rotate(inverse(REST["Spine"].rotation), pose["shift"])
    bones = {
        "Spine": bind("Spine")._replace(rotation=local(spine_rotation, REST["Pelvis"].rotation)),
        "Spine1": Transform(
            add(bind("Spine1").translation, shift), local(chest_rotation, spine_rotation)
        ),
        "Neck_NA": bind("Neck_NA")._replace(
            rotation=local(compose(head, REST["Neck_NA"].rotation), chest_rotation)
        ),
        "HeadNub": bind("HeadNub"),
    }
    for (side, sign), key in zip(SIDES, ("left", "right")):
        bones.update(solve_arm(side, sign, key, pose, chest, chest_rotation))
    return bones


def solve_arm(
    side: str, sign: float, key: str, pose: Pose, chest: Quaternion, chest_rotation: Quaternion
) -> Bones:
    """One arm. `<key>_hand` is measured from the shoulder at rest, along the axes of the chest."""
    base = REST[f"{side} Clavicle"].position
    shoulder_at_rest = subtract(REST[f"{side} UpperArm"].position, base)
    shrug = turned(0.0, -sign * pose[key + "_shrug"][0], 0.0)
    arm = reach(
        rotate(shrug, shoulder_at_rest),
        add(shoulder_at_rest, pose[key + "_hand"]),
        ARM,
        (0.5 * sign, -1.0, -0.5),
        knee=False,
    )
    clavicle = compose(chest, compose(shrug, REST[f"{side} Clavicle"].rotation))
    upper = compose(chest, arm.upper)
    lower = compose(chest, arm.lower)
    weapon = "HeroPointDummyLeft" if side == "L" else "HeroPointDummyRight"
    gun = (0.0, 0.0, sine(pose[key + "_gun"][0] / 2.0), cosine(pose[key + "_gun"][0] / 2.0))
    return {
        f"{side} Clavicle": bind(f"{side} Clavicle")._replace(rotation=local(clavicle, chest_rotation)),
        f"{side} UpperArm": bind(f"{side} UpperArm")._replace(rotation=local(upper, clavicle)),
        f"{side} Forearm": bind(f"{side} Forearm")._replace(rotation=local(lower, upper)),
        weapon: bind(weapon)._replace(rotation=compose(bind(weapon).rotation, gun)),
    }


# ---------------------------------------------------------------------------------------------
# Motion
# ---------------------------------------------------------------------------------------------

EASES: Dict[str, Callable[[float], float]] = {
    "line": lambda t: t,
    "smooth": lambda t: t * t * (3.0 - 2.0 * t),
    "in": lambda t: t * t,  # starts slowly: a fall
    "out": lambda t: t * (2.0 - t),  # ends slowly: a blow
}

Key = Tuple[float, Pose, str]  # frame, pose, the ease that leads to it


def mix(a: Pose, b: Pose, t: float) -> Pose:
    return {name: tuple(p + (q - p) * t for p, q in zip(a[name], b[name])) for name in a}


def keyed(*keys: Key) -> Motion:
    """Eases from key pose to key pose."""

    def motion(at: float) -> Pose:
        for (start, before, _), (end, after, ease) in zip(keys, keys[1:]):
            if at <= end:
                return mix(before, after, EASES[ease]((at - start) / (end - start)))
        return keys[-1][1]

    return motion


def held(pose: Pose) -> Motion:
    return lambda at: pose


def cycle(frames: int, pose_at: Callable[[float], Pose]) -> Motion:
    """A loop: `pose_at` gets a phase from 0 up to, never including, 1. The last key is the first again."""
    return lambda at: pose_at(math.fmod(at, frames) / frames)


def wave(phase: float, shift: float = 0.0) -> float:
    """1 at phase = shift, -1 half a cycle later."""
    return cosine(360.0 * (phase - shift))


def mirrored(pose: Pose) -> Pose:
    """The pose in a looking glass: left and right change places."""
    swap = {"left": "right", "right": "left"}
    result = {}
    for name, value in pose.items():
        first, _, rest = name.partition("_")
        result["_".join(filter(None, (swap.get(first, first), rest)))] = mirrored_value(name, value)
    return result


def mirrored_value(name: str, value: Tuple[float, ...]) -> Tuple[float, ...]:
    if len(value) == 1:
        return value
    a, b, c = value
    if name == "root":
        return (-a, b, -c)
    if name in ("hips", "shift", "left", "right") or name.endswith("_hand"):
        return (-a, b, c)
    return (a, -b, -c)


def mirrored_motion(motion: Motion) -> Motion:
    return lambda at: mirrored(motion(at))


# ---------------------------------------------------------------------------------------------
# Lower body. root: x, y, yaw; hips: offset from the bind pose; tilt: pitch, roll, yaw;
# left, right: the ankle's offset from the bind pose in model space; *_foot: pitch, roll, yaw.
# ---------------------------------------------------------------------------------------------

STAND: Pose = {
    "root": (0.0, 0.0, 0.0),
    "hips": (0.0, 0.0, -0.06),
    "tilt": (0.0, 0.0, 0.0),
    "left": (-0.04, 0.0, 0.0),
    "left_foot": (0.0, 0.0, 8.0),
    "right": (0.04, 0.0, 0.0),
    "right_foot": (0.0, 0.0, -8.0),
}

HOVER: Pose = {
    "root": (0.0, 0.0, 0.0),
    "hips": (0.0, 0.04, 0.02),
    "tilt": (-24.0, 0.0, 0.0),
    "left": (-0.03, -0.34, 0.2),
    "left_foot": (-42.0, 0.0, 4.0),
    "right": (0.03, -0.2, 0.14),
    "right_foot": (-34.0, 0.0, -4.0),
}


def stand(**changes: Tuple[float, ...]) -> Pose:
    return {**STAND, **changes}


def hover(**changes: Tuple[float, ...]) -> Pose:
    return {**HOVER, **changes}


class Gait(NamedTuple):
    """How a foot goes round. Phases are parts of the cycle, which starts as the heel touches down."""

    stance: float  # part of the cycle that the foot is on the ground
    stride: float  # half the way that it is carried back meanwhile
    lift: float
    heel: float  # foot pitch at touch-down
    push: float  # foot pitch at push-off


def sole(gait: Gait, phase: float) -> Tuple[float, float, float]:
    """Where the sole is at this phase: ahead, above the ground, pitch."""
    phase = phase - math.floor(phase)
    if phase < gait.stance:
        part = phase / gait.stance
        down = EASES["smooth"](min(part / 0.25, 1.0))
        push = EASES["smooth"](max((part - 0.55) / 0.45, 0.0))
        return (gait.stride * (1.0 - 2.0 * part), 0.0, gait.heel * (1.0 - down) + gait.push * push)
    part = (phase - gait.stance) / (1.0 - gait.stance)
    ground_speed = -2.0 * gait.stride / gait.stance * (1.0 - gait.stance)
    ahead = (
        ground_speed * (part * (1.0 - part) * (1.0 - 2.0 * part))
        + gait.stride * (2.0 * EASES["smooth"](part) - 1.0)
    )
    early = part * (1.4 - 0.4 * part)
    hump = 4.0 * early * (1.0 - early)
    pitch = gait.push + (gait.heel - gait.push) * EASES["smooth"](part)
    return (ahead, gait.lift * hump * hump, pitch)


def ankle(gait: Gait, phase: float) -> Tuple[float, float, float]:
    """The ankle's offset ahead and up, and the foot's pitch: it rolls over the heel or over the toes."""
    ahead, above, pitch = sole(gait, phase)
    pivot = ROLL_AHEAD if pitch < 0.0 else -HEEL_BEHIND
    c, s = cosine(pitch), sine(pitch)
    rolled_ahead = pivot - pivot * c - ANKLE_HEIGHT * s
    rolled_up = ANKLE_HEIGHT * c - pivot * s - ANKLE_HEIGHT
    return (ahead + rolled_ahead, above + rolled_up, pitch)


def feet(gait: Gait, phase: float, width: float, toes_out: float) -> Pose:
    """Both feet, half a cycle apart; the left one touches down at phase 0."""
    left_ahead, left_up, left_pitch = ankle(gait, phase)
    right_ahead, right_up, right_pitch = ankle(gait, phase + 0.5)
    return {
        "left": (-width, left_ahead, left_up),
        "left_foot": (left_pitch, 0.0, toes_out),
        "right": (width, right_ahead, right_up),
        "right_foot": (right_pitch, 0.0, -toes_out),
    }


WALK = Gait(stance=0.6, stride=0.25, lift=0.09, heel=14.0, push=-34.0)


def walk(phase: float) -> Pose:
    return stand(
        root=(-0.03 * wave(phase, 0.3), 0.0, 0.0),
        hips=(0.0, 0.0, -0.085 - 0.014 * wave(2.0 * phase, 0.1)),
        tilt=(-3.0, 2.5 * wave(phase, 0.3), -6.0 * wave(phase, 0.02)),
        **feet(WALK, phase, 0.0, 5.0),
    )


def walk_back(phase: float) -> Pose:
    """The feet go round the other way: shorter steps, toes first."""
    gait = Gait(stance=0.62, stride=0.17, lift=0.07, heel=4.0, push=-20.0)
    back = 1.0 - phase
    return stand(
        root=(-0.035 * wave(back, 0.31), 0.0, 0.0),
        hips=(0.0, -0.01, -0.09 - 0.012 * wave(2.0 * back, 0.1)),
        tilt=(2.0, 2.0 * wave(back, 0.31), -4.0 * wave(back, 0.02)),
        **feet(gait, back, 0.02, 7.0),
    )


def run(phase: float) -> Pose:
    gait = Gait(stance=0.36, stride=0.27, lift=0.3, heel=6.0, push=-46.0)
    return stand(
        root=(-0.02 * wave(phase, 0.18), 0.0, 0.0),
        hips=(0.0, 0.0, -0.095 - 0.04 * wave(2.0 * phase, 0.36)),
        tilt=(-12.0 - 2.0 * wave(2.0 * phase, 0.2), 3.0 * wave(phase, 0.18), -9.0 * wave(phase, 0.0)),
        **feet(gait, phase, -0.03, 3.0),
    )


def idle(phase: float) -> Pose:
    return stand(
        root=(0.012 * wave(phase, 0.25), 0.0, 0.0),
        hips=(0.0, 0.0, -0.065 - 0.01 * wave(phase)),
        tilt=(-1.0 + wave(phase), 0.6 * wave(phase, 0.25), 0.0),
    )


def turn_left(phase: float) -> Pose:
    """Steps on the spot. The game turns the robot, so a planted foot turns back under it."""
    gait = Gait(stance=0.62, stride=11.0, lift=0.09, heel=0.0, push=0.0)  # the stride in degrees
    result = stand(
        root=(-0.03 * wave(phase, 0.31), 0.0, 0.0),
        hips=(0.0, 0.0, -0.08 - 0.01 * wave(2.0 * phase, 0.1)),
        tilt=(-1.0, 2.0 * wave(phase, 0.31), 3.0 * wave(2.0 * phase, 0.3)),
    )
    for side, key, shift in (("L", "left", 0.0), ("R", "right", 0.5)):
        swing, above, _ = sole(gait, phase + shift)
        planted = add(REST[f"{side} Foot"].position, STAND[key])
        position = rotate(turned(0.0, 0.0, swing), planted)
        result[key] = add(subtract(position, REST[f"{side} Foot"].position), (0.0, 0.0, above))
        result[key + "_foot"] = (-9.0 * above / gait.lift, 0.0, STAND[key + "_foot"][2] + swing)
    return result


def hover_sway(phase: float) -> Pose:
    return hover(
        hips=(0.0, 0.04, 0.02 + 0.012 * wave(phase)),
        tilt=(-24.0 + 1.5 * wave(phase, 0.2), wave(phase, 0.4), 0.0),
        left=(-0.03, -0.34 + 0.015 * wave(phase, 0.6), 0.2),
        right=(0.03, -0.2 + 0.015 * wave(phase, 0.1), 0.14),
    )


LOWER_DAMAGE = keyed(
    (0, STAND, ""),
    (4, stand(hips=(0.02, -0.09, -0.11), tilt=(11.0, 3.0, 6.0)), "out"),
    (9, stand(hips=(0.0, -0.05, -0.15), tilt=(-4.0, 1.0, 2.0)), "smooth"),
    (20, STAND, "smooth"),
)

KNEEL = stand(
    root=(0.0, 0.05, 0.0),
    hips=(0.0, 0.0, -0.48),
    tilt=(-6.0, 0.0, 0.0),
    left=(-0.04, -0.37, 0.06),
    left_foot=(-140.0, 0.0, 6.0),
    right=(0.05, -0.35, 0.06),
    right_foot=(-138.0, 0.0, -8.0),
)
PRONE = stand(
    root=(0.0, 0.45, 0.0),
    hips=(0.0, 0.0, -0.82),
    tilt=(-88.0, 0.0, 3.0),
    left=(-0.08, -0.36, 0.02),
    left_foot=(-158.0, 0.0, 10.0),
    right=(0.06, -0.35, 0.02),
    right_foot=(-155.0, 0.0, -12.0),
)
LOWER_DEATH_FRONT = keyed(
    (0, STAND, ""),
    (7, stand(hips=(0.0, -0.05, -0.12), tilt=(7.0, 0.0, 0.0)), "out"),
    (
        15,
        stand(
            root=(0.0, 0.03, 0.0),
            hips=(0.0, 0.0, -0.34),
            tilt=(-2.0, 0.0, 0.0),
            left=(-0.04, -0.2, 0.15),
            left_foot=(-66.0, 0.0, 7.0),
            right=(0.04, -0.18, 0.14),
            right_foot=(-62.0, 0.0, -8.0),
        ),
        "in",
    ),
    (20, KNEEL, "line"),
    (26, {**KNEEL, "hips": (0.0, 0.02, -0.43), "tilt": (-14.0, 0.0, 1.0)}, "smooth"),
    (37, PRONE, "in"),
    (39, {**PRONE, "hips": (0.0, 0.0, -0.8), "tilt": (-86.0, 0.0, 3.0)}, "out"),
    (42, PRONE, "in"),
    (45, PRONE, "line"),
)

SUPINE = stand(
    root=(0.0, -0.55, 0.0),
    hips=(0.0, 0.0, -0.76),
    tilt=(86.0, 0.0, -2.0),
    left=(-0.1, 0.27, 0.0),
    left_foot=(72.0, 0.0, 16.0),
    right=(0.08, 0.24, 0.0),
    right_foot=(74.0, 0.0, -18.0),
)
LOWER_DEATH_BACK = keyed(
    (0, STAND, ""),
    (5, stand(hips=(0.0, -0.07, -0.09), tilt=(12.0, 0.0, 0.0)), "out"),
    (
        13,
        stand(
            root=(0.0, -0.18, 0.0),
            hips=(0.0, -0.04, -0.2),
            tilt=(20.0, 0.0, -4.0),
            right=(0.05, -0.26, 0.0),
            left=(-0.04, 0.02, 0.0),
            left_foot=(16.0, 0.0, 8.0),
        ),
        "smooth",
    ),
    (
        23,
        stand(
            root=(0.0, -0.4, 0.0),
            hips=(0.0, 0.0, -0.64),
            tilt=(46.0, 0.0, -4.0),
            left=(-0.08, 0.14, 0.0),
            left_foot=(40.0, 0.0, 12.0),
            right=(0.07, 0.0, 0.0),
            right_foot=(10.0, 0.0, -12.0),
        ),
        "in",
    ),
    (32, SUPINE, "line"),
    (34, {**SUPINE, "hips": (0.0, 0.0, -0.745), "tilt": (83.0, 0.0, -2.0)}, "out"),
    (37, SUPINE, "in"),
    (42, SUPINE, "line"),
)

ON_LEFT_SIDE = stand(
    root=(-0.55, 0.0, 0.0),
    hips=(0.0, 0.0, -0.75),
    tilt=(0.0, -84.0, 4.0),
    left=(0.42, 0.14, -0.03),
    left_foot=(0.0, -78.0, 6.0),
    right=(0.09, -0.08, 0.12),
    right_foot=(-12.0, -72.0, -4.0),
)
LOWER_DEATH_LEFT = keyed(
    (0, STAND, ""),
    (6, stand(hips=(-0.06, 0.0, -0.1), tilt=(-2.0, -9.0, 4.0)), "out"),
    (
        17,
        stand(
            root=(-0.14, 0.0, 0.0),
            hips=(-0.04, 0.02, -0.36),
            tilt=(-6.0, -24.0, 6.0),
            left=(-0.04, -0.12, 0.08),
            left_foot=(-36.0, -10.0, 8.0),
            right_foot=(0.0, -6.0, -10.0),
        ),
        "in",
    ),
    (
        25,
        stand(
            root=(-0.32, 0.0, 0.0),
            hips=(0.0, 0.02, -0.62),
            tilt=(-4.0, -52.0, 6.0),
            left=(0.14, 0.0, 0.02),
            left_foot=(-20.0, -50.0, 8.0),
            right=(0.06, -0.02, 0.02),
            right_foot=(0.0, -34.0, -8.0),
        ),
        "line",
    ),
    (35, ON_LEFT_SIDE, "in"),
    (38, {**ON_LEFT_SIDE, "hips": (0.0, 0.0, -0.735), "tilt": (0.0, -80.0, 4.0)}, "out"),
    (42, ON_LEFT_SIDE, "in"),
    (48, ON_LEFT_SIDE, "line"),
)

CROUCH = stand(hips=(0.0, -0.05, -0.24), tilt=(-16.0, 0.0, 0.0))
LOWER_BOOSTER_START = keyed(
    (0, STAND, ""),
    (8, CROUCH, "smooth"),
    (
        14,
        hover(
            hips=(0.0, 0.06, 0.06),
            left=(-0.03, -0.12, 0.16),
            left_foot=(-50.0, 0.0, 4.0),
            right=(0.03, -0.08, 0.14),
            right_foot=(-48.0, 0.0, -4.0),
        ),
        "in",
    ),
    (20, HOVER, "out"),
)
BRAKE = stand(
    hips=(0.0, -0.02, 0.0),
    tilt=(8.0, 0.0, 0.0),
    left=(-0.05, 0.2, 0.08),
    left_foot=(16.0, 0.0, 6.0),
    right=(0.05, 0.08, 0.05),
    right_foot=(10.0, 0.0, -6.0),
)
LANDED = stand(
    hips=(0.0, 0.0, -0.22),
    tilt=(-9.0, 0.0, 0.0),
    left=(-0.05, 0.1, 0.0),
    right=(0.05, 0.0, 0.0),
)
LOWER_BOOSTER_END = keyed(
    (0, HOVER, ""), (8, BRAKE, "smooth"), (13, LANDED, "in"), (24, STAND, "smooth")
)
LOWER_BOOSTER_MISS = keyed(
    (0, HOVER, ""),
    (4, hover(hips=(0.05, -0.05, 0.0), tilt=(4.0, 16.0, -12.0)), "out"),
    (
        10,
        stand(
            root=(0.06, 0.0, 0.0),
            hips=(0.02, -0.04, -0.1),
            tilt=(12.0, 10.0, -16.0),
            left=(-0.06, 0.16, 0.1),
            left_foot=(10.0, 0.0, 8.0),
            right=(0.1, -0.1, 0.06),
            right_foot=(-20.0, 0.0, -10.0),
        ),
        "smooth",
    ),
    (
        16,
        stand(
            root=(0.03, 0.0, 0.0),
            hips=(0.0, 0.0, -0.26),
            tilt=(-14.0, -4.0, -6.0),
            left=(-0.08, 0.18, 0.0),
            right=(0.1, -0.14, 0.06),
            right_foot=(-26.0, 0.0, -10.0),
        ),
        "in",
    ),
    (24, stand(hips=(0.0, -0.01, -0.12), left=(-0.06, 0.06, 0.0), right=(0.05, 0.0, 0.04)), "smooth"),
    (36, STAND, "smooth"),
)
LOWER_BANK_LEFT = keyed(
    (0, HOVER, ""),
    (
        9,
        hover(
            hips=(-0.04, 0.04, 0.01),
            tilt=(-22.0, -17.0, 9.0),
            left=(0.02, -0.36, 0.24),
            right=(0.12, -0.24, 0.12),
        ),
        "out",
    ),
    (
        18,
        hover(
            hips=(-0.03, 0.04, 0.02),
            tilt=(-24.0, -14.0, 7.0),
            left=(0.01, -0.35, 0.22),
            right=(0.1, -0.22, 0.13),
        ),
        "smooth",
    ),
)


# ---------------------------------------------------------------------------------------------
# Upper body. spine, chest, head: pitch, roll, yaw, each on top of the one below; shift: the chest
# itself; *_shrug: degrees; *_hand: from the shoulder, along the axes of the chest; *_gun: degrees.
# ---------------------------------------------------------------------------------------------

READY: Pose = {
    "spine": (-3.0, 0.0, 0.0),
    "chest": (-2.0, 0.0, 0.0),
    "head": (4.0, 0.0, 0.0),
    "shift": (0.0, 0.0, 0.0),
    "left_shrug": (0.0,),
    "left_hand": (-0.02, 0.36, -0.28),
    "left_gun": (0.0,),
    "right_shrug": (0.0,),
    "right_hand": (0.02, 0.36, -0.28),
    "right_gun": (0.0,),
}

AIM: Pose = {
    **READY,
    "chest": (0.0, 0.0, 0.0),
    "left_hand": (0.05, 0.53, -0.16),
    "right_hand": (-0.05, 0.53, -0.16),
}

FLY: Pose = {
    **READY,
    "spine": (-8.0, 0.0, 0.0),
    "chest": (-6.0, 0.0, 0.0),
    "head": (26.0, 0.0, 0.0),
    "left_shrug": (4.0,),
    "left_hand": (-0.18, 0.04, -0.48),
    "right_shrug": (4.0,),
    "right_hand": (0.18, 0.04, -0.48),
}


def ready(**changes: Tuple[float, ...]) -> Pose:
    return {**READY, **changes}


def fly(**changes: Tuple[float, ...]) -> Pose:
    return {**FLY, **changes}


def aimed(pose: Pose, yaw: float) -> Pose:
    """The pose with the torso turned to one side, shared among spine, chest and head."""
    result = dict(pose)
    for name, share in (("spine", 0.4), ("chest", 0.5), ("head", 0.1)):
        pitch, roll, turn = pose[name]
        result[name] = (pitch, roll, turn + share * yaw)
    return result


def aimed_motion(motion: Motion, yaw: float) -> Motion:
    return lambda at: aimed(motion(at), yaw)


def breathe(phase: float) -> Pose:
    lift = 0.008 * wave(phase)
    return ready(
        chest=(-2.0 + 0.8 * wave(phase), 0.0, 0.0),
        head=(4.0 - 0.6 * wave(phase), 0.0, 1.5 * wave(phase, 0.25)),
        left_shrug=(0.8 * wave(phase, 0.05),),
        left_hand=(-0.02, 0.36, -0.28 + lift),
        right_shrug=(0.8 * wave(phase, 0.05),),
        right_hand=(0.02, 0.36, -0.28 + lift),
    )


def run_arms(phase: float) -> Pose:
    """Each arm goes with the other leg: the right one is ahead as the left foot touches down."""
    swing = wave(phase, 0.0)
    return ready(
        spine=(-2.0, -2.0 * wave(phase, 0.18), 6.0 * swing),
        chest=(-3.0, 0.0, 9.0 * swing),
        head=(14.0, 0.0, -6.0 * swing),
        shift=(0.0, 0.0, 0.008 * wave(2.0 * phase, 0.4)),
        left_hand=(-0.01, 0.2 - 0.2 * swing, -0.34 - 0.06 * swing),
        right_hand=(0.01, 0.2 + 0.2 * swing, -0.34 + 0.06 * swing),
    )


def recoil(pose: Pose, strength: float, chest_pitch: float) -> Pose:
    """A shot: both hands are thrown back and up, the guns rise, the chest gives way."""
    result = dict(pose)
    for key in ("left", "right"):
        result[key + "_hand"] = add(pose[key + "_hand"], (0.0, -0.13 * strength, 0.035 * strength))
        result[key + "_gun"] = (14.0 * strength,)
    result["chest"] = (pose["chest"][0] + chest_pitch, pose["chest"][1], pose["chest"][2])
    result["shift"] = (0.0, -0.03 * strength, 0.0)
    return result


def one_gun(aim: Pose, fired: Pose, still: str) -> Pose:
    """`fired`, but the arm named by `still` keeps aiming."""
    return {name: (aim if name.startswith(still) else fired)[name] for name in aim}


LIGHT_SHOT = recoil(AIM, 0.4, 1.5)
PISTOL_SHOT = recoil(AIM, 0.9, 3.0)
MACHINE_GUN = keyed(
    (0, AIM, ""),
    *(
        key
        for start, still in ((0, "left"), (4, "right"), (8, "left"), (12, "right"))
        for key in ((start + 2, one_gun(AIM, LIGHT_SHOT, still), "out"), (start + 4, AIM, "smooth"))
    ),
)
SHOTGUN = keyed(
    (0, AIM, ""),
    (2, recoil(AIM, 1.15, 9.0), "out"),
    (7, recoil(AIM, 0.8, 6.0), "smooth"),
    (14, recoil(AIM, -0.12, -1.0), "smooth"),
    (24, AIM, "smooth"),
)
HANDGUN = keyed(
    (0, AIM, ""),
    (2, one_gun(AIM, PISTOL_SHOT, "left"), "out"),
    (8, AIM, "smooth"),
    (10, one_gun(AIM, PISTOL_SHOT, "right"), "out"),
    (18, AIM, "smooth"),
)

UPPER_DAMAGE = keyed(
    (0, READY, ""),
    (
        4,
        ready(
            spine=(8.0, 2.0, 6.0),
            chest=(10.0, 3.0, 8.0),
            head=(-8.0, 0.0, -4.0),
            left_hand=(-0.16, 0.3, -0.22),
            right_hand=(0.14, 0.24, -0.34),
        ),
        "out",
    ),
    (10, ready(spine=(-8.0, 0.0, 0.0), chest=(-5.0, -1.0, -2.0), head=(8.0, 0.0, 0.0)), "smooth"),
    (20, READY, "smooth"),
)

AT_BACK = ready(
    spine=(-5.0, 0.0, 0.0),
    chest=(4.0, 0.0, 0.0),
    head=(0.0, 0.0, 0.0),
    left_shrug=(8.0,),
    left_hand=(-0.1, -0.26, -0.3),
    left_gun=(-40.0,),
    right_shrug=(8.0,),
    right_hand=(0.1, -0.26, -0.3),
    right_gun=(-40.0,),
)
WEAPON_CHANGE = keyed(
    (0, READY, ""),
    (5, ready(left_hand=(-0.12, 0.16, -0.42), right_hand=(0.12, 0.16, -0.42)), "smooth"),
    (11, AT_BACK, "smooth"),
    (15, {**AT_BACK, "left_gun": (-25.0,), "right_gun": (-25.0,)}, "line"),
    (22, ready(left_hand=(-0.14, 0.16, -0.4), right_hand=(0.14, 0.16, -0.4)), "smooth"),
    (30, READY, "smooth"),
)

# The right gun is held before the chest; the left hand brings the magazine from the hip.
GUN_UP = ready(
    chest=(-4.0, 0.0, 8.0),
    head=(-8.0, 0.0, -10.0),
    left_hand=(0.3, 0.34, -0.26),
    right_hand=(-0.14, 0.36, -0.18),
    right_gun=(18.0,),
)
AT_HIP = {**GUN_UP, "chest": (-6.0, -3.0, 2.0), "left_hand": (-0.04, -0.02, -0.53), "right_gun": (26.0,)}
RELOAD_BASE = keyed(
    (0, READY, ""),
    (9, GUN_UP, "smooth"),
    (13, {**GUN_UP, "left_hand": (0.26, 0.3, -0.4), "right_gun": (24.0,)}, "in"),
    (21, AT_HIP, "smooth"),
    (25, AT_HIP, "line"),
    (34, {**GUN_UP, "left_hand": (0.27, 0.31, -0.38), "right_gun": (22.0,)}, "smooth"),
    (37, {**GUN_UP, "shift": (0.0, 0.0, 0.015), "right_gun": (12.0,)}, "in"),
    (41, GUN_UP, "smooth"),
    (50, READY, "smooth"),
)

FOREND = ready(
    spine=(-3.0, 0.0, 4.0),
    chest=(-3.0, 0.0, 10.0),
    head=(-6.0, 0.0, -12.0),
    left_hand=(0.24, 0.46, -0.22),
    right_hand=(-0.13, 0.28, -0.24),
    right_gun=(10.0,),
    left_gun=(0.0,),
)
PULLED = {
    **FOREND,
    "chest": (-1.0, 2.0, 14.0),
    "shift": (0.0, -0.015, 0.0),
    "left_hand": (0.24, 0.28, -0.26),
    "left_gun": (-8.0,),
    "right_gun": (17.0,),
}
RELOAD_SHOTGUN = keyed(
    (0, READY, ""),
    (9, FOREND, "smooth"),
    (14, PULLED, "smooth"),
    (18, FOREND, "in"),
    (23, PULLED, "smooth"),
    (27, FOREND, "in"),
    (32, PULLED, "smooth"),
    (36, FOREND, "in"),
    (40, FOREND, "line"),
    (50, READY, "smooth"),
)

GUNS_DOWN = ready(
    spine=(-6.0, 0.0, 0.0),
    chest=(-5.0, 0.0, 0.0),
    head=(-6.0, 0.0, 0.0),
    left_hand=(-0.1, 0.08, -0.54),
    left_gun=(-30.0,),
    right_hand=(0.1, 0.08, -0.54),
    right_gun=(-30.0,),
)
RELOAD_HANDGUN = keyed(
    (0, READY, ""),
    (10, GUNS_DOWN, "smooth"),
    (15, {**GUNS_DOWN, "shift": (0.0, 0.0, -0.02)}, "smooth"),
    (
        21,
        ready(
            chest=(4.0, 0.0, 0.0),
            left_hand=(-0.08, 0.38, -0.1),
            left_gun=(38.0,),
            right_hand=(0.08, 0.38, -0.1),
            right_gun=(38.0,),
        ),
        "in",
    ),
    (26, ready(left_gun=(-6.0,), right_gun=(-6.0,)), "out"),
    (36, READY, "smooth"),
)

UPPER_DEATH_FRONT = keyed(
    (0, READY, ""),
    (7, ready(spine=(6.0, 0.0, 0.0), chest=(12.0, 0.0, 4.0), head=(10.0, 0.0, 0.0)), "out"),
    (
        20,
        ready(
            spine=(-14.0, 0.0, 2.0),
            chest=(-16.0, 0.0, 3.0),
            head=(-16.0, 0.0, 0.0),
            left_hand=(-0.12, 0.1, -0.54),
            right_hand=(0.12, 0.08, -0.54),
        ),
        "smooth",
    ),
    (
        37,
        ready(
            spine=(2.0, 0.0, 2.0),
            chest=(2.0, 0.0, 3.0),
            head=(8.0, 0.0, 26.0),
            left_shrug=(8.0,),
            left_hand=(-0.34, 0.04, 0.34),
            right_hand=(0.42, -0.06, -0.28),
        ),
        "smooth",
    ),
    (
        45,
        ready(
            spine=(1.0, 0.0, 2.0),
            chest=(1.0, 0.0, 3.0),
            head=(4.0, 0.0, 32.0),
            left_shrug=(8.0,),
            left_hand=(-0.36, 0.02, 0.32),
            right_hand=(0.44, -0.08, -0.26),
        ),
        "out",
    ),
)

UPPER_DEATH_BACK = keyed(
    (0, READY, ""),
    (
        5,
        ready(
            spine=(8.0, 0.0, 0.0),
            chest=(10.0, 0.0, -4.0),
            head=(-12.0, 0.0, 0.0),
            left_hand=(-0.2, 0.4, -0.1),
            right_hand=(0.22, 0.38, -0.14),
        ),
        "out",
    ),
    (
        20,
        ready(
            spine=(-10.0, 0.0, 0.0),
            chest=(-10.0, 0.0, -4.0),
            head=(-14.0, 0.0, 0.0),
            left_hand=(-0.36, 0.3, 0.08),
            right_hand=(0.38, 0.28, 0.0),
        ),
        "smooth",
    ),
    (
        33,
        ready(
            spine=(2.0, 0.0, 0.0),
            chest=(4.0, 0.0, -2.0),
            head=(-2.0, 0.0, -10.0),
            left_hand=(-0.46, -0.04, 0.18),
            right_hand=(0.46, -0.06, -0.22),
        ),
        "in",
    ),
    (
        42,
        ready(
            spine=(2.0, 0.0, 0.0),
            chest=(2.0, 0.0, -2.0),
            head=(0.0, 0.0, -24.0),
            left_hand=(-0.47, -0.08, 0.2),
            right_hand=(0.47, -0.08, -0.24),
        ),
        "out",
    ),
)

UPPER_DEATH_LEFT = keyed(
    (0, READY, ""),
    (6, ready(spine=(0.0, -6.0, 2.0), chest=(-2.0, -8.0, 4.0), head=(0.0, 10.0, 0.0)), "out"),
    (
        22,
        ready(
            spine=(-6.0, 8.0, 2.0),
            chest=(-8.0, 10.0, -4.0),
            head=(-6.0, 6.0, 0.0),
            left_hand=(-0.2, 0.28, -0.32),
            right_hand=(0.3, 0.2, -0.3),
        ),
        "smooth",
    ),
    (
        36,
        ready(
            spine=(-4.0, 8.0, 0.0),
            chest=(-6.0, 8.0, -6.0),
            head=(-8.0, -16.0, 0.0),
            left_shrug=(-6.0,),
            left_hand=(0.1, 0.56, 0.1),
            right_hand=(0.02, 0.42, -0.28),
        ),
        "in",
    ),
    (
        48,
        ready(
            spine=(-4.0, 7.0, 0.0),
            chest=(-6.0, 8.0, -8.0),
            head=(-8.0, -24.0, 0.0),
            left_shrug=(-6.0,),
            left_hand=(0.1, 0.56, 0.13),
            right_hand=(-0.06, 0.42, -0.3),
        ),
        "out",
    ),
)

UPPER_BOOSTER_START = keyed(
    (0, READY, ""),
    (
        8,
        ready(
            spine=(-10.0, 0.0, 0.0),
            chest=(-10.0, 0.0, 0.0),
            head=(18.0, 0.0, 0.0),
            left_hand=(-0.06, 0.3, -0.36),
            right_hand=(0.06, 0.3, -0.36),
        ),
        "smooth",
    ),
    (14, fly(spine=(-2.0, 0.0, 0.0), chest=(0.0, 0.0, 0.0)), "in"),
    (20, FLY, "out"),
)


def fly_sway(phase: float) -> Pose:
    return fly(
        chest=(-6.0 + 1.2 * wave(phase, 0.2), 0.8 * wave(phase, 0.5), 0.0),
        head=(26.0 - 1.2 * wave(phase, 0.2), 0.0, 0.0),
        left_hand=(-0.18, 0.04 + 0.012 * wave(phase, 0.3), -0.48),
        right_hand=(0.18, 0.04 + 0.012 * wave(phase, 0.4), -0.48),
    )


UPPER_BOOSTER_END = keyed(
    (0, FLY, ""),
    (
        8,
        ready(
            spine=(4.0, 0.0, 0.0),
            chest=(6.0, 0.0, 0.0),
            head=(-2.0, 0.0, 0.0),
            left_hand=(-0.24, 0.26, -0.32),
            right_hand=(0.24, 0.26, -0.32),
        ),
        "smooth",
    ),
    (13, ready(spine=(-10.0, 0.0, 0.0), chest=(-8.0, 0.0, 0.0), shift=(0.0, 0.0, -0.02)), "in"),
    (24, READY, "smooth"),
)
UPPER_BOOSTER_MISS = keyed(
    (0, FLY, ""),
    (
        4,
        ready(
            spine=(6.0, 8.0, -8.0),
            chest=(8.0, 8.0, -10.0),
            head=(-10.0, -6.0, 8.0),
            left_hand=(-0.4, 0.2, 0.06),
            right_hand=(0.34, 0.12, -0.3),
        ),
        "out",
    ),
    (
        10,
        ready(
            spine=(6.0, -6.0, 4.0),
            chest=(4.0, -8.0, 6.0),
            head=(-4.0, 6.0, 0.0),
            left_hand=(-0.3, 0.3, -0.2),
            right_hand=(0.42, 0.16, 0.02),
        ),
        "smooth",
    ),
    (
        16,
        ready(
            spine=(-12.0, 3.0, 2.0),
            chest=(-10.0, 2.0, 2.0),
            left_hand=(-0.18, 0.32, -0.32),
            right_hand=(0.22, 0.22, -0.36),
        ),
        "in",
    ),
    (24, ready(spine=(-1.0, 0.0, 0.0), chest=(-1.0, 0.0, 0.0)), "smooth"),
    (36, READY, "smooth"),
)
UPPER_BANK_LEFT = keyed(
    (0, FLY, ""),
    (
        9,
        fly(
            spine=(-8.0, -6.0, 8.0),
            chest=(-6.0, -7.0, 10.0),
            head=(24.0, 8.0, 12.0),
            left_hand=(-0.14, -0.04, -0.5),
            right_hand=(0.26, 0.1, -0.42),
        ),
        "out",
    ),
    (
        18,
        fly(
            spine=(-8.0, -5.0, 6.0),
            chest=(-6.0, -6.0, 8.0),
            head=(24.0, 7.0, 10.0),
            left_hand=(-0.15, -0.02, -0.5),
            right_hand=(0.24, 0.08, -0.44),
        ),
        "smooth",
    ),
)


# ---------------------------------------------------------------------------------------------
# The clips
# ---------------------------------------------------------------------------------------------

UPPER_BONES = (
    "HeadNub", "L Clavicle", "L Forearm", "L UpperArm", "Neck_NA", "R Clavicle", "R Forearm",
    "R UpperArm", "Spine", "Spine1",
)
WEAPONS = ("HeroPointDummyLeft", "HeroPointDummyRight")


# Close together where the motion is quick.
BANK_KEYS = (0, 1, 2, 3, 5, 7, 9, 11, 14, 18)
STUMBLE_KEYS = (0, 2, 4, 7, 10, 13, 16, 20, 24, 30, 36)


@dataclass(frozen=True)
class Clip:
    """A named motion and where its keys are: every `step` frames, or on the frames of `uneven`."""

    name: str
    frames: int
    motion: Motion
    step: int = 1
    uneven: Tuple[int, ...] = ()
    loop: bool = False
    weapons: bool = False  # an upper-body clip that also moves the weapon points

    def key_frames(self) -> Tuple[int, ...]:
        return self.uneven or tuple(range(0, self.frames + 1, self.step))

    def bones_at(self, at: float) -> Bones:
        if self.name.startswith("Low_"):
            return solve_lower(self.motion(at))
        wanted = UPPER_BONES + (WEAPONS if self.weapons else ())
        bones = solve_upper(self.motion(at))
        return {name: bones[name] for name in wanted}


def asset(clip: str) -> str:
    """What a clip is called in the build, relative to the clips' folder."""
    return "@".join(TAKES.get(clip, (clip,)))


def source(clip: str) -> str:
    """The file that a clip is in."""
    return f"{CLIP_FOLDER}/{TAKES[clip][0]}.fbx" if clip in TAKES else f"{CLIP_FOLDER}/{clip}.Animation"


def lower_clips() -> List[Clip]:
    return [
        Clip("Low_Idle", 60, cycle(60, idle), step=10, loop=True),
        Clip("Low_Run", 24, cycle(24, run), loop=True),
        Clip("Low_Damage", 20, LOWER_DAMAGE, step=2),
        Clip("Low_Walk", 32, cycle(32, walk), loop=True),
        Clip("Low_WalkBack", 36, cycle(36, walk_back), step=2, loop=True),
        Clip("Low_TurnLeft", 30, cycle(30, turn_left), step=2, loop=True),
        Clip("Low_TurnRight", 30, mirrored_motion(cycle(30, turn_left)), step=2, loop=True),
        Clip("Low_DeathFront", 45, LOWER_DEATH_FRONT, step=3),
        Clip("Low_DeathBack", 42, LOWER_DEATH_BACK, step=2),
        Clip("Low_DeathLeft", 48, LOWER_DEATH_LEFT, step=2),
        Clip("Low_DeathRight", 48, mirrored_motion(LOWER_DEATH_LEFT), step=3),
        Clip("Low_BoosterStart", 20, LOWER_BOOSTER_START, step=2),
        Clip("Low_BoosterMove", 20, cycle(20, hover_sway), step=2, loop=True),
        Clip("Low_BoosterEnd", 24, LOWER_BOOSTER_END, step=2),
        Clip("Low_BoosterMiss", 36, LOWER_BOOSTER_MISS, uneven=STUMBLE_KEYS),
        Clip("Low_BoosterTurnLeft", 18, LOWER_BANK_LEFT, uneven=BANK_KEYS),
        Clip("Low_BoosterTurnRight", 18, mirrored_motion(LOWER_BANK_LEFT), uneven=BANK_KEYS),
    ]


def attack_clips() -> List[Clip]:
    """Aiming and firing ahead, to the left and to the right."""
    clips = []
    for direction, yaw in (("Front", 0.0), ("Left", 55.0), ("Right", -55.0)):
        clips += [
            Clip(f"Up_NonAttack{direction}", 30, held(aimed(AIM, yaw))),
            Clip(f"Up_Attack{direction}Base", 16, aimed_motion(MACHINE_GUN, yaw), step=2),
            Clip(
                f"Up_Attack{direction}Shotgun",
                24,
                aimed_motion(SHOTGUN, yaw),
                uneven=(0, 1, 2, 4, 7, 10, 14, 18, 24),
                weapons=True,
            ),
            Clip(
                f"Up_Attack{direction}Handgun",
                18,
                aimed_motion(HANDGUN, yaw),
                uneven=(0, 1, 2, 4, 8, 9, 10, 13, 18),
            ),
        ]
    return clips


def upper_clips() -> List[Clip]:
    return [
        Clip("Up_Idle", 60, cycle(60, breathe), step=10, loop=True),
        Clip("Up_Run", 24, cycle(24, run_arms), step=2, loop=True),
        Clip("Up_Damage", 20, UPPER_DAMAGE, uneven=(0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 20)),
        Clip("Up_Change", 30, WEAPON_CHANGE, step=2, weapons=True),
        *attack_clips(),
        Clip("Up_ReloadBase", 50, RELOAD_BASE, step=2, weapons=True),
        Clip("Up_ReloadShotgun", 50, RELOAD_SHOTGUN, weapons=True),
        Clip("Up_ReloadHandgun", 36, RELOAD_HANDGUN, step=2, weapons=True),
        Clip("Up_DeathFront", 45, UPPER_DEATH_FRONT, step=3),
        Clip("Up_DeathBack", 42, UPPER_DEATH_BACK, step=3),
        Clip("Up_DeathLeft", 48, UPPER_DEATH_LEFT, step=3),
        Clip("Up_DeathRight", 48, mirrored_motion(UPPER_DEATH_LEFT), step=3),
        Clip("Up_BoosterStart", 20, UPPER_BOOSTER_START, step=2),
        Clip("Up_BoosterMove", 20, cycle(20, fly_sway), step=2, loop=True),
        Clip("Up_BoosterEnd", 24, UPPER_BOOSTER_END, step=2),
        Clip("Up_BoosterMiss", 36, UPPER_BOOSTER_MISS, uneven=STUMBLE_KEYS),
        Clip("Up_BoosterTurnLeft", 18, UPPER_BANK_LEFT, uneven=BANK_KEYS),
        Clip("Up_BoosterTurnRight", 18, mirrored_motion(UPPER_BANK_LEFT), uneven=BANK_KEYS),
    ]


# ---------------------------------------------------------------------------------------------
# Key frame sequences: a channel that never changes becomes one fixed key
# ---------------------------------------------------------------------------------------------

Texts = Tuple[str, ...]


@dataclass(frozen=True)
class KeyFrameSequence:
    """One bone's keys, as they will be printed. An empty channel is one that the clip does not have."""

    bone: str
    key_count: int
    duration: str
    interval: str
    translation: Tuple[Texts, ...]
    rotation: Tuple[Texts, ...]
    scale: Tuple[Texts, ...]
    time: Texts

    def fixed(self, channel: Tuple[Texts, ...]) -> bool:
        """Does one key stand for the whole clip?"""
        return len(channel) == 1


def collapse(keys: Sequence[Texts]) -> Tuple[Texts, ...]:
    """The keys, or just the first one if they are all the same."""
    return tuple(keys[:1]) if len(set(keys)) == 1 else tuple(keys)


def sequence(clip: Clip, bone: str, keys: Sequence[Transform]) -> KeyFrameSequence:
    """The keys of one bone of a clip."""
    duration = number(clip.frames / FRAME_RATE)
    translation = collapse([numbers(key.translation) for key in keys])
    rotation = collapse([numbers(q) for q in one_hemisphere([key.rotation for key in keys])])
    scales = collapse([numbers(key.scale) for key in keys])
    scale = () if scales == (numbers((1.0, 1.0, 1.0)),) else scales
    if len(translation) == len(rotation) == 1 and len(scale) <= 1:
        count, interval, time = 1, number(0.0), (number(0.0),)
    elif clip.uneven:
        count, interval = len(keys), number(0.0)
        time = numbers([at / FRAME_RATE for at in clip.key_frames()])
    else:
        count, interval, time = len(keys), number(clip.step / FRAME_RATE), ()
    return KeyFrameSequence(bone, count, duration, interval, translation, rotation, scale, time)


def sequences(clip: Clip) -> List[KeyFrameSequence]:
    """All bones of a clip, by name."""
    poses = [clip.bones_at(at) for at in clip.key_frames()]
    return [sequence(clip, bone, [pose[bone] for pose in poses]) for bone in sorted(poses[0])]


# ---------------------------------------------------------------------------------------------
# The rules that every clip keeps
# ---------------------------------------------------------------------------------------------

def validate(clip: Clip, made: Sequence[KeyFrameSequence]) -> None:
    """Stops at the first rule that a clip breaks. The numbers are checked as they are printed."""
    names = [item.bone for item in made]
    require(len(set(names)) == len(names), clip, "a bone has two sequences")
    for item in made:
        where = f"{clip.name}, bone {item.bone!r}"
        require(item.bone in REST, where, "the bone is not in the skeleton")
        require(item.key_count >= 1, where, "no keys")
        for channel in (item.translation, item.rotation, item.scale):
            require(len(channel) in (0, 1, item.key_count), where, "a list does not fit the key count")
            finite = all(math.isfinite(float(x)) for key in channel for x in key)
            require(finite, where, "a key is not a finite number")
            require(not clip.loop or channel[:1] == channel[-1:], where, "the loop does not close")
        validate_timing(item, where)
        validate_rotations(item, where)


def validate_timing(item: KeyFrameSequence, where: str) -> None:
    duration, interval = float(item.duration), float(item.interval)
    if item.time:
        times = [float(text) for text in item.time]
        require(len(times) == item.key_count, where, "the times do not fit the key count")
        require(all(a < b for a, b in zip(times, times[1:])), where, "the times do not ascend")
        require(times[0] == 0.0, where, "the first key is not at 0")
        require(item.key_count == 1 or times[-1] == duration, where, "the last key is not at the end")
    elif item.key_count > 1:
        require(interval > 0.0, where, "no key interval")
        off = abs(interval * (item.key_count - 1) - duration)
        require(off <= 0.5e-6 * item.key_count, where, "the interval does not fit the duration")


def validate_rotations(item: KeyFrameSequence, where: str) -> None:
    rotations = [tuple(float(x) for x in key) for key in item.rotation]
    for q in rotations:
        norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
        require(abs(norm - 1.0) < 4e-6, where, "a quaternion is not normalised")
    for p, q in zip(rotations, rotations[1:]):
        near = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]
        require(near > 0.0, where, "neighbouring quaternions lie on opposite hemispheres")


def require(holds: bool, where: object, complaint: str) -> None:
    if not holds:
        raise ValueError(f"{getattr(where, 'name', where)}: {complaint}")


def validate_skeleton() -> None:
    """Parents come first and names are unique."""
    seen = set()
    for bone in BONES:
        require(bone.name not in seen, bone, "the name is used twice")
        require(bone.parent is None or bone.parent in seen, bone, "the parent does not come first")
        seen.add(bone.name)


# ---------------------------------------------------------------------------------------------
# File texts
# ---------------------------------------------------------------------------------------------

def clip_text(made: Sequence[KeyFrameSequence]) -> str:
    """A clip in the form that .NET's XmlSerializer gives an AnimationSequence."""
    lines = [
        '<?xml version="1.0" ?>',
        '<AnimationSequence xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        ' xmlns:xsd="http://www.w3.org/2001/XMLSchema">',
        f"    <KeyFrameSequenceCount>{len(made)}</KeyFrameSequenceCount>",
        f"    <Duration>{made[0].duration}</Duration>",
        "    <KeyFrameSequences>",
    ]
    for item in made:
        lines += sequence_lines(item)
    lines += ["    </KeyFrameSequences>", "</AnimationSequence>", ""]
    return "\n".join(lines)


def sequence_lines(item: KeyFrameSequence) -> List[str]:
    channels = (
        ("Translation", "Vector3", item.translation),
        ("Rotation", "Quaternion", item.rotation),
        ("Scale", "Vector3", item.scale),
    )
    fields = [
        ("BoneName", item.bone),
        ("KeyCount", str(item.key_count)),
        ("Duration", item.duration),
        ("KeyInterval", item.interval),
        *((f"Has{name}", truth(bool(keys))) for name, _, keys in channels),
        ("HasTime", truth(bool(item.time))),
        *((f"Fixed{name}", truth(item.fixed(keys))) for name, _, keys in channels),
    ]
    lines = ["        <KeyFrameSequence>"]
    lines += [f"            <{name}>{value}</{name}>" for name, value in fields]
    for name, kind, keys in channels:
        if keys:
            lines.append(f"            <{name}>")
            for key in keys:
                lines.append(f"                <{kind}>")
                lines += [f"                    <{axis}>{text}</{axis}>" for axis, text in zip("XYZW", key)]
                lines.append(f"                </{kind}>")
            lines.append(f"            </{name}>")
    if item.time:
        lines.append("            <Time>")
        lines += [f"                <float>{text}</float>" for text in item.time]
        lines.append("            </Time>")
    return lines + ["        </KeyFrameSequence>"]


def truth(value: bool) -> str:
    return "true" if value else "false"


def skeleton_text() -> str:
    """The bind pose."""
    lines = [
        "# The robot's bind pose: bones parents first, local to the parent, metres;"
        " rotation is a quaternion x y z w.",
        "root_axis = [-0.707106781, 0.0, 0.0, 0.707106781]"
        "   # -90 degrees about X: authored Z up, shown Y up",
    ]
    for bone in BONES:
        pose = bind(bone.name)
        rotation = numbers(one_hemisphere([pose.rotation])[0])
        scale = numbers(pose.scale)
        lines += ["", "[[bone]]", f'name = "{bone.name}"']
        if bone.parent is not None:
            lines.append(f'parent = "{bone.parent}"')
        lines.append(f"translation = [{', '.join(numbers(pose.translation))}]")
        if rotation != numbers(IDENTITY):
            lines.append(f"rotation = [{', '.join(rotation)}]")
        if scale != numbers((1.0, 1.0, 1.0)):
            lines.append(f"scale = [{', '.join(scale)}]")
    return "\n".join(lines) + "\n"


class Action(NamedTuple):
    """What the game asks for, and what then plays."""

    name: str
    clip: str
    mode: str
    blend: str


LOWER_ACTIONS = (
    Action("Idle", "Low_Idle", "repeat", "0.5"),
    Action("Run", "Low_Run", "repeat", "0.3"),
    Action("Damage", "Low_Damage", "once", "0.2"),
    Action("Walk", "Low_Walk", "repeat", "0.3"),
    Action("BackwardWalk", "Low_WalkBack", "repeat", "0.3"),
    Action("LeftTurn", "Low_TurnLeft", "repeat", "0.5"),
    Action("RightTurn", "Low_TurnRight", "repeat", "0.5"),
    Action("ForwardDead", "Low_DeathFront", "once", "0.2"),
    Action("BackwardDead", "Low_DeathBack", "once", "0.2"),
    Action("LeftDead", "Low_DeathLeft", "once", "0.2"),
    Action("RightDead", "Low_DeathRight", "once", "0.2"),
    Action("BoosterPrepare", "Low_BoosterStart", "once", "0.2"),
    Action("BoosterActive", "Low_BoosterMove", "once", "0.2"),
    Action("BoosterFinish", "Low_BoosterEnd", "once", "0.2"),
    Action("BoosterBreak", "Low_BoosterMiss", "once", "0.2"),
    Action("BoosterLeftTurn", "Low_BoosterTurnLeft", "once", "0.2"),
    Action("BoosterRightTurn", "Low_BoosterTurnRight", "once", "0.2"),
)

UPPER_ACTIONS = (
    Action("Idle", "Up_Idle", "repeat", "0.5"),
    Action("Run", "Up_Run", "repeat", "0.3"),
    Action("Damage", "Up_Damage", "once", "0.2"),
    Action("WeaponChange", "Up_Change", "once", "0.2"),
    Action("ForwardNonFire", "Up_NonAttackFront", "once", "0.5"),
    Action("LeftNonFire", "Up_NonAttackLeft", "once", "0.5"),
    Action("RightNonFire", "Up_NonAttackRight", "once", "0.5"),
    Action("ForwardMachineGunFire", "Up_AttackFrontBase", "once", "0.5"),
    Action("LeftMachineGunFire", "Up_AttackLeftBase", "once", "0.5"),
    Action("RightMachineGunFire", "Up_AttackRightBase", "once", "0.5"),
    Action("ReloadMachineGun", "Up_ReloadBase", "once", "0.5"),
    Action("ForwardShotgunFire", "Up_AttackFrontShotgun", "once", "0.5"),
    Action("LeftShotgunFire", "Up_AttackLeftShotgun", "once", "0.5"),
    Action("RightShotgunFire", "Up_AttackRightShotgun", "once", "0.5"),
    Action("ReloadShotgun", "Up_ReloadShotgun", "once", "0.5"),
    Action("ForwardHandgunFire", "Up_AttackFrontHandgun", "once", "0.5"),
    Action("LeftHandgunFire", "Up_AttackLeftHandgun", "once", "0.5"),
    Action("RightHandgunFire", "Up_AttackRightHandgun", "once", "0.5"),
    Action("ReloadHandgun", "Up_ReloadHandgun", "once", "0.5"),
    Action("ForwardDead", "Up_DeathFront", "once", "0.2"),
    Action("BackwardDead", "Up_DeathBack", "once", "0.2"),
    Action("LeftDead", "Up_DeathLeft", "once", "0.2"),
    Action("RightDead", "Up_DeathRight", "once", "0.2"),
    Action("BoosterPrepare", "Up_BoosterStart", "once", "0.2"),
    Action("BoosterActive", "Up_BoosterMove", "once", "0.2"),
    Action("BoosterFinish", "Up_BoosterEnd", "once", "0.2"),
    Action("BoosterBreak", "Up_BoosterMiss", "once", "0.2"),
    Action("BoosterLeftTurn", "Up_BoosterTurnLeft", "once", "0.2"),
    Action("BoosterRightTurn", "Up_BoosterTurnRight", "once", "0.2"),
)


def actions_text() -> str:
    """The action set."""
    lines = [
        "# Which clip each action plays, and how. `clip` names an asset, relative to this file's folder",
        '# unless it starts with "/". `blend` is in seconds. Also known: `start` (seconds into the clip),',
        "# `speed` (time scale).",
        'skeleton = "/Models/Grund.skeleton"',
    ]
    for layer, actions in (("lower", LOWER_ACTIONS), ("upper", UPPER_ACTIONS)):
        lines += ["", "[[layer]]", f'name = "{layer}"']
        for action in actions:
            lines += [
                "",
                "[[layer.action]]",
                f'name = "{action.name}"',
                f'clip = "{asset(action.clip)}"',
                f'mode = "{action.mode}"',
                f"blend = {action.blend}",
            ]
    return "\n".join(lines) + "\n"


def footsteps_text(clip: str, frames: int) -> str:
    """When the feet touch down in a cycle of so many frames: see `feet`."""
    lines = [f"# Footsteps of {clip}, the frames in which the heels touch down.", f"rate = {FRAME_RATE}"]
    for frame, side in ((0, "left"), (frames // 2, "right")):
        lines += ["", "[[event]]", f"frame = {frame}", 'name = "footstep"', f'text = "{side}"']
    return "\n".join(lines) + "\n"


MANIFEST = """\
# The sample game. `rigmill build content` builds it into content/build/native.
[project]
name = "Grund"
targets = ["native"]

# What the file extension would choose anyway, spelt out to show the form of a rule. Later rules win.
[[rule]]
match = "Animation/**/*.Animation"
importer = "animation-xml"
processor = "animation"

# Clips from FBX: files of takes become `Low@Walk`, and neither a model nor a skeleton.
[[rule]]
match = "Animation/**/*.fbx"
processor = "clips"

# The robot's model. Its skeleton is that of Grund.skeleton.toml, so none is made of the FBX.
[[rule]]
match = "Models/Grund.fbx"
processor = "model"
params = { skeleton = false }

# A normal map is calculated with, not looked at: its numbers are no colours, and its mipmaps are averaged as directions.
[[rule]]
match = "**/*_Normal.png"
params = { normal = true }

# How a surface reflects light: light that reaches it, roughness and metalness in the channels of one image.
[[rule]]
match = "**/*_Wear.png"
params = { srgb = false }

# What is only run into, by its name: triangles and the tree that finds them, in metres with Y up as all FBX
# becomes, whatever unit and axes it was drawn with.
[[rule]]
match = "**/*_Collision.fbx"
processor = "collision"

# Where the root goes in this clip becomes content that moves the character.
[[rule]]
match = "Motion/Patrol.Animation"
processor = "motion"
params = { root = "Root", interpolation = "smooth" }

# A walk that stays in place, `Motion/Stroll`, and beside it the movement of its root, `Motion/Stroll.motion`.
[[rule]]
match = "Motion/Stroll.Animation"
processor = "animation"
params = { root_motion = { root = "Root", interpolation = "smooth", skeleton = "Models/Grund.skeleton" } }

# A unit's data, checked by a schema: a misspelt name or a missing asset is an error with its position.
[[rule]]
match = "Data/*.spec"
params = { schema = "Data/unit.schema.toml" }

# Sparks: every field in the order of the schema, and for the target `xna` as the game's own type reader reads them.
[[rule]]
match = "Particles/*.Particle"
params = { schema = "Particles/particle.schema.toml", layout = "fields", reader = "Grund.ParticleReader, Grund" }

# An example: read every FBX with the pure Rust importer, if Rigmill was built with `--features fbx-dom`.
# [[rule]]
# match = "**/*.fbx"
# importer = "fbx-dom"

# Sampled at 30 frames a second, with each bone's path from the root. `writer = "msgpack"` would write it for MessagePack-CSharp.
[[rule]]
match = "Animation/Sampled/*.Animation"
processor = "sampled-clip"
params = { rate = 30, skeleton = "Models/Grund.skeleton" }

# Compressed: off by a tenth of a millimetre at most, 3 cm from each bone. Coded, it is as small on disk as it gets; "packed" would be used from a mapped file.
[[rule]]
match = "Animation/Compressed/*.Animation"
processor = "compress"
params = { skeleton = "Models/Grund.skeleton", error_mm = 0.1, shell_cm = 3, storage = "coded" }
"""


def demo_text() -> str:
    """A play script: stand, walk, run, stop; reload on the way. What a footstep sounds like, first."""
    clips = (
        ("Idle", "Low_Idle"),
        ("Walk", "Low_Walk"),
        ("Run", "Low_Run"),
        ("Aim", "Up_Idle"),
        ("Reload", "Up_ReloadShotgun"),
    )
    commands = [
        ("sound", "Footstep", "Sounds/Footstep.wav"),
        *(("clip", name, source(clip)) for name, clip in clips),
        ("bones", *(name for name, _ in clips)),
        ("only", "Root", "Pelvis", "L Thigh", "L Calf", "Spine1", "L UpperArm", "L Forearm", WEAPONS[1]),
        ("play", "Idle", "0", "0", "1", "Repeat"),
        ("play", "Aim", "0", "0", "1", "Repeat"),
        ("step", "60", "1/60", "10"),
        ("play", "Walk", "0", "0.3", "1", "Repeat"),
        ("step", "90", "1/60", "10"),
        ("play", "Reload", "0", "0.5", "1", "Once"),
        ("step", "30", "1/60", "10"),
        ("play", "Run", "0", "0.3", "1", "Repeat"),
        ("step", "90", "1/60", "10"),
        ("play", "Aim", "0", "0.5", "1", "Repeat"),
        ("play", "Idle", "0", "0.5", "1", "Repeat"),
        ("step", "60", "1/60", "10"),
    ]
    return "".join("\t".join(fields) + "\n" for fields in commands)


def patrol_text() -> str:
    """A round of 1 m radius in 4 s, the root looking along its way."""
    clip = Clip("Patrol", 120, cycle(120, lambda phase: {}), step=6, loop=True)

    def key(frame: int) -> Transform:
        degrees = 3.0 * frame
        place = (cosine(degrees), sine(degrees), 0.0)
        return Transform(place, (0.0, 0.0, sine(degrees / 2.0), cosine(degrees / 2.0)))

    return clip_text([sequence(clip, "Root", [key(frame) for frame in clip.key_frames()])])


SHOT = """\
# The moment of the shot.
[[event]]
time = 0.1
name = "shot"
text = "right"
"""


def stroll_text() -> str:
    """The legs of the walk, the root going ahead as fast as the ground goes back under the feet."""
    clip = Clip("Low_Stroll", 32, cycle(32, walk), loop=True)
    a_cycle = 2.0 * WALK.stride / WALK.stance

    def bones(frame: int) -> Bones:
        bones = clip.bones_at(frame)
        ahead = (0.0, a_cycle * frame / clip.frames, 0.0)
        return {**bones, "Root": bones["Root"]._replace(translation=add(bones["Root"].translation, ahead))}

    poses = [bones(frame) for frame in clip.key_frames()]
    return clip_text([sequence(clip, bone, [pose[bone] for pose in poses]) for bone in sorted(poses[0])])


def all_clips() -> List[Clip]:
    """Every clip, validated."""
    validate_skeleton()
    clips = lower_clips() + upper_clips()
    played = [action.clip for action in LOWER_ACTIONS + UPPER_ACTIONS]
    matched = sorted(played) == sorted(clip.name for clip in clips)
    require(matched, "actions", "clips and actions do not match")
    for clip in clips:
        validate(clip, sequences(clip))
    return clips


def clip_bytes(clip: Clip) -> bytes:
    """The file that a clip is in."""
    if clip.name in TAKES:
        return take_file(TAKES[clip.name][1], [clip.bones_at(at) for at in clip.key_frames()])
    return clip_text(sequences(clip)).encode("utf-8")


def all_files() -> Dict[str, bytes]:
    """Path below this folder -> bytes, everything validated."""
    texts = {
        "Models/Grund.skeleton.toml": skeleton_text(),
        f"{CLIP_FOLDER}/Grund.actions.toml": actions_text(),
        f"{CLIP_FOLDER}/Up_AttackFrontHandgun.events.toml": SHOT,
        f"{CLIP_FOLDER}/Low_Run.events.toml": footsteps_text("Low_Run", 24),
        f"{CLIP_FOLDER}/Low@Walk.events.toml": footsteps_text("Low@Walk", 32),
        "rigmill.toml": MANIFEST,
        "demo.play": demo_text(),
        "Motion/Patrol.Animation": patrol_text(),
        "Motion/Stroll.Animation": stroll_text(),
        "Fonts/Display.spritefont": font.description(),
    }
    return {
        **{path: text.encode("utf-8") for path, text in texts.items()},
        **{source(clip.name): clip_bytes(clip) for clip in all_clips()},
        "Models/Grund.fbx": robot.model_file(),
        "Models/Textures/Grund_Armour.png": textures.armour(),
        "Models/Textures/Grund_Armour_Normal.png": textures.armour_normals(),
        "Models/Textures/Grund_Armour_Wear.png": textures.armour_wear(),
        "Models/Textures/Grund_Frame.png": textures.frame(),
        "Models/Textures/Yard_Sand.png": textures.sand(),
        "Models/Pilot.glb": face.pilot(),
        "Models/Levels/Beacon.fbx": beacon.beacon_file(),
        "Models/Levels/Yard.glb": level.yard(),
        "Models/Levels/Yard_Collision.fbx": yard.collision_file(),
        "Models/Levels/Yard_Sky.dds": sky.sky(),
        "Sounds/Footstep.wav": sound.footstep(),
        "Fonts/GrundDisplay.ttf": font.display(),
    }


# ---------------------------------------------------------------------------------------------
# The command
# ---------------------------------------------------------------------------------------------

def write(files: Dict[str, bytes]) -> None:
    for path, data in files.items():
        target = HERE / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def differences(files: Dict[str, bytes]) -> List[str]:
    """One line for each file that is missing, different, or no longer made."""
    found = []
    for path, data in files.items():
        target = HERE / path
        if not target.is_file():
            found.append(f"missing: {path}")
        elif target.read_bytes() != data:
            found.append(f"differs: {path}")
    made = ((CLIP_FOLDER, "*.*"), ("Models", "*.fbx"), ("Models", "*.glb"), ("Models", "*.png"), ("Models", "*.dds"), ("Sounds", "*.wav"), ("Fonts", "*.*"))
    there = sorted(target for folder, pattern in made for target in (HERE / folder).rglob(pattern))
    names = (target.relative_to(HERE).as_posix() for target in there)
    return found + [f"not made here: {name}" for name in names if name not in files]


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the sample game's content.")
    parser.add_argument("--check", action="store_true", help="compare with what is there instead of writing")
    parser.add_argument("--print", metavar="CLIP", help="print a clip in the form of an .Animation file")
    options = parser.parse_args()
    if options.print:
        clips = {clip.name: clip for clip in all_clips()}
        require(options.print in clips, options.print, "there is no such clip")
        sys.stdout.write(clip_text(sequences(clips[options.print])))
        return 0
    files = all_files()
    if not options.check:
        write(files)
        print(f"wrote {len(files)} files")
        return 0
    found = differences(files)
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
