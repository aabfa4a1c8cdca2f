//! [`Transform`]: the local transform of a node, as translation, rotation and scale.

use rigmill_math::matrix3::{self, Matrix3};
use rigmill_math::quaternion::normalize;
use rigmill_math::vector::{cross, dot, length};

/// The tolerance of a matrix without shear: the difference from its parts' product, for its largest number.
const SHEAR: f64 = 1e-4;

/// The local transform of a node: scaled, then rotated, then translated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// x, y, z.
    pub translation: [f64; 3],
    /// A quaternion x, y, z, w of unit length.
    pub rotation: [f64; 4],
    /// Along x, y, z.
    pub scale: [f64; 3],
}

impl Transform {
    /// The parts of a matrix, and whether the matrix also shears, which they cannot express. The matrix is 16 numbers, column by
    /// column for column vectors; the same numbers are row by row for row vectors. A matrix that mirrors has a negative scale along
    /// x. Axes without an extent, which have no direction, are across the others.
    #[must_use]
    pub fn decompose(matrix: &[f64; 16]) -> (Self, bool) {
        let columns: Matrix3 = std::array::from_fn(|column| std::array::from_fn(|row| matrix[column * 4 + row]));
        let mut scale = columns.map(length);
        if dot(columns[0], cross(columns[1], columns[2])) < 0.0 {
            scale[0] = -scale[0];
        }
        let rotation = normalize(quaternion(&directions(&columns, scale)));
        let largest = scale.iter().fold(0.0, |largest: f64, along| largest.max(along.abs()));
        let rebuilt = matrix3::from_quaternion(rotation);
        let off = (0..9).map(|at| (rebuilt[at / 3][at % 3] * scale[at / 3] - columns[at / 3][at % 3]).abs());
        let shears = off.fold(0.0, f64::max) > SHEAR * largest;
        (Self { translation: [matrix[12], matrix[13], matrix[14]], rotation, scale }, shears)
    }
}

/// The axes with unit length; those without a direction are across the others.
fn directions(axes: &Matrix3, scale: [f64; 3]) -> Matrix3 {
    let known: [Option<[f64; 3]>; 3] =
        std::array::from_fn(|at| (scale[at] != 0.0).then(|| axes[at].map(|along| along / scale[at])));
    match known {
        [Some(x), Some(y), Some(z)] => [x, y, z],
        [None, Some(y), Some(z)] => [cross(y, z), y, z],
        [Some(x), None, Some(z)] => [x, cross(z, x), z],
        [Some(x), Some(y), None] => [x, y, cross(x, y)],
        [Some(x), None, None] => with_third([x, across(x)]),
        [None, Some(y), None] => {
            let [y, z, x] = with_third([y, across(y)]);
            [x, y, z]
        }
        [None, None, Some(z)] => {
            let [z, x, y] = with_third([z, across(z)]);
            [x, y, z]
        }
        [None, None, None] => matrix3::IDENTITY,
    }
}

/// Two directions, and the third that is across both.
fn with_third([a, b]: [[f64; 3]; 2]) -> Matrix3 {
    [a, b, cross(a, b)]
}

/// Some direction across another.
fn across(v: [f64; 3]) -> [f64; 3] {
    let axis = if v[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let across = cross(v, axis);
    let length = length(across);
    across.map(|along| along / length)
}

/// The quaternion of a rotation by its axes (Shepperd's method: by the largest of the four).
fn quaternion([x, y, z]: &Matrix3) -> [f64; 4] {
    let trace = x[0] + y[1] + z[2];
    let largest = [x[0], y[1], z[2], trace].into_iter().fold(f64::NEG_INFINITY, f64::max);
    if largest == trace {
        [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + trace]
    } else if largest == x[0] {
        [1.0 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]]
    } else if largest == y[1] {
        [x[1] + y[0], 1.0 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]]
    } else {
        [z[0] + x[2], y[2] + z[1], 1.0 + z[2] - x[0] - y[1], x[1] - y[0]]
    }
}
