//! Vectors of any dimension.

use std::array::from_fn;

use crate::Real;

/// Returns `a` + `b`.
#[inline]
#[must_use]
pub fn add<T: Real, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    from_fn(|i| a[i] + b[i])
}

/// Returns `a` - `b`.
#[inline]
#[must_use]
pub fn subtract<T: Real, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    from_fn(|i| a[i] - b[i])
}

/// Returns `vector` times `factor`.
#[inline]
#[must_use]
pub fn scale<T: Real, const N: usize>(vector: [T; N], factor: T) -> [T; N] {
    vector.map(|component| component * factor)
}

/// Returns the dot product. For two unit quaternions, this is the cosine of half the angle between the rotations.
#[inline]
#[must_use]
pub fn dot<T: Real, const N: usize>(a: [T; N], b: [T; N]) -> T {
    let mut sum = a[0] * b[0];
    for i in 1..N {
        sum = sum + a[i] * b[i];
    }
    sum
}

/// Returns the cross product.
#[inline]
#[must_use]
pub fn cross<T: Real>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Returns the Euclidean length.
#[inline]
#[must_use]
pub fn length<T: Real, const N: usize>(vector: [T; N]) -> T {
    dot(vector, vector).sqrt()
}

/// Normalizes `vector`. `None` for a vector of length 0.
#[inline]
#[must_use]
pub fn normalize<T: Real, const N: usize>(vector: [T; N]) -> Option<[T; N]> {
    let length = length(vector);
    (length > T::ZERO && length.is_finite()).then(|| vector.map(|component| component / length))
}

/// Interpolates linearly: `a` at 0, `b` at 1. Other fractions extrapolate: a + (b - a) x fraction.
#[inline]
#[must_use]
pub fn lerp<T: Real, const N: usize>(a: [T; N], b: [T; N], fraction: T) -> [T; N] {
    from_fn(|i| a[i] + (b[i] - a[i]) * fraction)
}
