//! [`LocalToModelJob`]: local matrices into the model's space.

use rigmill_format::SkeletonView;
use rigmill_math::matrix::{self, Matrix};
use rigmill_math::quaternion::normalize_in_f64;

use crate::error::{JobError, check_length};

/// Multiplies local matrices up a skeleton.
#[derive(Debug)]
pub struct LocalToModelJob<'a> {
    /// The skeleton.
    pub skeleton: SkeletonView<'a>,
    /// A matrix for each bone, relative to its parent.
    pub local: &'a [Matrix],
    /// Receives a matrix for each bone, relative to the model.
    pub out: &'a mut [Matrix],
}

impl LocalToModelJob<'_> {
    /// Does the job: absolute = local x absolute of the parent; a root's parent is the root axis.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let bones = self.skeleton.len();
        check_length("local", self.local.len(), bones)?;
        check_length("out", self.out.len(), bones)?;
        let root_axis = root_axis(&self.skeleton);
        for (index, bone) in self.skeleton.bones().enumerate() {
            // Parents come before their children, so theirs has been written.
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

/// `None` for the identity: a product with it would change -0 to 0.
fn root_axis(skeleton: &SkeletonView<'_>) -> Option<Matrix> {
    let axis = matrix::from_quaternion(normalize_in_f64(skeleton.root_axis()));
    (axis != matrix::IDENTITY).then_some(axis)
}
