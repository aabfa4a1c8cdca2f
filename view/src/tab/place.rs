//! [`place_of`]: the placement of a model through root motion.

use rigmill_runtime::motion::RigidTransform;
use rigmill_runtime::{Matrix, matrix};

/// Converts the pose of a root to a matrix.
#[expect(clippy::cast_possible_truncation, reason = "matrices are single precision")]
pub(crate) fn place_of(pose: &RigidTransform) -> Matrix {
    let mut place = matrix::from_quaternion(pose.rotation.map(|part| part as f32));
    for (part, found) in place[12..15].iter_mut().zip(pose.translation) {
        *part = found as f32;
    }
    place
}
