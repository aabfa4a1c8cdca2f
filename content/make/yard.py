# SPDX-License-Identifier: MIT OR Apache-2.0
"""What the robot runs into: a walled yard with ramps, pillars and crates. In centimetres, as artists have it."""

from typing import Callable, Dict, List, NamedTuple, Sequence, Tuple

from .arithmetic import Vector
from .fbx import SCENE, Document
from .shapes import Cell, Face, Mesh, circle

WHOLE = Cell(0.0, 0.0, 1.0, 1.0)
# The yard's outline, counter-clockwise seen from above: a corner of it is cut out.
OUTLINE: Tuple[Tuple[float, float], ...] = (
    (-1000.0, -800.0), (1000.0, -800.0), (1000.0, 200.0), (400.0, 200.0), (400.0, 800.0), (-1000.0, 800.0),
)
WALL_HEIGHT, WALL_WIDTH = 250.0, 40.0


def prism(outline: Sequence[Vector], way: Vector) -> Mesh:
    """A body between an outline, counter-clockwise seen from where it goes, and the same outline further on."""
    mesh = Mesh()
    beyond = [tuple(a + b for a, b in zip(corner, way)) for corner in outline]
    mesh.body([list(outline), beyond], WHOLE, 0)
    return mesh


def ground() -> Mesh:
    mesh = Mesh()
    mesh.vertices = [(x, y, 0.0) for x, y in OUTLINE]
    mesh.faces = [Face(tuple(range(len(OUTLINE))), tuple((x / 200.0, y / 200.0) for x, y in OUTLINE), 0)]
    return mesh


def cube() -> Mesh:
    """One metre wide, on the ground."""
    return prism([(50.0, -50.0, 0.0), (50.0, 50.0, 0.0), (-50.0, 50.0, 0.0), (-50.0, -50.0, 0.0)], (0.0, 0.0, 100.0))


def ramp() -> Mesh:
    """Two metres wide; it rises by one metre on four, away from the viewer."""
    return prism([(100.0, 0.0, 0.0), (100.0, 400.0, 0.0), (100.0, 400.0, 100.0)][::-1], (-200.0, 0.0, 0.0))


def pillar() -> Mesh:
    return prism(circle((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 40.0, 6), (0.0, 0.0, 300.0))


class Place(NamedTuple):
    """Where a shape stands: scaled first, then turned about Z by degrees."""

    name: str
    shape: str
    at: Vector
    turn: float = 0.0
    scale: Vector = (1.0, 1.0, 1.0)


SHAPES: Dict[str, Callable[[], Mesh]] = {"Ground": ground, "Box": cube, "Ramp": ramp, "Pillar": pillar}


def walls() -> List[Place]:
    places = []
    for number, (a, b) in enumerate(zip(OUTLINE, OUTLINE[1:] + OUTLINE[:1]), 1):
        middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0, 0.0)
        lengths = (abs(b[0] - a[0]) + WALL_WIDTH, abs(b[1] - a[1]) + WALL_WIDTH)
        scale = (lengths[0] / 100.0, lengths[1] / 100.0, WALL_HEIGHT / 100.0)
        places.append(Place(f"Wall {number}", "Box", middle, scale=scale))
    return places


def places() -> List[Place]:
    return [
        Place("Ground", "Ground", (0.0, 0.0, 0.0)),
        *walls(),
        Place("Crate 1", "Box", (300.0, -300.0, 0.0), 30.0, (1.2, 1.2, 1.2)),
        Place("Crate 2", "Box", (300.0, -300.0, 120.0), -15.0, (0.8, 0.8, 0.8)),
        Place("Ramp 1", "Ramp", (-600.0, 0.0, 0.0)),
        Place("Ramp 2", "Ramp", (600.0, -600.0, 0.0), 90.0, (-1.0, 1.0, 1.0)),  # a mirror image
        Place("Platform", "Box", (-600.0, 500.0, 0.0), scale=(2.0, 2.0, 1.0)),
        *(Place(f"Pillar {number}", "Pillar", (x, 500.0, 0.0)) for number, x in enumerate((-300.0, 0.0), 1)),
    ]


def collision_file() -> bytes:
    """Meshes that stand in several places are in the file once, as artists place copies of one object."""
    document = Document(centimetres=1.0)
    yard = document.model("Yard", "Null", SCENE)
    geometries: Dict[str, int] = {}
    for place in places():
        if place.shape not in geometries:
            mesh = SHAPES[place.shape]()
            corners = mesh.corners()
            geometries[place.shape] = document.geometry(place.shape, mesh.vertices, corners, [0] * len(mesh.faces))
        node = document.model(
            place.name, "Mesh", yard, translation=place.at, rotation=(0.0, 0.0, place.turn), scale=place.scale
        )
        document.connect(geometries[place.shape], node)
    return document.to_bytes()
