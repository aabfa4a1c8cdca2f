//! Checks of float values that several content types share.

/// Whether every component is a number: no infinity, no NaN.
pub(crate) fn all_finite(components: &[f32]) -> bool {
    components.iter().all(|component| component.is_finite())
}

/// Whether the value is finite and not below zero; -0.0 counts as zero.
pub(crate) fn is_duration(seconds: f32) -> bool {
    seconds.is_finite() && seconds >= 0.0
}

/// Whether the value is a number from `low` to `high`, both included.
pub(crate) fn is_within(value: f32, low: f32, high: f32) -> bool {
    (low..=high).contains(&value)
}

/// Whether the finite quaternion has a direction: some component is not zero.
pub(crate) fn is_normalisable(quaternion: &[f32; 4]) -> bool {
    quaternion.iter().any(|component| *component != 0.0)
}

/// Whether the last column of the matrix, which is for row vectors, is 0, 0, 0, 1.
pub(crate) fn is_affine(matrix: &[f32; 16]) -> bool {
    [matrix[3], matrix[7], matrix[11], matrix[15]] == [0.0, 0.0, 0.0, 1.0]
}
