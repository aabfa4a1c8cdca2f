//! [`CollisionSource`]: a collision mesh that is stored in a file.

use serde::Serialize;

use super::Scene;

/// A collision mesh that is stored in a file, in contrast to one that is made from a model's visible meshes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CollisionSource {
    /// The three corners of each triangle in model space; finite. Counter-clockwise when seen from outside.
    pub triangles: Vec<[[f32; 3]; 3]>,
    /// The bounding sphere that the file states: center and radius.
    pub sphere: Option<([f32; 3], f32)>,
    /// The model to which the collision mesh belongs. It may have no meshes.
    pub model: Scene,
}
