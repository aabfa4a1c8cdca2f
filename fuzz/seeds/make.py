#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the small FBX files beside this script, binary and as text, with the modules of the sample content."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent.parent / "content"))

from make import fbx  # noqa: E402
from make.fbx import SCENE, Cluster, Corners, Curve, Document  # noqa: E402
from make.fbx_binary import Array  # noqa: E402

SQUARE = [(0.0, 0.0, 0.0), (100.0, 0.0, 0.0), (100.0, 100.0, 0.0), (0.0, 100.0, 0.0)]
CORNERS = Corners([4], [0, 1, 2, 3], [(0.0, 0.0, 1.0)] * 4, [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
UNIT = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)


def mesh() -> Document:
    document = Document(centimetres=1.0)
    node = document.model("Plate", "Mesh", SCENE)
    document.connect(document.geometry("Plate", SQUARE, CORNERS, [0]), node)
    material = document.material("Paint", (0.8, 0.2, 0.1), 0.5, 20.0)
    document.connect(material, node)
    document.texture(material, "DiffuseColor", "Skin", "Skin.png")
    return document


def rig() -> Document:
    document = Document(centimetres=1.0)
    root = document.bone("Root", SCENE)
    arm = document.bone("Arm", root, translation=(0.0, 50.0, 0.0), before=(0.0, 0.0, 90.0))
    node = document.model("Skin", "Mesh", SCENE)
    geometry = document.geometry("Skin", SQUARE, CORNERS, [0])
    document.connect(geometry, node)
    document.skin(geometry, [
        Cluster(root, [0, 1, 2], [1.0, 0.5, 0.25], UNIT, UNIT),
        Cluster(arm, [1, 2, 3], [0.5, 0.75, 1.0], UNIT, UNIT),
    ])
    document.bind_pose([(root, UNIT), (arm, UNIT), (node, UNIT)])
    return animate(document, root, arm)


def animate(document: Document, root: int, arm: int) -> Document:
    layer = document.take("Wave", 4)
    still = Curve([0, 4], [0.0, 0.0])
    document.animate(layer, root, "Lcl Translation", [Curve([0, 2, 4], [0.0, 10.0, 20.0]), still, still])
    document.animate(layer, arm, "Lcl Rotation", [still, still, Curve([0, 4], [0.0, 90.0])])
    return document


def clip() -> Document:
    document = Document(centimetres=1.0)
    root = document.bone("Root", SCENE)
    return animate(document, root, document.bone("Arm", root, translation=(0.0, 50.0, 0.0)))


def text_of_value(value) -> str:
    if isinstance(value, str):
        name, mark, kind = value.partition("\0\1")
        return f'"{kind}::{name}"' if mark else f'"{value}"'
    return "T" if value is True else str(value)


def text_of(record, depth: int = 0) -> str:
    tab = "\t" * depth
    arrays = [value for value in record.values if isinstance(value, Array)]
    if arrays:
        numbers = ",".join(str(number) for number in arrays[0].numbers)
        return f"{tab}{record.name}: *{len(arrays[0].numbers)} {{\n{tab}\ta: {numbers}\n{tab}}}\n"
    values = ",".join(text_of_value(value) for value in record.values if not isinstance(value, bytes))
    if not record.records and record.values:
        return f"{tab}{record.name}: {values}\n"
    below = "".join(text_of(child, depth + 1) for child in record.records)
    return f"{tab}{record.name}: {values} {{\n{below}{tab}}}\n"


def text(document: Document) -> str:
    kept = []
    whole, fbx.file_bytes = fbx.file_bytes, lambda records: kept.extend(records) or b""
    document.to_bytes()
    fbx.file_bytes = whole
    return "; FBX 7.4.0 project file\n" + "".join(text_of(record) for record in kept if record.name != "FileId")


for name, make in (("mesh", mesh), ("rig", rig), ("clip", clip)):
    (HERE / f"{name}.fbx").write_bytes(make().to_bytes())
    (HERE / f"{name}_text.fbx").write_text(text(make()), encoding="utf-8")
