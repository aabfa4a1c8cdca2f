# SPDX-License-Identifier: MIT OR Apache-2.0
"""Polygon meshes: bodies of rings, with edges that are soft where they are flat and hard where they are not."""

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from .arithmetic import Quaternion, Vector, add, cosine, cross, dot, length, rotate, scaled, sine, subtract, unit
from .fbx import Corners

CREASE = 0.77  # the cosine of 40 degrees, about: faces that meet at less are shaded as one

Uv = Tuple[float, float]


def on_grid(value: Vector, parts: int) -> Vector:
    """Rounded to parts of one that single precision holds exactly, and that take little room in a file."""
    return tuple(round(number * parts) / parts for number in value)


class Cell(NamedTuple):
    """A part of an image: its corner at the bottom left, and how large it is."""

    u: float
    v: float
    width: float
    height: float

    def at(self, across: float, up: float) -> Uv:
        return on_grid((self.u + self.width * across, self.v + self.height * up), 4096)


class Face(NamedTuple):
    vertices: Tuple[int, ...]  # counter-clockwise seen from outside
    uvs: Tuple[Uv, ...]
    material: int


class Ring(NamedTuple):
    """A rectangle across a body with its corners cut off."""

    along: float  # 0 at the body's beginning, 1 at its end
    width: float  # from the middle to either side
    depth: float  # from the middle to front or back
    cut: float = 0.02
    right: float = 0.0  # how far the middle is off the body's axis
    ahead: float = 0.0


class Mesh:
    """Polygons in the making."""

    def __init__(self) -> None:
        self.vertices: List[Vector] = []
        self.faces: List[Face] = []
        self.influences: List[Dict[str, float]] = []  # for each vertex, bones with weights

    def body(
        self,
        rings: Sequence[Sequence[Vector]],
        cell: Cell,
        material: int,
        influences: Sequence[Dict[str, float]] = (),
        repeat: float = 1.0,
    ) -> None:
        """A closed body: rings of as many corners each, counter-clockwise seen from its end. `influences` are those of
        each ring; the image is laid along it `repeat` times."""
        first, size = len(self.vertices), len(rings[0])
        self.vertices += [corner for ring in rings for corner in ring]
        self.influences += [dict(influences[at]) if influences else {} for at, ring in enumerate(rings) for _ in ring]
        ups = heights(rings, repeat)
        acrosses = widths(size)
        for below in range(len(rings) - 1):
            for at in range(size):
                lower, upper = first + below * size, first + (below + 1) * size
                beside = (at + 1) % size
                left, right = acrosses[at]
                uvs = [(left, ups[below]), (right, ups[below]), (right, ups[below + 1]), (left, ups[below + 1])]
                vertices = (lower + at, lower + beside, upper + beside, upper + at)
                self.faces.append(Face(vertices, tuple(cell.at(*uv) for uv in uvs), material))
        last = first + (len(rings) - 1) * size
        self.lid(tuple(range(first + size - 1, first - 1, -1)), cell, material)
        self.lid(tuple(range(last, last + size)), cell, material)

    def lid(self, vertices: Tuple[int, ...], cell: Cell, material: int) -> None:
        """One flat polygon; its image is laid on it from its middle outwards."""
        count = len(vertices)
        uvs = tuple(
            cell.at(0.5 + 0.35 * cosine(360.0 * at / count + 22.5), 0.5 + 0.35 * sine(360.0 * at / count + 22.5))
            for at in range(count)
        )
        self.faces.append(Face(vertices, uvs, material))

    def mirrored(self) -> "Mesh":
        """The mesh on the other side, its bones too."""
        other = Mesh()
        other.vertices = [(-x, y, z) for x, y, z in self.vertices]
        other.faces = [Face(face.vertices[::-1], face.uvs[::-1], face.material) for face in self.faces]
        swap = {"L ": "R ", "R ": "L "}
        other.influences = [
            {swap.get(bone[:2], bone[:2]) + bone[2:]: weight for bone, weight in bones.items()}
            for bones in self.influences
        ]
        return other

    def join(self, other: "Mesh") -> None:
        first = len(self.vertices)
        self.vertices += other.vertices
        self.influences += other.influences
        self.faces += [face._replace(vertices=tuple(first + at for at in face.vertices)) for face in other.faces]

    def placed(self, turn: Quaternion, origin: Vector) -> None:
        """Moves every vertex by `origin`, then turns it."""
        self.vertices = [on_grid(rotate(turn, subtract(vertex, origin)), 8192) for vertex in self.vertices]

    def corners(self) -> Corners:
        normals = self.normals()
        return Corners(
            [len(face.vertices) for face in self.faces],
            [vertex for face in self.faces for vertex in face.vertices],
            [normals[face][vertex] for face, it in enumerate(self.faces) for vertex in it.vertices],
            [uv for face in self.faces for uv in face.uvs],
        )

    def normals(self) -> List[Dict[int, Vector]]:
        """For each face, a normal at each of its vertices: that of all faces there that it is shaded as one with."""
        areas = [area(tuple(self.vertices[at] for at in face.vertices)) for face in self.faces]
        flat = [unit(it) for it in areas]
        around: Dict[int, List[int]] = {}
        for at, face in enumerate(self.faces):
            for vertex in face.vertices:
                around.setdefault(vertex, []).append(at)
        result = []
        for at, face in enumerate(self.faces):
            smooth = {}
            for vertex in face.vertices:
                total = (0.0, 0.0, 0.0)
                for beside in around[vertex]:
                    if dot(flat[at], flat[beside]) > CREASE:
                        total = add(total, areas[beside])
                smooth[vertex] = on_grid(unit(total), 1024)
            result.append(smooth)
        return result

    def triangles(self) -> int:
        return sum(len(face.vertices) - 2 for face in self.faces)


def area(corners: Sequence[Vector]) -> Vector:
    """A polygon's normal, as long as twice its area."""
    total = (0.0, 0.0, 0.0)
    for a, b in zip(corners[1:], corners[2:]):
        total = add(total, cross(subtract(a, corners[0]), subtract(b, corners[0])))
    return total


def heights(rings: Sequence[Sequence[Vector]], repeat: float) -> List[float]:
    """How far up the image each ring is: by the way along the body's side."""
    sums = [0.0]
    for below, above in zip(rings, rings[1:]):
        sums.append(sums[-1] + max(length(subtract(a, b)) for a, b in zip(above, below)))
    return [repeat * it / sums[-1] for it in sums]


def widths(size: int) -> List[Tuple[float, float]]:
    """What each side of a ring shows of the image: a wide side nearly all, a cut corner its edge."""
    if size == 8:
        return [(0.04, 0.96) if at % 2 == 0 else (0.01, 0.03) for at in range(size)]
    return [(at / size, (at + 1) / size) for at in range(size)]


def axes(along: Vector, side: Vector) -> Tuple[Vector, Vector]:
    """What is right and ahead for a ring across `along`: right is as near to `side` as can be."""
    axis = unit(along)
    right = unit(subtract(side, scaled(axis, dot(side, axis))))
    return right, cross(axis, right)


def block(start: Vector, end: Vector, rings: Sequence[Ring], side: Vector = (1.0, 0.0, 0.0)) -> List[List[Vector]]:
    """Rings along a line, for `body`."""
    way = subtract(end, start)
    right, ahead = axes(way, side)
    return [block_ring(add(start, scaled(way, ring.along)), right, ahead, ring) for ring in rings]


def block_ring(middle: Vector, right: Vector, ahead: Vector, ring: Ring) -> List[Vector]:
    w, d, c = ring.width, ring.depth, min(ring.cut, ring.width * 0.6, ring.depth * 0.6)
    corners = [(w, c - d), (w, d - c), (w - c, d), (c - w, d), (-w, d - c), (-w, c - d), (c - w, -d), (w - c, -d)]
    return [
        on_grid(add(middle, add(scaled(right, x + ring.right), scaled(ahead, y + ring.ahead))), 8192)
        for x, y in corners
    ]


def circle(middle: Vector, along: Vector, radius: float, size: int, side: Optional[Vector] = None) -> List[Vector]:
    """A ring of corners round a point, for `body`."""
    right, ahead = axes(along, side or (1.0, 0.0, 0.0))
    turns = [360.0 * at / size for at in range(size)]
    return [
        on_grid(add(middle, add(scaled(right, radius * cosine(turn)), scaled(ahead, radius * sine(turn)))), 8192)
        for turn in turns
    ]
