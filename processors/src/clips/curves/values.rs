//! What curves of all sources share: the components of channels, and values in the order that curves need.

use rigmill_format::Component;

/// The components of a position.
pub(crate) const POSITION: &[Component] = Component::ALL.split_at(3).0;
/// The components of a rotation.
pub(crate) const ROTATION: &[Component] = Component::ALL.split_at(3).1.split_at(4).0;
/// The components of a scale.
pub(crate) const SCALE: &[Component] = Component::ALL.split_at(7).1;

/// The rotations, each of a pair of opposite quaternions the one nearer to the rotation before. Components are interpolated one by
/// one, and from a quaternion to an opposite one they would pass through zero.
pub(crate) fn continuous(mut rotations: Vec<[f32; 4]>) -> Vec<[f32; 4]> {
    for index in 1..rotations.len() {
        let before = rotations[index - 1];
        let dot: f32 = before.iter().zip(rotations[index]).map(|(a, b)| a * b).sum();
        if dot < 0.0 {
            rotations[index] = rotations[index].map(|component| -component);
        }
    }
    rotations
}

/// A tangent within the range of files: an infinite one would be a step.
#[expect(clippy::cast_possible_truncation, reason = "tangents are f32")]
pub(super) fn to_f32(tangent: f64) -> f32 {
    (tangent as f32).clamp(f32::MIN, f32::MAX)
}
