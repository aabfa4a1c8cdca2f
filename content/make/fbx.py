# SPDX-License-Identifier: MIT OR Apache-2.0
"""FBX files as modelling programs write them: objects, and what hangs on what.

Z is up, Y points away from the viewer, X to the right. Transforms are scale, then rotation, then translation. A
rotation is three angles in degrees, about X, then Y, then Z.
"""

from typing import List, NamedTuple, Optional, Sequence, Tuple

from .arithmetic import Vector
from .fbx_binary import CREATION_TIME, FILE_ID, VERSION, Array, Long, Record, Value, file_bytes

TICKS = 46186158000  # FBX's units of time a second
FRAME_RATES = {24: 11, 25: 10, 30: 6, 60: 3}  # by FBX's numbers for them
CREATOR = "Rigmill's sample content"
SCENE = 0  # the object that everything hangs on in the end

Matrix = Tuple[float, ...]  # 16 numbers, column by column, for column vectors


class Curve(NamedTuple):
    """One number of a property over time: frames and values, straight lines between."""

    frames: Sequence[int]
    values: Sequence[float]


class Cluster(NamedTuple):
    """The part of a bone in a skin: vertices with weights, and where mesh and bone were when they were bound."""

    bone: int
    vertices: Sequence[int]
    weights: Sequence[float]
    mesh_to_bone: Matrix
    bone_to_scene: Matrix


class Corners(NamedTuple):
    """A mesh's polygons: how many corners each has, and vertex, normal and texture coordinates of each corner."""

    sizes: Sequence[int]
    vertices: Sequence[int]
    normals: Sequence[Vector]
    uvs: Sequence[Tuple[float, float]]


def field(name: str, *values: Value) -> Record:
    return Record(name, values)


def properties(*records: Record) -> Record:
    return Record("Properties70", (), records)


def number(name: str, value: float) -> Record:
    return field("P", name, "Number", "", "A", value)


def integer(name: str, value: int) -> Record:
    return field("P", name, "int", "Integer", "", value)


def choice(name: str, value: int) -> Record:
    return field("P", name, "enum", "", "", value)


def switch(name: str, value: bool) -> Record:
    return field("P", name, "bool", "", "", int(value))


def time(name: str, ticks: int) -> Record:
    return field("P", name, "KTime", "Time", "", Long(ticks))


def vector(name: str, value: Vector) -> Record:
    return field("P", name, "Vector3D", "Vector", "", *value)


def colour(name: str, value: Vector) -> Record:
    return field("P", name, "Color", "", "A", *value)


def place(name: str, value: Vector) -> Record:
    return field("P", name, name, "", "A", *value)


class Document:
    """A file in the making. Each method that adds an object gives its number."""

    def __init__(self, centimetres: float, frame_rate: int = 30) -> None:
        """`centimetres` is what one unit of the file's numbers is."""
        self.centimetres = centimetres
        self.frame_rate = frame_rate
        self.last_frame = 0
        self.objects: List[Record] = []
        self.connections: List[Record] = []

    def add(self, kind: str, name: str, class_name: str, role: str, records: Sequence[Record]) -> int:
        number_of_object = 1000 + len(self.objects)
        self.objects.append(Record(kind, (Long(number_of_object), f"{name}\0\1{class_name}", role), records))
        return number_of_object

    def connect(self, child: int, parent: int, property_name: Optional[str] = None) -> None:
        ends = (Long(child), Long(parent))
        values = ("OO", *ends) if property_name is None else ("OP", *ends, property_name)
        self.connections.append(Record("C", values))

    # nodes

    def model(
        self,
        name: str,
        role: str,
        parent: int,
        translation: Vector = (0.0, 0.0, 0.0),
        rotation: Vector = (0.0, 0.0, 0.0),
        scale: Vector = (1.0, 1.0, 1.0),
        before: Optional[Vector] = None,
    ) -> int:
        """A node. `before` is a rotation that goes before its own: a joint's orientation."""
        records = [] if before is None else [vector("PreRotation", before), switch("RotationActive", True)]
        records += [
            choice("InheritType", 1),
            place("Lcl Translation", translation),
            place("Lcl Rotation", rotation),
            place("Lcl Scaling", scale),
        ]
        node = self.add(
            "Model",
            name,
            "Model",
            role,
            [field("Version", 232), properties(*records), field("Shading", True), field("Culling", "CullingOff")],
        )
        self.connect(node, parent)
        return node

    def bone(self, name: str, parent: int, **placed: Vector) -> int:
        node = self.model(name, "LimbNode", parent, **placed)
        attribute = self.add("NodeAttribute", name, "NodeAttribute", "LimbNode", [field("TypeFlags", "Skeleton")])
        self.connect(attribute, node)
        return node

    def attribute(self, node: int, name: str, role: str, *records: Record) -> None:
        """What a node is beside its place: a light, a group of levels of detail."""
        attribute = self.add("NodeAttribute", name, "NodeAttribute", role, [field("TypeFlags", role), properties(*records)])
        self.connect(attribute, node)

    def lamp(self, name: str, parent: int, color: Vector, cone: Vector, **placed: Vector) -> None:
        """A spot light that shines along -Y of its node. `cone` has its angles, fully lit and whole, and its
        intensity in percent."""
        node = self.model(name, "Light", parent, **placed)
        inner, outer, intensity = cone
        self.attribute(
            node, name, "Light",
            choice("LightType", 2), colour("Color", color), number("Intensity", intensity),
            number("InnerAngle", inner), number("OuterAngle", outer),
        )

    def levels(self, name: str, parent: int, distances: Sequence[float]) -> int:
        """A node whose children are levels of detail. Each distance is where a level gives way to the next."""
        node = self.model(name, "LodGroup", parent)
        thresholds = (number(f"Thresholds|Level{at}", distance) for at, distance in enumerate(distances))
        self.attribute(node, name, "LodGroup", switch("ThresholdsUsedAsPercentage", False), *thresholds)
        return node

    # meshes

    def geometry(self, name: str, vertices: Sequence[Vector], corners: Corners, materials: Sequence[int]) -> int:
        """Polygons. `materials` has a number for each, which counts the materials of the node that places them."""
        ends = set()
        at = -1
        for size in corners.sizes:
            at += size
            ends.add(at)
        polygons = [~vertex if at in ends else vertex for at, vertex in enumerate(corners.vertices)]
        normals = sorted(set(corners.normals))
        uvs = sorted(set(corners.uvs))
        by_corner = [
            field("MappingInformationType", "ByPolygonVertex"),
            field("ReferenceInformationType", "IndexToDirect"),
        ]
        same = len(set(materials)) <= 1
        return self.add("Geometry", name, "Geometry", "Mesh", [
            field("GeometryVersion", 124),
            field("Vertices", Array("d", [part for vertex in vertices for part in vertex])),
            field("PolygonVertexIndex", Array("i", polygons)),
            Record("LayerElementNormal", (0,), [
                field("Version", 101), field("Name", ""), *by_corner,
                field("Normals", Array("d", [part for normal in normals for part in normal])),
                field("NormalsIndex", Array("i", places(normals, corners.normals))),
            ]),
            Record("LayerElementUV", (0,), [
                field("Version", 101), field("Name", "UVMap"), *by_corner,
                field("UV", Array("d", [part for uv in uvs for part in uv])),
                field("UVIndex", Array("i", places(uvs, corners.uvs))),
            ]),
            Record("LayerElementMaterial", (0,), [
                field("Version", 101), field("Name", ""),
                field("MappingInformationType", "AllSame" if same else "ByPolygon"),
                field("ReferenceInformationType", "IndexToDirect"),
                field("Materials", Array("i", list(materials[:1] if same else materials))),
            ]),
            Record("Layer", (0,), [field("Version", 100), *(
                Record("LayerElement", (), [field("Type", kind), field("TypedIndex", 0)])
                for kind in ("LayerElementNormal", "LayerElementMaterial", "LayerElementUV")
            )]),
        ])

    def skin(self, geometry: int, clusters: Sequence[Cluster]) -> None:
        """Lets bones move the vertices of a mesh."""
        records = [field("Version", 101), field("Link_DeformAcuracy", 50.0)]
        skin = self.add("Deformer", "", "Deformer", "Skin", records)
        self.connect(skin, geometry)
        for cluster in clusters:
            deformer = self.add("Deformer", "", "SubDeformer", "Cluster", [
                field("Version", 100),
                field("UserData", "", ""),
                field("Indexes", Array("i", cluster.vertices)),
                field("Weights", Array("d", cluster.weights)),
                field("Transform", Array("d", cluster.mesh_to_bone)),
                field("TransformLink", Array("d", cluster.bone_to_scene)),
            ])
            self.connect(deformer, skin)
            self.connect(cluster.bone, deformer)

    def bind_pose(self, nodes: Sequence[Tuple[int, Matrix]]) -> None:
        """Where nodes were when skins were bound to them."""
        self.add("Pose", "BindPose", "Pose", "BindPose", [
            field("Type", "BindPose"),
            field("Version", 100),
            field("NbPoseNodes", len(nodes)),
            *(
                Record("PoseNode", (), [field("Node", Long(node)), field("Matrix", Array("d", matrix))])
                for node, matrix in nodes
            ),
        ])

    # surfaces

    def material(
        self, name: str, diffuse: Vector, specular: float, shininess: float, glow: Vector = (0.0, 0.0, 0.0)
    ) -> int:
        return self.add("Material", name, "Material", "", [
            field("Version", 102),
            field("ShadingModel", "phong"),
            field("MultiLayer", 0),
            properties(
                colour("DiffuseColor", diffuse),
                number("DiffuseFactor", 1.0),
                colour("SpecularColor", (specular, specular, specular)),
                number("SpecularFactor", 1.0),
                number("ShininessExponent", shininess),
                colour("EmissiveColor", glow),
                number("EmissiveFactor", 1.0),
            ),
        ])

    def texture(self, material: int, property_name: str, name: str, path: str) -> None:
        """An image on a material; its path is relative to this file's folder."""
        path = path.replace("/", "\\")
        video = self.add("Video", name, "Video", "Clip", [
            field("Type", "Clip"),
            properties(field("P", "Path", "KString", "XRefUrl", "", path)),
            field("UseMipMap", 0),
            field("Filename", path),
            field("RelativeFilename", path),
        ])
        texture = self.add("Texture", name, "Texture", "", [
            field("Type", "TextureVideoClip"),
            field("Version", 202),
            field("TextureName", f"{name}\0\1Texture"),
            properties(switch("UseMaterial", True)),
            field("Media", f"{name}\0\1Video"),
            field("FileName", path),
            field("RelativeFilename", path),
            field("ModelUVTranslation", 0.0, 0.0),
            field("ModelUVScaling", 1.0, 1.0),
            field("Texture_Alpha_Source", "None"),
            field("Cropping", 0, 0, 0, 0),
        ])
        self.connect(video, texture)
        self.connect(texture, material, property_name)

    # takes

    def ticks(self, frame: int) -> int:
        return frame * TICKS // self.frame_rate

    def take(self, name: str, frames: int) -> int:
        """A take from frame 0 to frame `frames`. Gives its layer, which curves hang on."""
        self.last_frame = max(self.last_frame, frames)
        stop = self.ticks(frames)
        span = (("LocalStart", 0), ("LocalStop", stop), ("ReferenceStart", 0), ("ReferenceStop", stop))
        stack = self.add("AnimationStack", name, "AnimStack", "", [properties(*(time(*end) for end in span))])
        layer = self.add("AnimationLayer", "BaseLayer", "AnimLayer", "", [])
        self.connect(layer, stack)
        return layer

    def animate(self, layer: int, node: int, property_name: str, curves: Sequence[Curve]) -> None:
        """Lets curves for X, Y and Z move "Lcl Translation", "Lcl Rotation" or "Lcl Scaling" of a node."""
        first = (number(f"d|{axis}", curve.values[0]) for axis, curve in zip("XYZ", curves))
        short = {"Lcl Translation": "T", "Lcl Rotation": "R", "Lcl Scaling": "S"}[property_name]
        values = self.add("AnimationCurveNode", short, "AnimCurveNode", "", [properties(*first)])
        self.connect(values, layer)
        self.connect(values, node, property_name)
        for axis, curve in zip("XYZ", curves):
            added = self.add("AnimationCurve", "", "AnimCurve", "", [
                field("Default", curve.values[0]),
                field("KeyVer", 4008),
                field("KeyTime", Array("l", [self.ticks(frame) for frame in curve.frames])),
                field("KeyValueFloat", Array("f", curve.values)),
                field("KeyAttrFlags", Array("i", [4])),  # straight lines
                field("KeyAttrDataFloat", Array("f", [0.0, 0.0, 0.0, 0.0])),
                field("KeyAttrRefCount", Array("i", [len(curve.frames)])),
            ])
            self.connect(added, values, f"d|{axis}")

    # the file

    def to_bytes(self) -> bytes:
        return file_bytes([
            Record("FBXHeaderExtension", (), [
                field("FBXHeaderVersion", 1003),
                field("FBXVersion", VERSION),
                field("EncryptionType", 0),
                field("Creator", CREATOR),
            ]),
            field("FileId", FILE_ID),
            field("CreationTime", CREATION_TIME),
            field("Creator", CREATOR),
            self.settings(),
            Record("Documents", (), [
                field("Count", 1),
                Record("Document", (Long(999), "Scene", "Scene"), [field("RootNode", Long(SCENE))]),
            ]),
            Record("References"),
            self.definitions(),
            Record("Objects", (), self.objects),
            Record("Connections", (), self.connections),
            Record("Takes", (), [field("Current", "")]),
        ])

    def settings(self) -> Record:
        axes = {"UpAxis": 2, "UpAxisSign": 1, "FrontAxis": 1, "FrontAxisSign": -1, "CoordAxis": 0, "CoordAxisSign": 1}
        return Record("GlobalSettings", (), [
            field("Version", 1000),
            properties(
                *(integer(name, value) for name, value in axes.items()),
                number("UnitScaleFactor", self.centimetres),
                number("OriginalUnitScaleFactor", self.centimetres),
                choice("TimeMode", FRAME_RATES[self.frame_rate]),
                time("TimeSpanStart", 0),
                time("TimeSpanStop", self.ticks(self.last_frame)),
            ),
        ])

    def definitions(self) -> Record:
        kinds = sorted({record.name for record in self.objects})
        counted = {kind: sum(record.name == kind for record in self.objects) for kind in kinds}
        return Record("Definitions", (), [
            field("Version", 100),
            field("Count", 1 + len(self.objects)),
            Record("ObjectType", ("GlobalSettings",), [field("Count", 1)]),
            *(Record("ObjectType", (kind,), [field("Count", count)]) for kind, count in counted.items()),
        ])


def places(of: Sequence, values: Sequence) -> List[int]:
    """Where each value is in a list."""
    known = {value: at for at, value in enumerate(of)}
    return [known[value] for value in values]
