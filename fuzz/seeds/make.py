#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the small FBX files beside this script, binary and as text, with the modules of the sample content, and a glTF file."""

import base64
import json
import struct
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


def face() -> dict:
    """A triangle with two morph targets, and an animation of their weights."""
    views = [
        [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0],
        [0.0, 0.5, 1.0],
        [0.0, 0.0, 1.0, 0.5, 0.0, 1.0],
    ]
    buffer = b"".join(struct.pack(f"<{len(view)}f", *view) for view in views)
    offsets = [4 * sum(map(len, views[:at])) for at in range(len(views))]
    vectors = {"componentType": 5126, "type": "VEC3", "count": 3, "min": [0.0, 0.0, 0.0], "max": [1.0, 1.0, 1.0]}
    numbers = [{"componentType": 5126, "type": "SCALAR", "count": count} for count in (3, 6)]
    numbers[0] |= {"min": [0.0], "max": [1.0]}
    accessors = [vectors] * 3 + numbers
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "Face", "mesh": 0}],
        "meshes": [{
            "primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 1}, {"POSITION": 2}]}],
            "weights": [0.0, 0.5],
            "extras": {"targetNames": ["Smile", "Blink"]},
        }],
        "animations": [{
            "name": "Talk",
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}],
            "samplers": [{"input": 3, "output": 4}],
        }],
        "accessors": [accessor | {"bufferView": at} for at, accessor in enumerate(accessors)],
        "bufferViews": [{"buffer": 0, "byteOffset": at, "byteLength": 4 * len(view)} for at, view in zip(offsets, views)],
        "buffers": [{
            "byteLength": len(buffer),
            "uri": f"data:application/octet-stream;base64,{base64.b64encode(buffer).decode()}",
        }],
    }


(HERE / "face.gltf").write_text(json.dumps(face(), indent=1) + "\n", encoding="utf-8")
for name, make in (("mesh", mesh), ("rig", rig), ("clip", clip)):
    (HERE / f"{name}.fbx").write_bytes(make().to_bytes())
    (HERE / f"{name}_text.fbx").write_text(text(make()), encoding="utf-8")
