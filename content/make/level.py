# SPDX-License-Identifier: MIT OR Apache-2.0
"""The yard as it is seen: what yard.py has to run into, with surfaces, a lamp, a camera and pillars at three levels
of detail."""

from typing import Dict, List, Sequence, Tuple

from .arithmetic import Quaternion, Vector, cosine, cross, frame, sine, subtract, unit
from .glb import Glb, Surface, surfaces, upright
from .shapes import Cell, Face, Mesh, circle
from .yard import SHAPES, Place, places, prism

CELLS = {"Vents": Cell(0.0, 0.0, 0.5, 0.5), "Plates": Cell(0.0, 0.5, 0.5, 0.5)}
PILLAR_SIDES = (20, 8, 4)
# Shares of the picture's height below which a level gives way to the next, and the last one to nothing.
COVERAGES = [0.25, 0.06, 0.01]
LAMP_AT: Vector = (250.0, 500.0, 400.0)
CAMERA_AT: Vector = (880.0, -700.0, 330.0)
CAMERA_SEES: Vector = (-250.0, 250.0, 60.0)

SAND, WALL, PLATE, LAMP = range(4)


def crate(cell: Cell) -> Mesh:
    """A cube of one metre on the ground, the whole cell on each side."""
    mesh = Mesh()
    mesh.vertices = [(x, y, z) for z in (0.0, 100.0) for y in (-50.0, 50.0) for x in (-50.0, 50.0)]
    uvs = tuple(cell.at(*corner) for corner in ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
    sides = ((0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6), (4, 5, 7, 6), (2, 3, 1, 0))
    mesh.faces = [Face(side, uvs, PLATE) for side in sides]
    return mesh


def pillar(sides: int) -> Mesh:
    return prism(circle((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 40.0, sides), (0.0, 0.0, 300.0))


def painted(mesh: Mesh, material: int) -> Mesh:
    mesh.faces = [face._replace(material=material) for face in mesh.faces]
    return mesh


def meshes() -> Dict[str, Mesh]:
    """By name, in centimetres."""
    made = {
        "Ground": painted(SHAPES["Ground"](), SAND),
        "Wall": painted(SHAPES["Box"](), WALL),
        "Ramp": painted(SHAPES["Ramp"](), WALL),
        "Crate": crate(CELLS["Vents"]),
        "Platform": crate(CELLS["Plates"]),
    }
    for number, sides in enumerate(PILLAR_SIDES):
        made[f"Pillar {number}"] = painted(pillar(sides), WALL)
    return {**made, "Lamp": lamp()}


def lamp() -> Mesh:
    """A mast with a lamp that hangs at its top. The middle of the lamp's mouth is at the origin."""
    height = LAMP_AT[2]
    up = (0.0, 0.0, 1.0)
    mast = painted(prism(circle((30.0, 0.0, -height), up, 6.0, 8), (0.0, 0.0, height + 20.0)), WALL)
    shade = Mesh()
    rings = ((0.0, 26.0), (12.0, 20.0), (20.0, 8.0))
    shade.body([circle((0.0, 0.0, at), up, radius, 12) for at, radius in rings], CELLS["Vents"], WALL)
    bulb = painted(prism(circle((0.0, 0.0, -1.0), up, 20.0, 12), (0.0, 0.0, 1.0)), LAMP)
    mast.join(shade)
    mast.join(bulb)
    return mast


def shape_of(place: Place) -> str:
    """The mesh that stands at a place of the yard: by its name without the number."""
    return place.name.split(" ")[0]


def metres(centimetres: Vector) -> List[float]:
    return [part / 100.0 for part in centimetres]


def transform(place: Place) -> dict:
    """A node's place, its numbers as they become with Y up."""
    x, y, z = place.scale
    turn = [0.0, sine(place.turn / 2.0), 0.0, cosine(place.turn / 2.0)]
    rotation = {"rotation": turn} if place.turn else {}
    return {"translation": metres(upright(place.at)), **rotation, "scale": [x, z, y]}


def looking(place: Vector, target: Vector) -> Quaternion:
    """The rotation of a camera, which looks along its -Z with Y up."""
    back = unit(subtract(upright(place), upright(target)))
    return frame(cross((0.0, 1.0, 0.0), back), back)


def add_materials(file: Glb) -> None:
    plates = file.texture("../Textures/Grund_Armour.png")
    bumps = file.texture("../Textures/Grund_Armour_Normal.png")
    wear = file.texture("../Textures/Grund_Armour_Wear.png")
    sand = file.texture("../Textures/Yard_Sand.png")
    file.push("materials", {"name": "Sand", "pbrMetallicRoughness": {
        "baseColorTexture": {"index": sand}, "metallicFactor": 0.0, "roughnessFactor": 1.0,
    }})
    file.push("materials", {"name": "Wall", "pbrMetallicRoughness": {
        "baseColorFactor": [0.42, 0.39, 0.34, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.9,
    }})
    file.push("materials", {
        "name": "Plates",
        "pbrMetallicRoughness": {"baseColorTexture": {"index": plates}, "metallicRoughnessTexture": {"index": wear}},
        "normalTexture": {"index": bumps, "scale": 1.0},
        "occlusionTexture": {"index": wear, "strength": 0.75},
    })
    file.use("KHR_materials_emissive_strength")
    file.push("materials", {
        "name": "Lamp",
        "pbrMetallicRoughness": {"baseColorFactor": [0.9, 0.8, 0.6, 1.0], "metallicFactor": 0.0},
        "emissiveFactor": [1.0, 0.85, 0.55],
        "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 6.0}},
    })


def add_meshes(file: Glb) -> Dict[str, int]:
    numbers = {}
    for name, mesh in meshes().items():
        parts: Sequence[Tuple[int, Surface]] = sorted(surfaces(mesh).items())
        scaled = ((of, part._replace(positions=[tuple(metres(at)) for at in part.positions])) for of, part in parts)
        primitives = [file.primitive(part, of) for of, part in scaled]
        numbers[name] = file.push("meshes", {"name": name, "primitives": primitives})
    return numbers


def add_pillar(file: Glb, mesh: Dict[str, int], place: Place) -> int:
    """A node with its coarser levels, which are in no scene."""
    coarse = [
        file.push("nodes", {"name": f"{place.name} LOD{at}", "mesh": mesh[f"Pillar {at}"], **transform(place)})
        for at in (1, 2)
    ]
    file.use("MSFT_lod")
    return file.push("nodes", {
        "name": place.name, "mesh": mesh["Pillar 0"], **transform(place),
        "extensions": {"MSFT_lod": {"ids": coarse}}, "extras": {"MSFT_screencoverage": COVERAGES},
    })


def add_lamp(file: Glb, mesh: Dict[str, int]) -> int:
    """The lamp, and a node below it whose light shines straight down: a light shines along its -Z."""
    file.use("KHR_lights_punctual")
    file.document["extensions"] = {"KHR_lights_punctual": {"lights": [{
        "name": "Lamp", "type": "spot", "color": [1.0, 0.85, 0.55], "intensity": 600.0, "range": 12.0,
        "spot": {"innerConeAngle": 0.5, "outerConeAngle": 1.0},
    }]}}
    down = [sine(-45.0), 0.0, 0.0, cosine(-45.0)]
    carried = {"KHR_lights_punctual": {"light": 0}}
    light = file.push("nodes", {"name": "Lamp Light", "rotation": down, "extensions": carried})
    return file.push("nodes", {
        "name": "Lamp", "mesh": mesh["Lamp"], "translation": metres(upright(LAMP_AT)), "children": [light],
    })


def add_camera(file: Glb) -> int:
    file.push("cameras", {"name": "Gate", "type": "perspective", "perspective": {
        "yfov": 0.75, "aspectRatio": 1.5, "znear": 0.125, "zfar": 100.0,
    }})
    return file.push("nodes", {
        "name": "Gate", "camera": 0, "translation": metres(upright(CAMERA_AT)),
        "rotation": list(looking(CAMERA_AT, CAMERA_SEES)),
    })


def yard() -> bytes:
    file = Glb()
    add_materials(file)
    mesh = add_meshes(file)
    nodes = []
    for place in places():
        if place.shape == "Pillar":
            nodes.append(add_pillar(file, mesh, place))
        else:
            nodes.append(file.push("nodes", {"name": place.name, "mesh": mesh[shape_of(place)], **transform(place)}))
    nodes += [add_lamp(file, mesh), add_camera(file)]
    file.push("nodes", {"name": "Yard", "children": nodes, "extras": {"surface": "sand", "spawn": [0.0, 0.0, 5.0]}})
    file.push("scenes", {"name": "Yard", "nodes": [len(file.document["nodes"]) - 1]})
    return file.to_bytes()
