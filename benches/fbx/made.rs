//! Generates files with features that are rare in real files: large meshes, long clips, many nodes, embedded textures, morph
//! targets.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::writer::{
    Record, TICKS, Value, attribute, blend_channel, blend_shape, curve, curve_node, decimal, layer, model, object,
    properties, record, scene, stack, text, vector,
};

type Connection = (i64, i64, Option<&'static str>);

/// The objects of a file and their connections.
#[derive(Default)]
struct Parts {
    objects: Vec<Record>,
    connections: Vec<Connection>,
    /// The id of the last object.
    last: i64,
}

impl Parts {
    fn id(&mut self) -> i64 {
        self.last += 1;
        self.last
    }

    /// Adds the object that `make` creates for a new id, connected to another object.
    fn add(&mut self, parent: i64, property: Option<&'static str>, make: impl FnOnce(i64) -> Record) -> i64 {
        let id = self.id();
        self.objects.push(make(id));
        self.connections.push((id, parent, property));
        id
    }

    fn bytes(self) -> Vec<u8> {
        scene(self.objects, &self.connections)
    }
}

/// Returns the names and bytes of all files.
pub(crate) fn files() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("mesh of 50,000 vertices", mesh_file(224, false, false)),
        ("the same deflated", mesh_file(224, true, false)),
        ("the same with normals, colours and two UV sets", mesh_file(224, true, true)),
        ("500 meshes of 196 vertices", many_meshes()),
        ("skin of 50,000 vertices and 60 bones", skin()),
        ("5,000 nodes", nodes()),
        ("clip of 60 bones, 3,000 frames", clips(1, 60, 3_000)),
        ("30 clips of 60 bones, 60 frames", clips(30, 60, 60)),
        ("clip of 1,000 nodes, 100 frames", clips(1, 1_000, 100)),
        ("30 morph targets of 10,000 vertices", morphs(30, 1)),
        ("200 morph targets of 1,000 vertices", morphs(200, 10)),
        ("1,000 materials", materials()),
        ("embedded texture of 8 MB", textures(1, 8 << 20)),
        ("16 embedded textures of 512 KB", textures(16, 512 << 10)),
        ("character: skin, clips, morph targets, textures", character()),
    ]
}

/// Encodes doubles, either deflated as exporters do it or uncompressed.
fn doubles(all: &[f64], deflated: bool) -> Value {
    if !deflated {
        return Value::Doubles(all.to_vec());
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let plain: Vec<u8> = all.iter().flat_map(|number| number.to_le_bytes()).collect();
    let bytes = encoder.write_all(&plain).and_then(|()| encoder.finish()).unwrap_or_default();
    Value::Deflated { count: u32::try_from(all.len()).unwrap_or(u32::MAX), bytes }
}

/// Returns the vertices of an uneven square grid with `side` vertices per side.
fn positions(side: i32) -> Vec<f64> {
    let vertex = |at: i32| [f64::from(at % side), f64::from(at * 7919 % 1013) * 0.01, f64::from(at / side)];
    (0..side * side).flat_map(vertex).collect()
}

/// Returns the corners of the grid's quads.
fn quads(side: i32) -> Vec<i32> {
    let cells = (0..side - 1).flat_map(|row| (0..side - 1).map(move |column| row * side + column));
    cells.flat_map(|at| [at, at + side, at + side + 1, !(at + 1)]).collect()
}

fn grid(id: i64, side: i32, deflated: bool, layers: bool) -> Record {
    let corners = quads(side);
    let mut children = vec![
        list("Vertices", doubles(&positions(side), deflated)),
        list("PolygonVertexIndex", Value::Ints(corners.clone())),
    ];
    if layers {
        let per_corner = |width: i32| -> Value {
            let vertices = corners.iter().map(|&it| if it < 0 { !it } else { it });
            let of = |vertex: i32| (0..width).map(move |part| f64::from((vertex + part) % 97) * 0.01 + 0.01);
            doubles(&vertices.flat_map(of).collect::<Vec<_>>(), deflated)
        };
        let set = |kind, number, name, values| {
            let mapping = list("MappingInformationType", text("ByPolygonVertex"));
            let direct = list("ReferenceInformationType", text("Direct"));
            record(kind, vec![Value::Int(number)], vec![mapping, direct, list(name, values)])
        };
        children.push(set("LayerElementNormal", 0, "Normals", per_corner(3)));
        children.push(set("LayerElementColor", 0, "Colors", per_corner(4)));
        (0..2).for_each(|number| children.push(set("LayerElementUV", number, "UV", per_corner(2))));
    }
    object("Geometry", id, "", "Mesh", children)
}

fn list(name: &'static str, values: Value) -> Record {
    record(name, vec![values], vec![])
}

/// Adds a node with a mesh, and returns the mesh.
fn add_mesh(parts: &mut Parts, side: i32, deflated: bool, layers: bool) -> i64 {
    let node = parts.add(0, None, |id| model(id, &format!("Mesh{id}"), "Mesh", vec![]));
    parts.add(node, None, |id| grid(id, side, deflated, layers))
}

fn mesh_file(side: i32, deflated: bool, layers: bool) -> Vec<u8> {
    let mut parts = Parts::default();
    add_mesh(&mut parts, side, deflated, layers);
    parts.bytes()
}

fn many_meshes() -> Vec<u8> {
    let mut parts = Parts::default();
    (0..500).for_each(|_| {
        add_mesh(&mut parts, 14, true, true);
    });
    parts.bytes()
}

/// Adds a chain of bones and returns them.
fn add_bones(parts: &mut Parts, count: usize) -> Vec<i64> {
    let mut bones = Vec::new();
    for _ in 0..count {
        let parent = if bones.len() % 10 == 0 { 0 } else { bones.last().copied().unwrap_or(0) };
        let moved = || vec![vector("Lcl Translation", [0.0, 1.0, 0.0]), vector("Lcl Rotation", [10.0, 20.0, 5.0])];
        let bone = parts.add(parent, None, |id| model(id, &format!("Bone{id}"), "LimbNode", moved()));
        parts.add(bone, None, |id| attribute(id, "LimbNode"));
        bones.push(bone);
    }
    bones
}

/// Adds a skin in which two bones move each vertex.
fn add_skin(parts: &mut Parts, mesh: i64, vertices: i32, bones: &[i64]) {
    let skin = parts.add(mesh, None, |id| object("Deformer", id, "", "Skin", vec![]));
    let count = i32::try_from(bones.len()).unwrap_or(i32::MAX);
    for (number, &bone) in (0..).zip(bones) {
        let moved: Vec<i32> = (0..vertices).filter(|it| it % count == number || (it + 1) % count == number).collect();
        let identity: Vec<f64> = (0..16).map(|at| if at % 5 == 0 { 1.0 } else { 0.0 }).collect();
        let children = vec![
            list("Weights", doubles(&vec![0.5; moved.len()], true)),
            list("Indexes", Value::Ints(moved)),
            list("Transform", Value::Doubles(identity.clone())),
            list("TransformLink", Value::Doubles(identity)),
        ];
        let cluster = parts.add(skin, None, |id| object("Deformer", id, "", "Cluster", children));
        parts.connections.push((bone, cluster, None));
    }
}

fn skin() -> Vec<u8> {
    let mut parts = Parts::default();
    let bones = add_bones(&mut parts, 60);
    let mesh = add_mesh(&mut parts, 224, true, true);
    add_skin(&mut parts, mesh, 224 * 224, &bones);
    parts.bytes()
}

fn nodes() -> Vec<u8> {
    let mut parts = Parts::default();
    add_bones(&mut parts, 5_000);
    parts.bytes()
}

/// Adds clips with a key per frame for each bone's translation and rotation, as exporters bake them.
fn add_clips(parts: &mut Parts, clips: usize, bones: &[i64], frames: i64) {
    for clip in 0..clips {
        let end = frames * TICKS / 30;
        let take = parts.id();
        parts.objects.push(stack(take, &format!("Clip{clip}"), 0, end));
        let layer = parts.add(take, None, layer);
        for &bone in bones {
            for (kind, property) in [("T", "Lcl Translation"), ("R", "Lcl Rotation")] {
                let node = parts.add(layer, None, |id| curve_node(id, kind));
                parts.connections.push((node, bone, Some(property)));
                for (part, axis) in (0..).zip(["d|X", "d|Y", "d|Z"]) {
                    let value = |frame: i64| ((frame * (3 + part) + bone) % 61) as f32 * 0.5;
                    let keys: Vec<_> = (0..=frames).map(|frame| (frame * TICKS / 30, value(frame))).collect();
                    parts.add(node, Some(axis), |id| curve(id, &keys, false));
                }
            }
        }
    }
}

fn clips(clips: usize, bones: usize, frames: i64) -> Vec<u8> {
    let mut parts = Parts::default();
    let bones = add_bones(&mut parts, bones);
    add_clips(&mut parts, clips, &bones, frames);
    parts.bytes()
}

/// Adds targets that each change one in `step` vertices.
fn add_morphs(parts: &mut Parts, mesh: i64, vertices: i32, targets: usize, step: usize) {
    let blend = parts.add(mesh, None, |id| object("Deformer", id, "", "BlendShape", vec![]));
    let moved: Vec<i32> = (0..vertices).step_by(step).collect();
    let changes: Vec<[f64; 3]> = moved.iter().map(|&it| [0.0, f64::from(it % 89) * 0.01, 0.02]).collect();
    for target in 0..targets {
        let channel = parts.add(blend, None, |id| blend_channel(id, &format!("Target{target}"), 0.0, &[100.0]));
        parts.add(channel, None, |id| blend_shape(id, &moved, &changes));
    }
}

fn morphs(targets: usize, step: usize) -> Vec<u8> {
    let mut parts = Parts::default();
    let mesh = add_mesh(&mut parts, 100, true, true);
    add_morphs(&mut parts, mesh, 10_000, targets, step);
    parts.bytes()
}

/// Adds a material to the first node with a mesh.
fn add_material(parts: &mut Parts) -> i64 {
    let all = || vec![vector("DiffuseColor", [0.5, 0.25, 0.125]), decimal("ShininessExponent", 20.0)];
    parts.add(1, None, |id| object("Material", id, &format!("Paint{id}"), "", vec![properties(all())]))
}

fn materials() -> Vec<u8> {
    let mut parts = Parts::default();
    add_mesh(&mut parts, 2, false, false);
    (0..1_000).for_each(|_| {
        add_material(&mut parts);
    });
    parts.bytes()
}

/// Adds a material with a texture whose file is embedded. Like the bytes of an image, the encoded text does not repeat.
fn add_texture(parts: &mut Parts, size: usize) {
    let material = add_material(parts);
    let texture = parts.add(material, Some("DiffuseColor"), |id| {
        object("Texture", id, &format!("Texture{id}"), "", vec![file_name(id)])
    });
    let mut state = texture.cast_unsigned();
    let mut character = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b' ' + state.to_be_bytes()[0] % 64)
    };
    let content = (0..size).map(|_| character()).collect();
    let content = record("Content", vec![Value::Text(content)], vec![]);
    parts.add(texture, None, |id| object("Video", id, "", "Clip", vec![file_name(texture), content]));
}

fn file_name(texture: i64) -> Record {
    record("RelativeFilename", vec![text(&format!("texture{texture}.png"))], vec![])
}

fn textures(count: usize, size: usize) -> Vec<u8> {
    let mut parts = Parts::default();
    add_mesh(&mut parts, 2, false, false);
    (0..count).for_each(|_| add_texture(&mut parts, size));
    parts.bytes()
}

fn character() -> Vec<u8> {
    let mut parts = Parts::default();
    let mesh = add_mesh(&mut parts, 100, true, true);
    let bones = add_bones(&mut parts, 60);
    add_skin(&mut parts, mesh, 10_000, &bones);
    add_morphs(&mut parts, mesh, 10_000, 20, 10);
    add_clips(&mut parts, 5, &bones, 120);
    (0..4).for_each(|_| add_texture(&mut parts, 1 << 20));
    parts.bytes()
}
