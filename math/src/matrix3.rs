//! 3 x 3 matrices for row vectors: rotation and scale.

use std::array::from_fn;

use crate::Real;
use crate::vector::{cross, dot};

/// Three rows of three numbers.
pub type Matrix3<T = f64> = [[T; 3]; 3];

/// The identity matrix.
pub const IDENTITY: Matrix3 = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Returns the rotation by a unit quaternion.
#[inline]
#[must_use]
pub fn from_quaternion<T: Real>([x, y, z, w]: [T; 4]) -> Matrix3<T> {
    let (one, two) = (T::ONE, T::ONE + T::ONE);
    [
        [one - two * (y * y + z * z), two * (x * y + z * w), two * (x * z - y * w)],
        [two * (x * y - z * w), one - two * (x * x + z * z), two * (y * z + x * w)],
        [two * (x * z + y * w), two * (y * z - x * w), one - two * (x * x + y * y)],
    ]
}

/// Returns the product: `a` followed by `b`.
#[inline]
#[must_use]
pub fn multiply(a: &Matrix3, b: &Matrix3) -> Matrix3 {
    a.map(|row| transform(row, b))
}

/// Rotates and scales a vector by `rows`.
#[inline]
#[must_use]
pub fn transform(vector: [f64; 3], rows: &Matrix3) -> [f64; 3] {
    from_fn(|i| vector[0] * rows[0][i] + vector[1] * rows[1][i] + vector[2] * rows[2][i])
}

/// Returns the inverse of `rows`. `None` if it is singular or not finite.
#[inline]
#[must_use]
pub fn inverse(&[a, b, c]: &Matrix3) -> Option<Matrix3> {
    // The columns of the inverse, times the determinant.
    let [x, y, z] = [cross(b, c), cross(c, a), cross(a, b)];
    let over = 1.0 / dot(a, x);
    let usable = over.is_finite() && over != 0.0;
    usable.then(|| from_fn(|i| [x[i] * over, y[i] * over, z[i] * over]))
}

/// Returns the shortest rotation from the direction `from` to the direction `to`. `None` if a vector has length 0, or if the
/// directions are opposite.
///
/// With c as the cosine of the angle and v as the cross product of `from` and `to` (both normalized), the result consists of
/// the rows of `I + [v] + [v]² / (1 + c)`. The formula is from Möller and Hughes, "Efficiently building a matrix to rotate one
/// vector to another" (1999).
#[inline]
#[must_use]
pub fn rotation_between(from: [f64; 3], to: [f64; 3]) -> Option<Matrix3> {
    let lengths = (dot(from, from) * dot(to, to)).sqrt();
    let over = 1.0 / lengths;
    if !over.is_finite() || lengths <= 0.0 {
        return None;
    }
    let cosine = dot(from, to) * over;
    if 1.0 + cosine < 1e-9 {
        return None;
    }
    let [x, y, z] = cross(from, to).map(|component| component * over);
    let k = 1.0 / (1.0 + cosine);
    Some([
        [cosine + k * x * x, k * x * y + z, k * x * z - y],
        [k * x * y - z, cosine + k * y * y, k * y * z + x],
        [k * x * z + y, k * y * z - x, cosine + k * z * z],
    ])
}
