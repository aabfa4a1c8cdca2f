# SPDX-License-Identifier: MIT OR Apache-2.0
"""glTF 2.0 in one file: a document, and the numbers that it refers to. Y is up, a front shows +Z, lengths are metres."""

import json
import struct
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from .arithmetic import Vector, unit
from .shapes import Mesh, Uv

BYTE, SHORT, FLOAT = 5121, 5123, 5126  # glTF's numbers of component types
VERTICES, INDICES = 34962, 34963  # what a view of the buffer is bound as
LETTERS = {BYTE: "B", SHORT: "H", FLOAT: "f"}

Channel = Tuple[int, str, Sequence[Sequence[float]]]  # a node, its property and a value for each key


class Surface(NamedTuple):
    """Triangles of one material. A vertex has one normal and one place in the image; `uvs` is empty without an image."""

    positions: List[Vector]
    normals: List[Vector]
    uvs: List[Uv]
    triangles: List[Tuple[int, int, int]]


class Glb:
    """A file in the making. Each method that adds an object gives its number."""

    def __init__(self) -> None:
        self.document: dict = {"asset": {"version": "2.0", "generator": "Rigmill's sample content"}, "scene": 0}
        self.buffer = bytearray()

    def push(self, kind: str, value: dict) -> int:
        values = self.document.setdefault(kind, [])
        values.append(value)
        return len(values) - 1

    def use(self, extension: str) -> None:
        used = self.document.setdefault("extensionsUsed", [])
        if extension not in used:
            used.append(extension)

    # numbers

    def view(self, component: int, rows: Sequence[Sequence[float]], target: Optional[int] = None) -> int:
        """Rows begin at multiples of four bytes, as vertices have to."""
        self.buffer += b"\0" * (-len(self.buffer) % 4)
        begin = len(self.buffer)
        for row in rows:
            self.buffer += struct.pack(f"<{len(row)}{LETTERS[component]}", *row)
        view = {"buffer": 0, "byteOffset": begin, "byteLength": len(self.buffer) - begin}
        return self.push("bufferViews", view if target is None else {**view, "target": target})

    def numbers(self, rows: Sequence[Sequence[float]], bounded: bool = False, target: Optional[int] = None) -> int:
        """An accessor of single precision."""
        kind = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 2: "VEC2", 16: "MAT4"}[len(rows[0])]
        bounds = limits(rows) if bounded else {}
        view = self.view(FLOAT, rows, target)
        return self.push("accessors", {
            "bufferView": view, "componentType": FLOAT, "count": len(rows), "type": kind, **bounds,
        })

    def bytes_of_vertices(self, rows: Sequence[Sequence[int]], normalized: bool) -> int:
        view = self.view(BYTE, rows, VERTICES)
        accessor = {"bufferView": view, "componentType": BYTE, "count": len(rows), "type": "VEC4"}
        return self.push("accessors", {**accessor, "normalized": True} if normalized else accessor)

    def indices(self, triangles: Sequence[Tuple[int, int, int]]) -> int:
        flat = [(corner,) for triangle in triangles for corner in triangle]
        view = self.view(SHORT, flat, INDICES)
        return self.push("accessors", {
            "bufferView": view, "componentType": SHORT, "count": len(flat), "type": "SCALAR",
        })

    def sparse(self, count: int, changes: Dict[int, Vector], bounded: bool) -> int:
        """An accessor of vectors that are zero but for these."""
        accessor = {"componentType": FLOAT, "count": count, "type": "VEC3"}
        zeros = [(0.0, 0.0, 0.0)] if len(changes) < count else []
        if bounded:
            accessor.update(limits([*zeros, *changes.values()]))
        if changes:
            at = sorted(changes)
            accessor["sparse"] = {
                "count": len(at),
                "indices": {"bufferView": self.view(SHORT, [(vertex,) for vertex in at]), "componentType": SHORT},
                "values": {"bufferView": self.view(FLOAT, [changes[vertex] for vertex in at])},
            }
        return self.push("accessors", accessor)

    # objects

    def primitive(self, surface: Surface, material: int) -> dict:
        attributes = {
            "POSITION": self.numbers(surface.positions, bounded=True, target=VERTICES),
            "NORMAL": self.numbers(surface.normals, target=VERTICES),
        }
        if surface.uvs:
            attributes["TEXCOORD_0"] = self.numbers(surface.uvs, target=VERTICES)
        return {"attributes": attributes, "indices": self.indices(surface.triangles), "material": material}

    def texture(self, path: str) -> int:
        """An image beside the file, repeated beyond its edges. The same path gives the same texture."""
        images = self.document.setdefault("images", [])
        if {"uri": path} not in images:
            self.push("images", {"uri": path})
            self.push("textures", {"source": len(images) - 1})
        return images.index({"uri": path})

    def animation(self, name: str, channels: Sequence[Channel], times: Sequence[float]) -> None:
        """Straight lines between keys, all at the same times."""
        clock = self.numbers([(time,) for time in times], bounded=True)
        samplers, targets = [], []
        for node, path, values in channels:
            rows = [(value,) for row in values for value in row] if path == "weights" else values
            targets.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
            samplers.append({"input": clock, "output": self.numbers(rows), "interpolation": "LINEAR"})
        self.push("animations", {"name": name, "channels": targets, "samplers": samplers})

    def to_bytes(self) -> bytes:
        document = {**self.document, "buffers": [{"byteLength": len(self.buffer)}]}
        text = json.dumps(document, separators=(",", ":")).encode("utf-8")
        text += b" " * (-len(text) % 4)
        numbers = bytes(self.buffer) + b"\0" * (-len(self.buffer) % 4)
        parts = b"".join(
            struct.pack("<I", len(data)) + kind + data for kind, data in ((b"JSON", text), (b"BIN\0", numbers))
        )
        return b"glTF" + struct.pack("<II", 2, 12 + len(parts)) + parts


def limits(rows: Sequence[Sequence[float]]) -> dict:
    columns = [[single(value) for value in column] for column in zip(*rows)]
    return {"min": [min(column) for column in columns], "max": [max(column) for column in columns]}


def single(value: float) -> float:
    """The number that single precision keeps."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def surfaces(mesh: Mesh) -> Dict[int, Surface]:
    """A mesh of Z up, whose images begin at the bottom, by material. Its polygons are convex."""
    normals = mesh.normals()
    made: Dict[int, Surface] = {}
    known: Dict[tuple, int] = {}
    for at, face in enumerate(mesh.faces):
        surface = made.setdefault(face.material, Surface([], [], [], []))
        corners = []
        for vertex, uv in zip(face.vertices, face.uvs):
            key = (face.material, vertex, normals[at][vertex], uv)
            if key not in known:
                known[key] = len(surface.positions)
                surface.positions.append(upright(mesh.vertices[vertex]))
                surface.normals.append(upright(unit(normals[at][vertex])))
                surface.uvs.append((uv[0], 1.0 - uv[1]))
            corners.append(known[key])
        surface.triangles.extend((corners[0], b, c) for b, c in zip(corners[1:], corners[2:]))
    return made


def upright(z_up: Vector) -> Vector:
    x, y, z = z_up
    return (x, z, -y)
