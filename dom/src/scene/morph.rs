//! [`SceneMorph`]: a morph target of a mesh.

use serde::Serialize;

/// A morph target, which FBX calls a blend shape channel: changes of vertices that are added to a mesh by weight.
///
/// A single shape is added in proportion to the weight. If there are several shapes, the weight goes from one to the next: see
/// [`SceneShape::weight`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneMorph {
    /// The name of the target. Several targets of a mesh may have the same name.
    pub name: String,
    /// The weight without animation. A weight of 1 adds the whole shape.
    pub weight: f32,
    /// The shapes in ascending order of their weights; at least one.
    pub shapes: Vec<SceneShape>,
}

/// The changes of a mesh's vertices at one weight of its target.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneShape {
    /// The target weight at which only this shape is added; finite and not 0. No two shapes of a target have the same weight.
    /// Between two shapes, and between a shape and no change at 0, changes are interpolated linearly. Beyond the outermost
    /// shapes, they are extrapolated.
    pub weight: f32,
    /// The vertices that the shape changes, as indices in the mesh's positions, in ascending order.
    pub vertices: Vec<u32>,
    /// The change of the position of each of these vertices.
    pub positions: Vec<[f32; 3]>,
    /// For each of these vertices, the change of the normals of its corners. Empty if the source has none.
    pub normals: Vec<[f32; 3]>,
    /// For each of these vertices, the change of x, y, z of the tangents of its corners. Empty if the source has none.
    pub tangents: Vec<[f32; 3]>,
}

/// The weight of a node's morph target at each frame of a clip.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneWeightTrack {
    /// The node that places the mesh.
    pub node: u32,
    /// The number of the target in the node's mesh.
    pub target: u32,
    /// The weight at each frame of the clip. Only one entry if the weight never changes.
    pub weights: Vec<f64>,
}
