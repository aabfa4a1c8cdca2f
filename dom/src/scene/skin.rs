//! [`SceneSkin`]: which bones move which vertices.

use serde::Serialize;

/// How a skin moves vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum SkinningMethod {
    /// By the sum of weight x matrix.
    #[default]
    Linear,
    /// By dual quaternions, which keep the volume of twisted joints.
    DualQuaternion,
    /// By both, in shares that each vertex has.
    Blended,
}

/// A mesh's bones and the weights with which they move its vertices.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneSkin {
    /// The nodes that move vertices, each once for each of its inverse binds.
    pub bones: Vec<u32>,
    /// For each of them, the matrix from the mesh's vertices at bind to the bone: three rows of four, for column
    /// vectors.
    pub inverse_binds: Vec<[[f64; 4]; 3]>,
    /// Where each vertex' influences begin in `influences`; one entry more than there are vertices.
    pub vertex_starts: Vec<u32>,
    /// For each vertex, the heaviest first. Their weights are above 0 and need not add up to 1.
    pub influences: Vec<SceneInfluence>,
    /// How the bones move the vertices.
    pub method: SkinningMethod,
    /// For each vertex the part of dual quaternions, 0 to 1, if the method is [`SkinningMethod::Blended`]; else empty.
    pub blend_weights: Vec<f32>,
}

/// A bone's part in the movement of a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SceneInfluence {
    /// An index into [`SceneSkin::bones`].
    pub bone: u32,
    /// The weight.
    pub weight: f32,
}
