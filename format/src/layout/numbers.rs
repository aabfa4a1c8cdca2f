//! Checks of float values, shared by several content types.

use crate::InvalidContent;
use crate::error::ensure;

/// Whether all components are finite, which excludes NaN.
pub(crate) fn all_finite(components: &[f32]) -> bool {
    components.iter().all(|component| component.is_finite())
}

/// Whether the value is finite and not negative. -0.0 counts as zero.
pub(crate) fn is_duration(seconds: f32) -> bool {
    seconds.is_finite() && seconds >= 0.0
}

/// Checks the duration of a clip.
pub(crate) fn check_duration(seconds: f32) -> Result<(), InvalidContent> {
    ensure!(is_duration(seconds), "the clip's duration is {seconds} s, expected a finite value of at least 0");
    Ok(())
}

/// Whether the value is in the range `low` to `high`, inclusive. False for NaN.
pub(crate) fn is_within(value: f32, low: f32, high: f32) -> bool {
    (low..=high).contains(&value)
}

/// Whether the finite quaternion can be normalized: at least one component is not zero.
pub(crate) fn is_normalisable(quaternion: &[f32; 4]) -> bool {
    quaternion.iter().any(|component| *component != 0.0)
}

/// Whether the last column of the matrix for row vectors is 0, 0, 0, 1.
pub(crate) fn is_affine(matrix: &[f32; 16]) -> bool {
    [matrix[3], matrix[7], matrix[11], matrix[15]] == [0.0, 0.0, 0.0, 1.0]
}
