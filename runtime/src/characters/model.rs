//! The bones of a model at bind, and skinning matrices.

use rigmill_format::ModelView;
use rigmill_math::matrix::{self, Matrix};

use crate::content::Model;
use crate::error::{JobError, check_length};

impl Model {
    /// Each bone's matrix relative to the model, at bind: local x absolute of the parent. As XNA's
    /// `Model.CopyAbsoluteBoneTransformsTo`.
    ///
    /// # Errors
    /// `out` is shorter than the list of bones.
    pub fn copy_absolute_bone_transforms_to(&self, out: &mut [Matrix]) -> Result<(), JobError> {
        let view = self.view();
        self.copy_bone_transforms_to(out)?;
        for (index, bone) in view.bones().enumerate() {
            // Parents come before their children, so theirs is absolute by now.
            if let Some(parent) = bone.parent().and_then(|parent| out.get(parent)) {
                out[index] = matrix::multiply(&out[index], parent);
            }
        }
        Ok(())
    }

    /// Each bone's matrix relative to its parent, at bind. As XNA's `Model.CopyBoneTransformsTo`.
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

/// The matrices of the joints of a skinned mesh, from the mesh's space at bind to the model's space.
#[derive(Debug)]
pub struct SkinningJob<'a> {
    /// The model.
    pub model: ModelView<'a>,
    /// The mesh's number in the model.
    pub mesh: usize,
    /// A matrix for each bone of the model, relative to the model.
    pub absolute: &'a [Matrix],
    /// Receives a matrix for each bone of the mesh's skin. For a rigid mesh, it stays unchanged.
    pub out: &'a mut [Matrix],
}

impl SkinningJob<'_> {
    /// Does the job: inverse bind x absolute of the bone. A vertex is moved by the sum of these matrices by their weights.
    /// Does nothing for a mesh that the model does not have.
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
