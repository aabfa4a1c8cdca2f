//! [`SkinVerticesJob`]: the vertices of a mesh, moved by its skin without a graphics card.

use rigmill_format::{ModelMeshView, SkinningMethod};
use rigmill_math::matrix::{self, Matrix};
use rigmill_math::skin::{DualQuaternion, Joints, turn_normal};

use crate::error::{JobError, check_length};

/// Moves the vertices of a skinned mesh as its [`SkinningMethod`] says: linearly, by dual quaternions, or by both. The reference for a
/// game's own shader.
///
/// A shader for dual quaternions takes those of [`dual_quaternions`](Self::dual_quaternions), which this job fills in: scale, then
/// rotate and move. A vertex adds real and dual parts and scales by its weights, with the sign changed of a joint whose real part points
/// away from that of the vertex' first joint, and divides the sum by the length of its real part.
#[derive(Debug)]
pub struct SkinVerticesJob<'a> {
    /// The mesh.
    pub mesh: ModelMeshView<'a>,
    /// A matrix for each bone of the mesh's skin, from [`SkinningJob`](super::SkinningJob).
    pub joints: &'a [Matrix],
    /// Receives a dual quaternion for each bone of the mesh's skin; may be empty for a linear skin.
    pub dual_quaternions: &'a mut [DualQuaternion],
    /// The position of each vertex at bind, such as the mesh's own or those of a [`MorphJob`](crate::morph::MorphJob); they are moved.
    pub positions: &'a mut [[f32; 3]],
    /// The normal of each vertex at bind, of unit length. Moved normals have unit length, too. Empty if normals are not
    /// needed.
    pub normals: &'a mut [[f32; 3]],
}

impl SkinVerticesJob<'_> {
    /// Does the job. It allocates nothing. Does nothing for a rigid mesh.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let Self { mesh, joints, dual_quaternions, positions, normals } = self;
        if !mesh.is_skinned() {
            return Ok(());
        }
        let (count, vertices) = (mesh.skin_bones().len(), mesh.vertex_count());
        let is_linear = mesh.skinning_method() == SkinningMethod::Linear;
        check_length("joints", joints.len(), count)?;
        check_length("dual_quaternions", dual_quaternions.len(), if is_linear { 0 } else { count })?;
        check_length("positions", positions.len(), vertices)?;
        check_length("normals", normals.len(), if normals.is_empty() { 0 } else { vertices })?;
        for (joint, out) in joints.iter().zip(dual_quaternions.iter_mut()) {
            *out = DualQuaternion::of_matrix(joint);
        }
        let joints = Joints { matrices: joints, dual_quaternions };
        let mut normals = normals.iter_mut();
        for (vertex, position) in positions.iter_mut().enumerate().take(vertices) {
            let influences = mesh.influences(vertex).map(|(joint, weight)| (usize::from(joint), weight));
            let matrix = joints.vertex_matrix(influences, mesh.blend_weight(vertex));
            *position = matrix::transform_point(*position, &matrix);
            if let Some(normal) = normals.next() {
                *normal = turn_normal(*normal, &matrix);
            }
        }
        Ok(())
    }
}
