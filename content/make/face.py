# SPDX-License-Identifier: MIT OR Apache-2.0
"""The pilot: a face with morph targets above a neck that bends, and the clips that move both."""

import math
from typing import Callable, Dict, List, NamedTuple, Sequence, Tuple

from .arithmetic import Vector, add, cosine, cross, length, scaled, sine, subtract, unit
from .glb import Glb, Surface
from .shapes import on_grid

Change = Callable[[Vector], Vector]  # where a vertex goes if a target shows fully

TARGETS = ("Blink", "Smile", "JawOpen", "Pucker", "BrowsUp", "Frown")
# Name, colour, roughness, and what glows.
MATERIALS = (
    ("Shell", (0.6, 0.58, 0.52), 0.45, (0.0, 0.0, 0.0)),
    ("Paint", (0.66, 0.13, 0.02), 0.5, (0.0, 0.0, 0.0)),
    ("Rubber", (0.05, 0.054, 0.062), 0.8, (0.0, 0.0, 0.0)),
    ("Glass", (0.01, 0.013, 0.018), 0.15, (0.0, 0.0, 0.0)),
    ("Glow", (0.02, 0.25, 0.3), 0.6, (0.1, 0.8, 0.9)),
)
SHELL, PAINT, RUBBER, GLASS, GLOW = range(5)
HEAD = (0.0, 0.2, 0.0)  # the joint that the head turns about; the other joint is the origin
SCREEN = (0.0, 0.35, 0.0)  # the middle of the screen, but for its depth
EYE = (0.045, 0.376)  # the middle of the left eye; the right one is its mirror image
MOUTH = 0.302  # how high the mouth is
WIDE = 0.042  # from its middle to a corner


class Piece(NamedTuple):
    """A grid of vertices: rows of as many each, and what targets do to it."""

    rows: List[List[Vector]]
    material: int
    changes: Dict[str, Change] = {}
    closed: bool = True  # whether each row is a ring


# ---------------------------------------------------------------------------------------------
# Shapes
# ---------------------------------------------------------------------------------------------

def squared(value: float) -> float:
    """A sine or cosine of a shape between a circle and a square: that of a superellipse of the fourth degree."""
    return math.sqrt(value) if value >= 0.0 else -math.sqrt(-value)


def blob(middle: Vector, radii: Vector, rows: int, columns: int) -> List[List[Vector]]:
    """A box with round edges, from its bottom up."""
    def ring(row: int) -> List[Vector]:
        up = 180.0 * row / rows - 90.0
        out, height = squared(max(cosine(up), 0.0)), squared(sine(up))
        turns = [360.0 * at / columns for at in range(columns)]
        return [
            add(middle, (radii[0] * out * squared(cosine(turn)), radii[1] * height, -radii[2] * out * squared(sine(turn))))
            for turn in turns
        ]

    return [ring(row) for row in range(rows + 1)]


def depth(x: float, y: float) -> float:
    """How far the screen stands out in front of a point."""
    return 0.142 - 0.9 * x * x - 0.7 * (y - SCREEN[1]) * (y - SCREEN[1])


def disc(
    middle: Tuple[float, float], radii: Tuple[float, float], lift: float, rings: int, columns: int
) -> List[List[Vector]]:
    """A patch of the screen, `lift` in front of it, from its rim to its middle."""
    def point(ring: int, at: int) -> Vector:
        turn, part = 360.0 * at / columns, 1.0 - ring / rings
        x = middle[0] + radii[0] * part * squared(cosine(turn))
        y = middle[1] + radii[1] * part * squared(sine(turn))
        return (x, y, depth(x, y) + lift)

    return [[point(ring, at) for at in range(columns)] for ring in range(rings + 1)]


def bezel() -> List[List[Vector]]:
    """A frame around the screen: from the shell forwards, and over the screen's rim."""
    def ring(wide: float, high: float, lift: float) -> List[Vector]:
        return disc((SCREEN[0], SCREEN[1]), (wide, high), lift, 1, 32)[0]

    return [ring(0.118, 0.098, -0.03), ring(0.117, 0.097, 0.004), ring(0.11, 0.09, 0.007), ring(0.104, 0.084, 0.001)]


def tube(rings: Sequence[Tuple[float, float]], columns: int) -> List[List[Vector]]:
    """An upright body of revolution from heights and radii."""
    turns = [360.0 * at / columns for at in range(columns)]
    return [[(radius * cosine(turn), y, -radius * sine(turn)) for turn in turns] for y, radius in rings]


def lips() -> List[List[Vector]]:
    """A bar from the left corner of the mouth to the right one, in rows from its lower edge to its upper one."""
    def point(row: int, column: int) -> Vector:
        across = column / 8.0 - 1.0
        x = WIDE * across
        y = MOUTH + 0.006 * (row / 2.0 - 1.0) * math.sqrt(1.0 - across * across) + 0.004 * across * across
        return (x, y, depth(x, y) + 0.003)

    return [[point(row, column) for column in range(17)] for row in range(5)]


# ---------------------------------------------------------------------------------------------
# What targets change
# ---------------------------------------------------------------------------------------------

def on_screen(change: Callable[[float, float], Tuple[float, float]]) -> Change:
    """A change along the screen: how far a vertex is in front of it stays."""
    def changed(vertex: Vector) -> Vector:
        x, y = change(vertex[0], vertex[1])
        return (x, y, vertex[2] - depth(vertex[0], vertex[1]) + depth(x, y))

    return changed


def opened(x: float, y: float) -> Tuple[float, float]:
    """The lower lip goes down, the upper one a little up: each keeps its curve, only higher."""
    part = (y - MOUTH) / 0.006
    return (x * 0.9, y + part * (0.03 if part < 0.0 else 0.004))


MOUTH_CHANGES: Dict[str, Change] = {
    "Smile": on_screen(lambda x, y: (x * 1.2, y + 0.026 * (x / WIDE) * (x / WIDE) - 0.008)),
    "JawOpen": on_screen(opened),
    "Pucker": on_screen(lambda x, y: (x * 0.4, MOUTH + (y - MOUTH) * 2.2)),
    "Frown": on_screen(lambda x, y: (x, y - 0.014 * (x / WIDE) * (x / WIDE) + 0.004)),
}


def raised(vertex: Vector) -> Vector:
    """A lower edge of an eye that a smile pushes up."""
    x, y, z = vertex
    return (x, y + 0.5 * max(EYE[1] - y, 0.0), z)


EYE_CHANGES: Dict[str, Change] = {
    "Blink": on_screen(lambda x, y: (x, EYE[1] + 0.08 * (y - EYE[1]) - 0.006)),
    "Smile": raised,
    "BrowsUp": on_screen(lambda x, y: (x, EYE[1] + 1.18 * (y - EYE[1]) + 0.003)),
}


def frowning(vertex: Vector) -> Vector:
    """The inner end of a brow goes down, its outer end up."""
    x, y, z = vertex
    return (x, y + 0.5 * (abs(x) - 0.062), z)


BROW_CHANGES: Dict[str, Change] = {
    "BrowsUp": lambda vertex: add(vertex, (0.0, 0.016, -0.002)),
    "Frown": frowning,
}
CHIN_CHANGES: Dict[str, Change] = {"JawOpen": lambda vertex: add(vertex, (0.0, -0.022, -0.004))}


def pieces() -> List[Piece]:
    ribs = [(0.1 + 0.0125 * at, 0.06 if at % 2 else 0.068) for at in range(11)]
    made = [
        Piece(blob((0.0, 0.05, 0.0), (0.19, 0.07, 0.12), 8, 24), SHELL),
        Piece(tube(ribs, 16), RUBBER),
        Piece(blob((0.0, 0.36, 0.0), (0.14, 0.15, 0.125), 14, 32), SHELL),
        Piece(bezel(), RUBBER),
        Piece(disc((SCREEN[0], SCREEN[1]), (0.106, 0.086), 0.0, 4, 32), GLASS),
        Piece(blob((0.0, 0.222, 0.035), (0.085, 0.03, 0.09), 8, 24), PAINT, CHIN_CHANGES),
        Piece(lips(), GLOW, MOUTH_CHANGES, closed=False),
        Piece(tube([(0.5, 0.006), (0.58, 0.005)], 6), RUBBER),
        Piece(blob((0.0, 0.59, 0.0), (0.014, 0.014, 0.014), 4, 8), PAINT),
    ]
    for side in (1.0, -1.0):
        x, y = side * EYE[0], EYE[1]
        made += [
            Piece(disc((x, y), (0.026, 0.034), 0.003, 3, 16), GLOW, EYE_CHANGES),
            Piece(disc((x - side * 0.004, y - 0.002), (0.01, 0.014), 0.005, 2, 12), GLASS, EYE_CHANGES),
            Piece(blob((side * 0.055, 0.463, 0.117), (0.032, 0.006, 0.014), 4, 12), PAINT, BROW_CHANGES),
            Piece(blob((side * 0.147, 0.36, 0.0), (0.022, 0.045, 0.045), 6, 12), PAINT),
        ]
    return made


# ---------------------------------------------------------------------------------------------
# From pieces to surfaces
# ---------------------------------------------------------------------------------------------

def triangles(piece: Piece) -> List[Tuple[int, int, int]]:
    """Those of a grid whose rows go from the bottom up and to the right, without those that have no area."""
    columns = len(piece.rows[0])
    vertices = grid(piece)
    made = []
    for row in range(len(piece.rows) - 1):
        for at in range(columns if piece.closed else columns - 1):
            beside = (at + 1) % columns
            a, b = row * columns + at, row * columns + beside
            c, d = a + columns, b + columns
            made += [(a, b, d), (a, d, c)]
    return [it for it in made if len({vertices[corner] for corner in it}) == 3]


def grid(piece: Piece) -> List[Vector]:
    return [on_grid(vertex, 8192) for row in piece.rows for vertex in row]


def normals(vertices: Sequence[Vector], at_rest: Sequence[Vector], faces: Sequence[Tuple[int, int, int]]) -> List[Vector]:
    """One for each vertex, by the areas of the triangles around its place at rest."""
    sums: Dict[Vector, Vector] = {}
    for a, b, c in faces:
        area = cross(subtract(vertices[b], vertices[a]), subtract(vertices[c], vertices[a]))
        for corner in {at_rest[it] for it in (a, b, c)}:
            sums[corner] = add(sums.get(corner, (0.0, 0.0, 0.0)), area)
    found = [sums.get(vertex, (0.0, 1.0, 0.0)) for vertex in at_rest]
    return [on_grid(unit(it), 16384) if length(it) > 0.0 else (0.0, 0.0, 1.0) for it in found]


def weights_of(vertex: Vector) -> Tuple[int, int]:
    """How much the bust and the head move a vertex, in parts of 255: the neck bends between them."""
    part = min(max((vertex[1] - 0.12) / 0.1, 0.0), 1.0)
    head = round(255.0 * part * part * (3.0 - 2.0 * part))
    return (255 - head, head)


def face_mesh(file: Glb) -> dict:
    """A primitive for each material, with all targets; those that do not change it are zeros."""
    primitives = []
    for material in range(len(MATERIALS)):
        surface = Surface([], [], [], [])
        moved: Dict[str, Dict[int, Vector]] = {target: {} for target in TARGETS}
        turned: Dict[str, Dict[int, Vector]] = {target: {} for target in TARGETS}
        for piece in (it for it in pieces() if it.material == material):
            vertices, faces, first = grid(piece), triangles(piece), len(surface.positions)
            straight = normals(vertices, vertices, faces)
            surface.positions.extend(vertices)
            surface.normals.extend(straight)
            surface.triangles.extend(tuple(first + corner for corner in face) for face in faces)
            for target, change in piece.changes.items():
                there = [on_grid(change(vertex), 8192) for vertex in vertices]
                moved[target].update(differences(first, vertices, there))
                turned[target].update(differences(first, straight, normals(there, vertices, faces)))
        primitives.append(primitive(file, surface, material, moved, turned))
    extras = {"targetNames": list(TARGETS)}
    return {"name": "Face", "primitives": primitives, "weights": [0.0] * len(TARGETS), "extras": extras}


def differences(first: int, before: Sequence[Vector], after: Sequence[Vector]) -> Dict[int, Vector]:
    return {first + at: subtract(b, a) for at, (a, b) in enumerate(zip(before, after)) if a != b}


def primitive(
    file: Glb,
    surface: Surface,
    material: int,
    moved: Dict[str, Dict[int, Vector]],
    turned: Dict[str, Dict[int, Vector]],
) -> dict:
    made = file.primitive(surface, material)
    shares = [weights_of(vertex) for vertex in surface.positions]
    made["attributes"]["JOINTS_0"] = file.bytes_of_vertices([(0, 1 if head else 0, 0, 0) for _, head in shares], False)
    made["attributes"]["WEIGHTS_0"] = file.bytes_of_vertices([(bust, head, 0, 0) for bust, head in shares], True)
    count = len(surface.positions)
    made["targets"] = [
        {"POSITION": file.sparse(count, moved[target], True), "NORMAL": file.sparse(count, turned[target], False)}
        for target in TARGETS
    ]
    return made


# ---------------------------------------------------------------------------------------------
# Clips
# ---------------------------------------------------------------------------------------------

# Frames with the weights that targets have there; in between they change evenly.
TALK: Dict[str, Sequence[Tuple[int, float]]] = {
    "Blink": ((0, 0.0), (16, 0.0), (18, 1.0), (20, 0.0), (64, 0.0), (66, 1.0), (69, 0.0), (96, 0.0)),
    "Smile": ((0, 0.2), (40, 0.2), (54, 1.0), (78, 1.0), (90, 0.2), (96, 0.2)),
    "JawOpen": (
        (0, 0.0), (4, 0.8), (8, 0.2), (11, 0.9), (15, 0.1), (20, 0.7), (24, 0.0), (30, 0.0), (34, 1.0), (38, 0.3),
        (42, 0.8), (47, 0.0), (56, 0.0), (62, 0.5), (70, 0.5), (76, 0.0), (96, 0.0),
    ),
    "Pucker": ((0, 0.0), (15, 0.0), (18, 0.7), (22, 0.0), (43, 0.0), (46, 0.8), (50, 0.0), (96, 0.0)),
    "BrowsUp": ((0, 0.0), (30, 0.0), (35, 1.0), (44, 0.6), (52, 0.0), (96, 0.0)),
    "Frown": ((0, 0.0), (6, 0.0), (10, 0.6), (22, 0.6), (28, 0.0), (96, 0.0)),
}
BLINK: Dict[str, Sequence[Tuple[int, float]]] = {"Blink": ((0, 0.0), (3, 1.0), (6, 0.0))}
RATE = 30


def weights_at(clip: Dict[str, Sequence[Tuple[int, float]]], frame: int) -> List[float]:
    """One for each target, in parts of 256."""
    def weight(target: str) -> float:
        for (before, low), (after, high) in zip(clip.get(target, ()), clip.get(target, ())[1:]):
            if before <= frame <= after:
                return round(256.0 * (low + (high - low) * (frame - before) / (after - before))) / 256.0
        return 0.0

    return [weight(target) for target in TARGETS]


def nod(frame: int) -> Tuple[float, float, float, float]:
    """The head turns to either side once in the clip and nods twice as often: about Y, then X."""
    yaw, pitch = 14.0 * sine(3.75 * frame), 5.0 * sine(7.5 * frame)
    sy, cy, sx, cx = sine(yaw / 2.0), cosine(yaw / 2.0), sine(pitch / 2.0), cosine(pitch / 2.0)
    return (cy * sx, sy * cx, -sy * sx, cy * cx)


def pilot() -> bytes:
    file = Glb()
    for name, color, roughness, glow in MATERIALS:
        surface = {"baseColorFactor": [*color, 1.0], "metallicFactor": 0.0, "roughnessFactor": roughness}
        shine = {"emissiveFactor": list(glow)} if any(glow) else {}
        file.push("materials", {"name": name, "pbrMetallicRoughness": surface, **shine})
    file.push("meshes", face_mesh(file))
    head = file.push("nodes", {"name": "Head", "translation": list(HEAD)})
    bust = file.push("nodes", {"name": "Bust", "children": [head]})
    face = file.push("nodes", {"name": "Face", "mesh": 0, "skin": 0})
    file.push("scenes", {"name": "Pilot", "nodes": [bust, face]})
    binds = [moved_by((0.0, 0.0, 0.0)), moved_by(scaled(HEAD, -1.0))]
    file.push("skins", {"name": "Neck", "joints": [bust, head], "inverseBindMatrices": file.numbers(binds)})
    frames = list(range(97))
    talk = [weights_at(TALK, frame) for frame in frames]
    turns = [nod(frame) for frame in frames]
    file.animation("Talk", [(face, "weights", talk), (head, "rotation", turns)], [frame / RATE for frame in frames])
    frames = [frame for frame, _ in BLINK["Blink"]]
    blink = [weights_at(BLINK, frame) for frame in frames]
    file.animation("Blink", [(face, "weights", blink)], [frame / RATE for frame in frames])
    return file.to_bytes()


def moved_by(way: Vector) -> Tuple[float, ...]:
    """A matrix, column by column."""
    return (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, *way, 1.0)
