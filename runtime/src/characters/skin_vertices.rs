//! [`SkinVerticesJob`]: skins the vertices of a mesh on the CPU.

use rigmill_format::{ModelMeshView, SkinningMethod};
use rigmill_math::matrix::{self, Matrix};
use rigmill_math::skin::{DualQuaternion, Joints, transform_normal};

use crate::error::{JobError, check_length};

/// Skins the vertices of a mesh with the mesh's [`SkinningMethod`]: linear blending, dual quaternions, or a blend of both. It
/// is the reference for a game's own shader.
///
/// A shader for dual quaternions gets the [`dual_quaternions`](Self::dual_quaternions) that this job computes. For each vertex,
/// the shader:
///
/// 1. adds up the scales, real parts and dual parts of the joints, each times the joint's weight. If a joint's real part points
///    away from the real part of the vertex's first joint (negative dot product), its real and dual parts are negated first.
/// 2. divides the summed real and dual parts by the length of the summed real part.
/// 3. scales the vertex, then rotates and translates it.
#[derive(Debug)]
pub struct SkinVerticesJob<'a> {
    /// The mesh.
    pub mesh: ModelMeshView<'a>,
    /// One matrix per bone of the mesh's skin, from [`SkinningJob`](super::SkinningJob).
    pub joints: &'a [Matrix],
    /// Receives one dual quaternion per bone of the mesh's skin. May be empty for linear skinning.
    pub dual_quaternions: &'a mut [DualQuaternion],
    /// The position of each vertex before skinning: those of the mesh, or the result of a [`MorphJob`](crate::morph::MorphJob).
    /// The job replaces them with the skinned positions.
    pub positions: &'a mut [[f32; 3]],
    /// The normal of each vertex before skinning, of unit length. The job replaces them with skinned normals, also of unit
    /// length. Empty if you do not need normals.
    pub normals: &'a mut [[f32; 3]],
}

impl SkinVerticesJob<'_> {
    /// Runs the job. Allocates no memory. Does nothing for a rigid mesh.
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
                *normal = transform_normal(*normal, &matrix);
            }
        }
        Ok(())
    }
}
