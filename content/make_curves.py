#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the sample game's curve clip and the sources of its sampled clip and of its compressed one.

    python3 make_curves.py           write the files beside this script
    python3 make_curves.py --check   compare instead; exit 1 and name each file that differs
"""

import struct
import sys
from pathlib import Path

from make.arithmetic import cosine, sine

HERE = Path(__file__).resolve().parent
STEP = float("inf")

# Bone path -> component 0 to 6 (position x, y, z, rotation x, y, z, w) -> keys (time, value, in and out tangent).
NOD = {
    "Root/Pelvis/Spine/Spine1/Neck_NA/Head_NA": {
        3: [(0.0, 0.0, 0.0, 0.0), (0.25, 0.125, 0.0, 0.0), (0.75, -0.0625, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)],
        6: [(0.0, 1.0, 0.0, 0.0)],
    },
    "Root/Pelvis/Spine/Spine1/R Clavicle/R UpperArm/R Forearm/R Hand_NA/HeroPointDummyRight": {
        2: [(0.0, 0.0, 0.0, STEP), (0.5, 0.03125, 0.0, 0.0), (1.0, 0.0, -0.125, 0.0)],
    },
}

SWAY = [0.0, 0.0625, 0.0, -0.0625, 0.0]


# Frames of the salute, and by how many degrees the forearm turns until its middle.
SALUTE, BENT = 61, 110.0


def streams(clip):
    """The bytes of NAME.txt and NAMEIndex.txt."""
    keys, index = b"", struct.pack("<i", len(clip))
    for path, curves in clip.items():
        name = path.encode()
        index += struct.pack("<8i", len(name), *(len(curves.get(component, ())) for component in range(7)))
        keys += name
        for component in sorted(curves):
            keys += b"".join(struct.pack("<4f", *key) for key in curves[component])
    return keys, index


def animation():
    """The pelvis sways for two seconds."""
    vectors = "".join(f"        <Vector3><X>{x:.6f}</X><Y>0.000000</Y><Z>0.900000</Z></Vector3>\n" for x in SWAY)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<AnimationSequence>
  <KeyFrameSequenceCount>1</KeyFrameSequenceCount>
  <Duration>2</Duration>
  <KeyFrameSequences>
    <KeyFrameSequence>
      <BoneName>Pelvis</BoneName>
      <KeyCount>{len(SWAY)}</KeyCount>
      <Duration>2</Duration>
      <KeyInterval>0.5</KeyInterval>
      <HasTranslation>true</HasTranslation>
      <Translation>
{vectors}      </Translation>
    </KeyFrameSequence>
  </KeyFrameSequences>
</AnimationSequence>
""".encode()


def salute():
    """The right forearm is bent and comes back, two seconds at 30 frames a second."""
    keys = ""
    for key in range(SALUTE):
        half = BENT / 4.0 * (1.0 - cosine(360.0 * key / (SALUTE - 1)))
        keys += f"        <Quaternion><X>0</X><Y>0</Y><Z>{sine(half):.6f}</Z><W>{cosine(half):.6f}</W></Quaternion>\n"
    return f"""<?xml version="1.0" encoding="utf-8"?>
<AnimationSequence>
  <KeyFrameSequenceCount>1</KeyFrameSequenceCount>
  <Duration>2</Duration>
  <KeyFrameSequences>
    <KeyFrameSequence>
      <BoneName>R Forearm</BoneName>
      <KeyCount>{SALUTE}</KeyCount>
      <Duration>2</Duration>
      <KeyInterval>0.0333333</KeyInterval>
      <HasRotation>true</HasRotation>
      <Rotation>
{keys}      </Rotation>
    </KeyFrameSequence>
  </KeyFrameSequences>
</AnimationSequence>
""".encode()


def main():
    keys, index = streams(NOD)
    files = {
        "Animation/Curves/Nod.txt": keys,
        "Animation/Curves/NodIndex.txt": index,
        "Animation/Sampled/Sway.Animation": animation(),
        "Animation/Compressed/Salute.Animation": salute(),
    }
    wrong = []
    for name, data in files.items():
        path = HERE / name
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        elif not path.is_file() or path.read_bytes() != data:
            wrong.append(name)
    for name in wrong:
        print(f"{name} is not as the script makes it")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
