//! [`CollisionSource`]: a collision mesh that a file stores.

use serde::Serialize;

use super::Scene;

/// A collision mesh that a file stores, in contrast to one that is made from the meshes that it shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CollisionSource {
    /// Three corners each, in model space, finite; counter-clockwise seen from outside.
    pub triangles: Vec<[[f32; 3]; 3]>,
    /// The sphere around them that the file has: center and radius.
    pub sphere: Option<([f32; 3], f32)>,
    /// The model that the mesh belongs to. It may have no meshes.
    pub model: Scene,
}
