//! The bind pose of a model's bones, and skinning matrices.

use rigmill_format::ModelView;
use rigmill_math::matrix::{self, Matrix};

use crate::content::Model;
use crate::error::{JobError, check_length};

impl Model {
    /// Writes each bone's model-space matrix in the bind pose: local matrix x model-space matrix of the parent. Equivalent to
    /// XNA's `Model.CopyAbsoluteBoneTransformsTo`.
    ///
    /// # Errors
    /// `out` is shorter than the list of bones.
    pub fn copy_absolute_bone_transforms_to(&self, out: &mut [Matrix]) -> Result<(), JobError> {
        let view = self.view();
        self.copy_bone_transforms_to(out)?;
        for (index, bone) in view.bones().enumerate() {
            // Parents come before their children, so the parent's matrix is already in model space.
            if let Some(parent) = bone.parent().and_then(|parent| out.get(parent)) {
                out[index] = matrix::multiply(&out[index], parent);
            }
        }
        Ok(())
    }

    /// Writes each bone's local matrix in the bind pose. Equivalent to XNA's `Model.CopyBoneTransformsTo`.
    ///
    /// # Errors
    /// `out` is shorter than the list of bones.
    pub fn copy_bone_transforms_to(&self, out: &mut [Matrix]) -> Result<(), JobError> {
        let bones = self.view().bones();
        check_length("out", out.len(), bones.len())?;
        for (bone, out) in bones.zip(out) {
            *out = *bone.local();
        }
        Ok(())
    }
}

/// Computes the skinning matrices of a mesh's joints: from the mesh's space in the bind pose to model space.
#[derive(Debug)]
pub struct SkinningJob<'a> {
    /// The model.
    pub model: ModelView<'a>,
    /// The number of the mesh in the model.
    pub mesh: usize,
    /// The model-space matrix of each bone of the model.
    pub absolute: &'a [Matrix],
    /// Receives one matrix per bone of the mesh's skin. For a rigid mesh, it stays unchanged.
    pub out: &'a mut [Matrix],
}

impl SkinningJob<'_> {
    /// Runs the job: skinning matrix = inverse bind x model-space matrix of the bone. A skinned vertex is transformed by the
    /// weighted sum of these matrices. Does nothing if the model does not have the mesh.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let Some(mesh) = self.model.mesh(self.mesh) else { return Ok(()) };
        check_length("absolute", self.absolute.len(), self.model.bones().len())?;
        check_length("out", self.out.len(), mesh.skin_bones().len())?;
        for ((bone, inverse_bind), out) in mesh.skin_bones().iter().zip(mesh.inverse_binds()).zip(self.out) {
            if let Some(absolute) = self.absolute.get(*bone as usize) {
                *out = matrix::multiply(inverse_bind, absolute);
            }
        }
        Ok(())
    }
}
