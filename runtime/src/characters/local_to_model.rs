//! [`LocalToModelJob`]: converts local matrices to model space.

use rigmill_format::SkeletonView;
use rigmill_math::matrix::{self, Matrix};
use rigmill_math::quaternion::normalize_in_f64;

use crate::error::{JobError, check_length};

/// Converts the local matrices of a skeleton's bones to model space.
#[derive(Debug)]
pub struct LocalToModelJob<'a> {
    /// The skeleton.
    pub skeleton: SkeletonView<'a>,
    /// The local matrix of each bone.
    pub local: &'a [Matrix],
    /// Receives the model-space matrix of each bone.
    pub out: &'a mut [Matrix],
}

impl LocalToModelJob<'_> {
    /// Runs the job: model-space matrix = local matrix x model-space matrix of the parent. For a root, the root axis takes the
    /// place of the parent's matrix.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let bones = self.skeleton.len();
        check_length("local", self.local.len(), bones)?;
        check_length("out", self.out.len(), bones)?;
        let root_axis = root_axis(&self.skeleton);
        for (index, bone) in self.skeleton.bones().enumerate() {
            // Parents come before their children, so the parent's matrix is already computed.
            let parent = match bone.parent() {
                Some(parent) => self.out.get(parent).copied(),
                None => root_axis,
            };
            let local = &self.local[index];
            self.out[index] = parent.map_or(*local, |parent| matrix::multiply(local, &parent));
        }
        Ok(())
    }
}

/// `None` for the identity, because multiplying by the identity would change -0 to 0.
fn root_axis(skeleton: &SkeletonView<'_>) -> Option<Matrix> {
    let axis = matrix::from_quaternion(normalize_in_f64(skeleton.root_axis()));
    (axis != matrix::IDENTITY).then_some(axis)
}
