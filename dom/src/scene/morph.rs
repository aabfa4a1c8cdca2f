//! [`SceneMorph`]: a morph target of a mesh.

use serde::Serialize;

/// A morph target, which FBX calls a channel of blend shapes: changes of vertices that a weight adds to a mesh.
///
/// One shape is added in proportion to the weight. With several, the weight goes from one to the next: see
/// [`SceneShape::weight`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneMorph {
    /// Its name. Names of a mesh may repeat.
    pub name: String,
    /// Its weight without animation; 1 is a whole shape.
    pub weight: f32,
    /// At least one, in ascending order of their weights.
    pub shapes: Vec<SceneShape>,
}

/// The changes of a mesh's vertices at one weight of its target.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneShape {
    /// The target's weight at which this shape alone is added; finite, not 0, and no two of a target are equal. Between two
    /// shapes, and between one and no change at 0, changes are mixed in proportion; beyond the last they go on as before it.
    pub weight: f32,
    /// The vertices that it changes, as indices into the mesh's positions, ascending.
    pub vertices: Vec<u32>,
    /// For each of them, what is added to the position.
    pub positions: Vec<[f32; 3]>,
    /// For each of them, what is added to the normals of its corners; empty where the source has none.
    pub normals: Vec<[f32; 3]>,
    /// For each of them, what is added to x, y, z of the tangents of its corners; empty where the source has none.
    pub tangents: Vec<[f32; 3]>,
}

/// The weights of a node's targets at each frame of a clip.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneWeightTrack {
    /// The node that places the mesh.
    pub node: u32,
    /// The target of its mesh.
    pub target: u32,
    /// An entry for each frame of the clip; one if the weight never changes.
    pub weights: Vec<f64>,
}
