//! Converts Rigmill's values to Bevy's.
//!
//! Both engines are right-handed with Y up. Both use metres, counter-clockwise triangles, and texture coordinates whose v
//! points down. Only the matrix convention differs: Rigmill's matrices are row-major for row vectors, Bevy's are column-major
//! for column vectors. A matrix consists of the same sixteen numbers in memory, but products are written in the opposite order.

use bevy_math::{Mat4, Quat, Vec3};
use bevy_transform::components::Transform;
use rigmill_runtime::Matrix;
use rigmill_runtime::motion::RigidTransform;

/// Converts a matrix.
#[must_use]
pub fn mat4(matrix: &Matrix) -> Mat4 {
    Mat4::from_cols_array(matrix)
}

/// Converts a bone's local transform.
#[must_use]
pub fn transform(transform: &rigmill_runtime::Transform) -> Transform {
    Transform {
        translation: Vec3::from_array(transform.translation),
        rotation: Quat::from_array(transform.rotation),
        scale: Vec3::from_array(transform.scale),
    }
}

/// Converts a rotation and translation to single precision.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "Bevy's transforms have single precision")]
pub fn rigid(transform: &RigidTransform) -> Transform {
    let translation = Vec3::from_array(transform.translation.map(|part| part as f32));
    let rotation = Quat::from_array(transform.rotation.map(|part| part as f32)).normalize();
    Transform { translation, rotation, ..Transform::IDENTITY }
}
