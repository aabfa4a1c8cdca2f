//! Interpolation of vectors.

/// `a` at 0, `b` at 1; beyond them for other fractions.
pub(crate) fn lerp(a: [f32; 3], b: [f32; 3], fraction: f32) -> [f32; 3] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * fraction)
}
