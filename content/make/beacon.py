# SPDX-License-Identifier: MIT OR Apache-2.0
"""A lamp on a mast, at three levels of detail. In centimetres."""

from typing import NamedTuple, Tuple

from .arithmetic import Vector
from .fbx import SCENE, Document
from .shapes import Cell, Mesh, circle

WHOLE = Cell(0.0, 0.0, 1.0, 1.0)
UP: Vector = (0.0, 0.0, 1.0)
DISTANCES = (800.0, 2500.0)  # where the second level begins, and the third
MAST, GLASS = 0, 1
HEIGHT = 300.0


class Level(NamedTuple):
    """How finely a level is drawn: sides of a ring, and the rings of the mast by height and radius."""

    sides: int
    rings: Tuple[Tuple[float, float], ...]


LEVELS = (
    Level(16, ((0.0, 40.0), (6.0, 40.0), (14.0, 14.0), (20.0, 8.0), (255.0, 6.0), (262.0, 20.0), (268.0, 20.0))),
    Level(8, ((0.0, 40.0), (14.0, 14.0), (255.0, 7.0), (268.0, 20.0))),
    Level(4, ((0.0, 20.0), (268.0, 12.0))),
)


def mesh(level: Level) -> Mesh:
    made = Mesh()
    made.body([circle((0.0, 0.0, at), UP, radius, level.sides) for at, radius in level.rings], WHOLE, MAST)
    lamp = [(268.0, 16.0), (290.0, 22.0), (HEIGHT, 8.0)]
    made.body([circle((0.0, 0.0, at), UP, radius, level.sides) for at, radius in lamp], WHOLE, GLASS)
    return made


def beacon_file() -> bytes:
    document = Document(centimetres=1.0)
    beacon = document.model("Beacon", "Null", SCENE)
    mast = document.material("Mast", (0.3, 0.32, 0.35), 0.3, 24.0)
    glass = document.material("Lamp", (0.9, 0.75, 0.4), 0.1, 8.0, glow=(1.0, 0.8, 0.35))
    group = document.levels("Beacon_Levels", beacon, DISTANCES)
    for number, level in enumerate(LEVELS):
        shape = mesh(level)
        node = document.model(f"Beacon_LOD{number}", "Mesh", group)
        materials = [face.material for face in shape.faces]
        document.connect(document.geometry(f"Beacon_LOD{number}", shape.vertices, shape.corners(), materials), node)
        document.connect(mast, node)
        document.connect(glass, node)
    # Straight down: a light shines along -Y of its node.
    document.lamp(
        "Beacon_Lamp", beacon, (1.0, 0.8, 0.5), (60.0, 90.0, 250.0),
        translation=(0.0, 0.0, 265.0), rotation=(90.0, 0.0, 0.0),
    )
    return document.to_bytes()
