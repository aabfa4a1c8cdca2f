//! [`SceneSkin`]: the bones that move the vertices of a mesh.

use serde::Serialize;

/// How a skin moves vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum SkinningMethod {
    /// Linear: by the sum of weight x matrix.
    #[default]
    Linear,
    /// With dual quaternions, which keep the volume of twisted joints.
    DualQuaternion,
    /// A blend of both methods, with a share per vertex.
    Blended,
}

/// A mesh's bones and the weights with which they move its vertices.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneSkin {
    /// The nodes that move vertices. A node occurs once for each of its inverse binds.
    pub bones: Vec<u32>,
    /// For each of these nodes, the matrix from the mesh's vertices to the bone in the bind pose: three rows of four, for
    /// column vectors.
    pub inverse_binds: Vec<[[f64; 4]; 3]>,
    /// For each vertex, the start of its influences in `influences`. There is one more entry than there are vertices.
    pub vertex_starts: Vec<u32>,
    /// The influences of each vertex, heaviest first. Weights are above 0 and need not add up to 1.
    pub influences: Vec<SceneInfluence>,
    /// How the bones move the vertices.
    pub method: SkinningMethod,
    /// For each vertex, the share of dual quaternion skinning, 0 to 1. Empty unless the method is [`SkinningMethod::Blended`].
    pub blend_weights: Vec<f32>,
}

/// The influence of a bone on a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SceneInfluence {
    /// The bone, as an index in [`SceneSkin::bones`].
    pub bone: u32,
    /// The weight.
    pub weight: f32,
}
