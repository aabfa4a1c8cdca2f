# SPDX-License-Identifier: MIT OR Apache-2.0
"""The robot's model: an inner frame that bends with the bones, and armour that hangs on them."""

from typing import Dict, List, NamedTuple, Sequence, Tuple

from .arithmetic import Quaternion, Vector, add, angles, compose, inverse, length, rotate, scaled, subtract, unit
from .fbx import SCENE, Cluster, Document, Matrix
from .shapes import Cell, Mesh, Ring, block, circle
from .skeleton import BONES, REST, printed_bind

# Materials, by their place in each node's list.
ARMOUR, FRAME, GLOW = 0, 1, 2
# Parts of the armour's image.
PLAIN = Cell(0.0, 0.5, 0.5, 0.5)
BRIGHT = Cell(0.5, 0.5, 0.5, 0.5)
VENTS = Cell(0.0, 0.0, 0.5, 0.5)
DARK = Cell(0.5, 0.0, 0.5, 0.5)
WHOLE = Cell(0.0, 0.0, 1.0, 1.0)

UP: Vector = (0.0, 0.0, 1.0)
WHOLE_ROBOT = "Grund"
SIZE = 10  # corners round a tube


class Part(NamedTuple):
    """A rigid mesh: its name, the bone it hangs on, and its polygons in the model's space."""

    name: str
    bone: str
    mesh: Mesh


def plate(start: Vector, end: Vector, cell: Cell, *rings: Ring, material: int = ARMOUR) -> Mesh:
    mesh = Mesh()
    mesh.body(block(start, end, rings), cell, material)
    return mesh


def joined(*meshes: Mesh) -> Mesh:
    whole = Mesh()
    for mesh in meshes:
        whole.join(mesh)
    return whole


def disc(start: Vector, end: Vector, radii: Tuple[float, float], cell: Cell, material: int) -> Mesh:
    """A cylinder or a cone's stump."""
    along = subtract(end, start)
    mesh = Mesh()
    mesh.body([circle(start, along, radii[0], 8, UP), circle(end, along, radii[1], 8, UP)], cell, material)
    return mesh


# ---------------------------------------------------------------------------------------------
# Armour. What is on both sides is drawn up on the right one.
# ---------------------------------------------------------------------------------------------

def middle_parts() -> List[Part]:
    return [Part("Hips", "Pelvis", hips()), Part("Chest", "Spine1", chest()), Part("Helmet", "Head_NA", helmet()),
            Part("Backpack", "Spine1", backpack())]


def hips() -> Mesh:
    belt = plate(
        (0.0, 0.0, 0.9), (0.0, 0.0, 1.06), PLAIN,
        Ring(0.0, 0.06, 0.07),
        Ring(0.3, 0.12, 0.1, 0.03),
        Ring(0.8, 0.155, 0.115, 0.04),
        Ring(1.0, 0.135, 0.095, 0.04),
    )
    skirt = plate(
        (0.0, 0.115, 0.82), (0.0, 0.115, 1.02), BRIGHT,
        Ring(0.0, 0.03, 0.012),
        Ring(0.25, 0.055, 0.02),
        Ring(0.9, 0.07, 0.022),
        Ring(1.0, 0.06, 0.014),
    )
    return joined(belt, skirt)


def chest() -> Mesh:
    hull = plate(
        (0.0, -0.02, 1.27), (0.0, -0.02, 1.62), PLAIN,
        Ring(0.0, 0.12, 0.085, 0.03),
        Ring(0.12, 0.15, 0.115, 0.04),
        Ring(0.55, 0.205, 0.15, 0.05, ahead=0.02),
        Ring(0.82, 0.185, 0.13, 0.05, ahead=0.01),
        Ring(1.0, 0.1, 0.08, 0.04),
    )
    left = plate(
        (-0.1, 0.135, 1.4), (-0.1, 0.12, 1.56), BRIGHT,
        Ring(0.0, 0.055, 0.02),
        Ring(0.15, 0.07, 0.03),
        Ring(0.9, 0.065, 0.03),
        Ring(1.0, 0.05, 0.02),
    )
    core = disc((0.0, 0.12, 1.45), (0.0, 0.165, 1.45), (0.036, 0.03), WHOLE, GLOW)
    collar = disc((0.0, 0.12, 1.45), (0.0, 0.158, 1.45), (0.05, 0.044), DARK, ARMOUR)
    return joined(hull, left, left.mirrored(), collar, core)


def helmet() -> Mesh:
    shell = plate(
        (0.0, 0.03, 1.71), (0.0, 0.03, 1.99), PLAIN,
        Ring(0.0, 0.055, 0.065, 0.02),
        Ring(0.18, 0.088, 0.1, 0.03),
        Ring(0.55, 0.1, 0.118, 0.035),
        Ring(0.85, 0.085, 0.1, 0.035),
        Ring(1.0, 0.045, 0.06, 0.02),
    )
    visor = across_visor()
    crest = plate(
        (0.0, -0.04, 1.96), (0.0, 0.02, 2.05), BRIGHT,
        Ring(0.0, 0.014, 0.06, 0.006),
        Ring(0.6, 0.012, 0.045, 0.006),
        Ring(1.0, 0.006, 0.02, 0.004),
    )
    ear = disc((0.08, 0.02, 1.84), (0.125, 0.02, 1.84), (0.045, 0.036), DARK, ARMOUR)
    horn = plate(
        (0.115, 0.02, 1.84), (0.125, -0.04, 2.06), BRIGHT,
        Ring(0.0, 0.012, 0.02),
        Ring(0.3, 0.01, 0.018),
        Ring(1.0, 0.004, 0.006),
    )
    side = joined(ear, horn)
    return joined(shell, visor, crest, side, side.mirrored())


def across_visor() -> Mesh:
    """A bar from the robot's left to its right."""
    mesh = Mesh()
    rings = (Ring(0.0, 0.012, 0.01, 0.004), Ring(0.2, 0.02, 0.016, 0.006), Ring(0.8, 0.02, 0.016, 0.006),
             Ring(1.0, 0.012, 0.01, 0.004))
    mesh.body(block((-0.078, 0.142, 1.855), (0.078, 0.142, 1.855), rings, side=UP), WHOLE, GLOW)
    return mesh


def backpack() -> Mesh:
    box = plate(
        (0.0, -0.225, 1.3), (0.0, -0.205, 1.58), VENTS,
        Ring(0.0, 0.1, 0.05, 0.02),
        Ring(0.12, 0.13, 0.07, 0.03),
        Ring(0.85, 0.14, 0.075, 0.03),
        Ring(1.0, 0.11, 0.05, 0.02),
    )
    return joined(box, *(nozzle(side, sign) for side, sign in (("Left", -1.0), ("Right", 1.0))))


def nozzle(side: str, sign: float) -> Mesh:
    """A booster: it opens where the bone is that a game hangs the flame on."""
    mouth = REST[f"BoosterDummy{side}"].position
    along = unit((0.0, -0.8, -0.6))
    at = [add(mouth, scaled(along, way)) for way in (-0.06, 0.02, 0.1, 0.085)]
    mesh = Mesh()
    rings = [circle(at[0], along, 0.035, SIZE), circle(at[1], along, 0.05, SIZE), circle(at[2], along, 0.072, SIZE)]
    mesh.body(rings, DARK, ARMOUR)
    flame = Mesh()
    end = add(at[2], scaled(along, 0.004))
    flame.body([circle(at[3], along, 0.058, SIZE), circle(end, along, 0.055, SIZE)], WHOLE, GLOW)
    return joined(mesh, flame)


def right_parts() -> List[Part]:
    return [
        Part("R Pauldron", "R UpperArm", pauldron()),
        Part("R Gauntlet", "R Forearm", gauntlet()),
        Part("R Fist", "R Hand_NA", fist()),
        Part("R Cuisse", "R Thigh", cuisse()),
        Part("R Greave", "R Calf", greave()),
        Part("R Boot", "R Foot", boot()),
        Part("R Toecap", "R Toe0_NA", toecap()),
    ]


def pauldron() -> Mesh:
    shell = plate(
        (0.335, -0.02, 1.4), (0.335, -0.02, 1.65), BRIGHT,
        Ring(0.0, 0.055, 0.085, 0.03, right=0.03),
        Ring(0.2, 0.075, 0.11, 0.04, right=0.02),
        Ring(0.7, 0.09, 0.12, 0.05),
        Ring(1.0, 0.045, 0.06, 0.03, right=-0.02),
    )
    return joined(shell, disc((0.38, -0.02, 1.52), (0.433, -0.02, 1.52), (0.05, 0.04), DARK, ARMOUR))


def gauntlet() -> Mesh:
    return plate(
        (0.36, 0.0, 0.95), (0.34, -0.06, 1.22), PLAIN,
        Ring(0.0, 0.045, 0.05),
        Ring(0.1, 0.06, 0.066),
        Ring(0.65, 0.07, 0.08, 0.03),
        Ring(0.95, 0.05, 0.055),
    )


def fist() -> Mesh:
    palm = plate(
        (0.36, 0.015, 0.83), (0.36, 0.0, 0.94), DARK,
        Ring(0.0, 0.022, 0.04),
        Ring(0.35, 0.034, 0.055),
        Ring(1.0, 0.036, 0.04),
    )
    thumb = plate(
        (0.335, 0.055, 0.85), (0.34, 0.05, 0.92), DARK,
        Ring(0.0, 0.01, 0.012, 0.004),
        Ring(1.0, 0.014, 0.018, 0.006),
    )
    return joined(palm, thumb)


def cuisse() -> Mesh:
    return plate(
        (0.15, 0.02, 0.61), (0.14, 0.0, 0.92), PLAIN,
        Ring(0.0, 0.055, 0.065),
        Ring(0.12, 0.075, 0.085, 0.03),
        Ring(0.75, 0.085, 0.1, 0.035, right=0.01),
        Ring(1.0, 0.06, 0.075, 0.03, right=0.015),
    )


def greave() -> Mesh:
    shin = plate(
        (0.16, -0.02, 0.13), (0.15, 0.02, 0.52), PLAIN,
        Ring(0.0, 0.05, 0.06),
        Ring(0.2, 0.068, 0.082, 0.03),
        Ring(0.7, 0.08, 0.1, 0.035, ahead=-0.012),
        Ring(1.0, 0.055, 0.065),
    )
    knee = plate(
        (0.152, 0.085, 0.47), (0.15, 0.085, 0.61), BRIGHT,
        Ring(0.0, 0.025, 0.02),
        Ring(0.3, 0.05, 0.032),
        Ring(0.75, 0.05, 0.03),
        Ring(1.0, 0.03, 0.015),
    )
    return joined(shin, knee)


def boot() -> Mesh:
    """Along the foot: what is ahead for its rings points down."""
    sole = plate(
        (0.16, -0.13, 0.05), (0.16, 0.125, 0.045), PLAIN,
        Ring(0.0, 0.045, 0.04, ahead=0.005),
        Ring(0.15, 0.065, 0.055, 0.025, ahead=-0.01),
        Ring(0.5, 0.07, 0.07, 0.03, ahead=-0.022),
        Ring(1.0, 0.068, 0.042, ahead=0.003),
    )
    return joined(sole, disc((0.085, -0.02, 0.12), (0.235, -0.02, 0.12), (0.036, 0.036), DARK, ARMOUR))


def toecap() -> Mesh:
    return plate(
        (0.16, 0.13, 0.04), (0.16, 0.245, 0.03), BRIGHT,
        Ring(0.0, 0.066, 0.038, ahead=-0.001),
        Ring(0.5, 0.06, 0.033, ahead=0.002),
        Ring(1.0, 0.035, 0.018, ahead=0.01),
    )


def armour() -> List[Part]:
    right = right_parts()
    left = [Part("L" + part.name[1:], "L" + part.bone[1:], part.mesh.mirrored()) for part in right]
    return middle_parts() + left + right


# ---------------------------------------------------------------------------------------------
# The inner frame
# ---------------------------------------------------------------------------------------------

class Joint(NamedTuple):
    """A corner of a tube: from here on it follows this bone."""

    bone: str
    position: Vector
    radius: float


def tube(joints: Sequence[Joint], blend: float, step: float, bulge: float = 0.006) -> Mesh:
    """A ribbed tube through joints. Within `blend` of a joint it passes from one bone to the next."""
    starts = [0.0]
    for joint, after in zip(joints, joints[1:]):
        starts.append(starts[-1] + length(subtract(after.position, joint.position)))
    count = max(2, round(starts[-1] / step))
    rings, influences = [], []
    for at in range(count + 1):
        way = starts[-1] * at / count
        middle, along, radius = on_line(joints, starts, way)
        rings.append(circle(middle, along, radius + (bulge if at % 2 else 0.0), SIZE))
        influences.append(weights_at(joints, starts, way, blend))
    mesh = Mesh()
    mesh.body(rings, WHOLE, FRAME, influences, repeat=max(1.0, round(starts[-1] / 0.2)))
    return mesh


def on_line(joints: Sequence[Joint], starts: Sequence[float], way: float) -> Tuple[Vector, Vector, float]:
    """Where a tube's middle is, which way it lies and how thick it is."""
    at = max(index for index in range(len(joints) - 1) if starts[index] <= way)
    part = (way - starts[at]) / (starts[at + 1] - starts[at])
    here, there = joints[at], joints[at + 1]
    along = subtract(there.position, here.position)
    return add(here.position, scaled(along, part)), along, here.radius + (there.radius - here.radius) * part


def weights_at(joints: Sequence[Joint], starts: Sequence[float], way: float, blend: float) -> Dict[str, float]:
    """How much each bone moves a ring. The weights are parts of 256, and add up to one."""
    weights: Dict[str, float] = {}
    left = 256
    for joint, after, start in reversed(list(zip(joints, joints[1:], starts[1:]))):
        part = min(max((way - start) / (2.0 * blend) + 0.5, 0.0), 1.0)
        share = round(left * part * part * (3.0 - 2.0 * part))
        if share:
            weights[after.bone] = weights.get(after.bone, 0.0) + share / 256
        left -= share
    if left:
        weights[joints[0].bone] = weights.get(joints[0].bone, 0.0) + left / 256
    return weights


def bone_joint(bone: str, radius: float) -> Joint:
    return Joint(bone, REST[bone].position, radius)


def inner_frame() -> Mesh:
    torso = tube(
        [
            Joint("Pelvis", (0.0, 0.0, 0.98), 0.1),
            bone_joint("Spine", 0.095),
            bone_joint("Spine1", 0.085),
            bone_joint("Neck_NA", 0.06),
            Joint("Head_NA", (0.0, 0.03, 1.76), 0.05),
        ],
        0.07,
        0.06,
    )
    axle = shoulder_axle()
    arm = tube(
        [
            Joint("R Clavicle", (0.296, -0.016, 1.56), 0.042),
            bone_joint("R UpperArm", 0.046),
            bone_joint("R Forearm", 0.042),
            bone_joint("R Hand_NA", 0.034),
            Joint("R Hand_NA", (0.36, 0.01, 0.9), 0.03),
        ],
        0.05,
        0.055,
    )
    leg = tube(
        [
            Joint("Pelvis", (0.14, 0.0, 1.0), 0.055),
            bone_joint("R Thigh", 0.06),
            bone_joint("R Calf", 0.052),
            bone_joint("R Foot", 0.042),
            Joint("R Foot", (0.16, -0.02, 0.07), 0.04),
        ],
        0.06,
        0.06,
    )
    right = joined(axle, arm, leg)
    return joined(torso, right.mirrored(), right)


def shoulder_axle() -> Mesh:
    start, end = (0.08, -0.012, 1.53), (0.33, -0.02, 1.53)
    along = subtract(end, start)
    radii = ((0.0, 0.055), (0.5, 0.05), (1.0, 0.045))
    rings = [circle(add(start, scaled(along, part)), along, radius, SIZE, UP) for part, radius in radii]
    mesh = Mesh()
    blend = [{"Spine1": 0.5, "R Clavicle": 0.5}, {"R Clavicle": 1.0}, {"R Clavicle": 1.0}]
    mesh.body(rings, WHOLE, FRAME, blend)
    return mesh


# ---------------------------------------------------------------------------------------------
# The file
# ---------------------------------------------------------------------------------------------

def matrix(rotation: Quaternion, translation: Vector, scale: Vector = (1.0, 1.0, 1.0)) -> Matrix:
    columns = [scaled(rotate(rotation, axis), factor) for axis, factor in
               zip(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), scale)]
    return (*columns[0], 0.0, *columns[1], 0.0, *columns[2], 0.0, *translation, 1.0)


def add_bones(document: Document) -> Dict[str, int]:
    """The skeleton in its bind pose, below a node for the whole robot, `WHOLE_ROBOT`. That node takes what an importer
    does to turn Z up to Y up, so that the bones' numbers stay as they are. A bone's rotation at bind is its joint
    orientation, so that curves begin at zero."""
    nodes = {WHOLE_ROBOT: document.model(WHOLE_ROBOT, "Null", SCENE)}
    for bone in BONES:
        pose = printed_bind(bone.name)
        parent = nodes[WHOLE_ROBOT if bone.parent is None else bone.parent]
        nodes[bone.name] = document.bone(
            bone.name, parent, translation=pose.translation, scale=pose.scale, before=angles(pose.rotation)
        )
    return nodes


def worlds() -> Dict[str, Tuple[Quaternion, Vector]]:
    """Rotation and position of each bone at bind, from the printed numbers. No bone hangs on the one with a scale."""
    found: Dict[str, Tuple[Quaternion, Vector]] = {}
    for bone in BONES:
        pose = printed_bind(bone.name)
        if bone.parent is None:
            found[bone.name] = (pose.rotation, pose.translation)
            continue
        rotation, position = found[bone.parent]
        found[bone.name] = (compose(rotation, pose.rotation), add(position, rotate(rotation, pose.translation)))
    return found


def add_materials(document: Document) -> Tuple[int, int, int]:
    armour = document.material("Armour", (0.8, 0.8, 0.8), 0.3, 24.0)
    document.texture(armour, "DiffuseColor", "Grund_Armour", "Textures/Grund_Armour.png")
    document.texture(armour, "NormalMap", "Grund_Armour_Normal", "Textures/Grund_Armour_Normal.png")
    frame = document.material("Frame", (0.8, 0.8, 0.8), 0.5, 48.0)
    document.texture(frame, "DiffuseColor", "Grund_Frame", "Textures/Grund_Frame.png")
    return armour, frame, document.material("Glow", (0.1, 0.6, 0.7), 0.0, 1.0, glow=(0.1, 0.9, 1.0))


def add_mesh(document: Document, name: str, parent: int, mesh: Mesh, materials: Sequence[int]) -> int:
    """A node for a mesh, with the materials that its faces have."""
    used = sorted({face.material for face in mesh.faces})
    node = document.model(name, "Mesh", parent)
    numbers = [used.index(face.material) for face in mesh.faces]
    geometry = document.geometry(name, mesh.vertices, mesh.corners(), numbers)
    document.connect(geometry, node)
    for material in used:
        document.connect(materials[material], node)
    return geometry


def clusters(mesh: Mesh, nodes: Dict[str, int]) -> List[Cluster]:
    placed = worlds()
    bones = [bone.name for bone in BONES if any(bone.name in bones for bones in mesh.influences)]
    made = []
    for bone in bones:
        rotation, position = placed[bone]
        back = inverse(rotation)
        moved = [(vertex, bones[bone]) for vertex, bones in enumerate(mesh.influences) if bone in bones]
        made.append(Cluster(
            nodes[bone],
            [vertex for vertex, _ in moved],
            [weight for _, weight in moved],
            matrix(back, rotate(back, scaled(position, -1.0))),
            matrix(rotation, position),
        ))
    return made


def model_file() -> bytes:
    document = Document(centimetres=100.0)
    nodes = add_bones(document)
    materials = add_materials(document)
    frame = inner_frame()
    geometry = add_mesh(document, "InnerFrame", nodes[WHOLE_ROBOT], frame, materials)
    document.skin(geometry, clusters(frame, nodes))
    for part in armour():
        bone = REST[part.bone]
        part.mesh.placed(inverse(bone.rotation), bone.position)
        add_mesh(document, part.name, nodes[part.bone], part.mesh, materials)
    document.bind_pose([(nodes[name], matrix(*place, REST[name].scale)) for name, place in worlds().items()])
    return document.to_bytes()
