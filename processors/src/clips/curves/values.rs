//! The components of channels, and conversion of tangents.

use rigmill_format::Component;
use rigmill_math::to_f32;

/// The components of a position.
pub(crate) const POSITION: &[Component] = Component::ALL.split_at(3).0;
/// The components of a rotation.
pub(crate) const ROTATION: &[Component] = Component::ALL.split_at(3).1.split_at(4).0;
/// The components of a scale.
pub(crate) const SCALE: &[Component] = Component::ALL.split_at(7).1;

/// Converts a slope to a tangent in the range of files. An infinite tangent would be a step.
pub(super) fn to_tangent(slope: f64) -> f32 {
    to_f32(slope).clamp(f32::MIN, f32::MAX)
}
