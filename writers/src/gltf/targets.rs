//! Morph targets and their weights in clips. Each shape becomes a target, because glTF has no in-between shapes.

use rigmill_codec_gltf::Binary;
use rigmill_codec_gltf::document::{Attributes, Interpolation, MeshExtras, to_index};
use rigmill_format::{ClipWeights, ModelMesh, MorphShape, MorphTarget, WeightTrack, shape_weights};

/// Returns the targets of a primitive that uses these vertices of the mesh.
pub(super) fn of_primitive(mesh: &ModelMesh, used: &[u32], binary: &mut Binary) -> Vec<Attributes> {
    let shapes = mesh.targets.iter().flat_map(|target| &target.shapes);
    shapes.map(|shape| attributes(shape, used, binary)).collect()
}

fn attributes(shape: &MorphShape, used: &[u32], binary: &mut Binary) -> Attributes {
    // Both lists are ascending.
    let place = |vertex: &u32| used.binary_search(vertex).ok();
    let places: Vec<(usize, usize)> =
        shape.vertices.iter().enumerate().filter_map(|(at, vertex)| Some((at, place(vertex)?))).collect();
    let indices: Vec<u32> = places.iter().map(|&(_, place)| to_index(place)).collect();
    let mut attributes = Attributes::new();
    let lists = [("POSITION", &shape.positions), ("NORMAL", &shape.normals), ("TANGENT", &shape.tangents)];
    for (name, list) in lists.into_iter().filter(|(name, list)| *name == "POSITION" || !list.is_empty()) {
        let values: Vec<[f32; 3]> = places.iter().filter_map(|&(at, _)| list.get(at).copied()).collect();
        attributes.insert(name.to_owned(), binary.changes(used.len(), &indices, &values, name == "POSITION"));
    }
    attributes
}

/// Returns the weights of a mesh's shapes without animation; empty if all are 0, which is glTF's default.
pub(super) fn weights(mesh: &ModelMesh) -> Vec<f32> {
    let weights = shares(mesh, |target| target.weight);
    if weights.iter().all(|weight| *weight == 0.0) { Vec::new() } else { weights }
}

/// Returns the names of a mesh's shapes. The full shape of a target has the target's name, and in-between shapes have their
/// weight after the name.
pub(super) fn extras(mesh: &ModelMesh) -> MeshExtras {
    let name = |target: &MorphTarget, shape: &MorphShape| match shape.weight {
        1.0 => target.name.clone(),
        weight => format!("{} {weight}", target.name),
    };
    let names = mesh.targets.iter().flat_map(|target| target.shapes.iter().map(move |shape| name(target, shape)));
    MeshExtras { target_names: names.collect(), ..MeshExtras::default() }
}

/// Returns the weight of each shape, if each target has the weight that `weight` returns.
fn shares(mesh: &ModelMesh, weight: impl Fn(&MorphTarget) -> f32) -> Vec<f32> {
    let mut shares = Vec::new();
    for target in &mesh.targets {
        let shapes: Vec<f32> = target.shapes.iter().map(|shape| shape.weight).collect();
        let first = shares.len();
        shares.resize(first + shapes.len(), 0.0);
        shape_weights(&shapes, weight(target), &mut shares[first..]);
    }
    shares
}

/// The weights of a node's mesh over time.
pub(super) struct WeightKeys {
    pub(super) node: u32,
    pub(super) times: Vec<f32>,
    /// For each time, a weight for each shape.
    pub(super) values: Vec<[f32; 1]>,
    pub(super) interpolation: Interpolation,
}

impl WeightKeys {
    /// Returns the weights that a clip sets for the mesh of a node; `None` if it sets none.
    pub(super) fn new(mesh: &ModelMesh, node: u32, clip: &ClipWeights) -> Option<Self> {
        let track = |target: &MorphTarget| {
            clip.tracks.iter().find(|track| track.mesh == mesh.name && track.target == target.name)
        };
        let tracks: Vec<Option<&WeightTrack>> = mesh.targets.iter().map(track).collect();
        let longest = tracks.iter().flatten().map(|track| track.weights.len()).max()?;
        let times: Vec<f32> = clip.times.iter().take(longest).copied().collect();
        let weight = |key: usize, target: &MorphTarget| {
            let weights = track(target).map(|track| track.weights.as_slice()).unwrap_or_default();
            weights.get(key).or(weights.first()).copied().unwrap_or(target.weight)
        };
        let values = (0..times.len()).flat_map(|key| shares(mesh, |target| weight(key, target)));
        let values = values.map(|share| [share]).collect();
        Some(Self { node, times, values, interpolation: Interpolation::Linear })
    }
}
