//! [`Transform`]: the local transform of a node as translation, rotation and scale.

use rigmill_math::matrix3::{self, Matrix3};
use rigmill_math::quaternion::normalize;
use rigmill_math::vector::{cross, dot, length};

/// The tolerance for shear: the largest difference between a matrix and the product of its parts, relative to the matrix's
/// largest number.
const SHEAR: f64 = 1e-4;

/// The local transform of a node. The scale applies first, then the rotation, then the translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// The translation along x, y and z.
    pub translation: [f64; 3],
    /// The rotation: a unit quaternion x, y, z, w.
    pub rotation: [f64; 4],
    /// The scale along x, y and z.
    pub scale: [f64; 3],
}

impl Transform {
    /// Decomposes a matrix, and returns whether it also shears, which a [`Transform`] cannot express.
    ///
    /// The matrix is 16 numbers, column by column for column vectors, which is the same as row by row for row vectors. If the
    /// matrix mirrors, the scale along x is negative. An axis with a scale of 0 has no direction, so it becomes perpendicular
    /// to the other axes.
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

/// Returns the axes with unit length. Axes without a direction become perpendicular to the others.
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

/// Completes two directions with the direction perpendicular to both.
fn with_third([a, b]: [[f64; 3]; 2]) -> Matrix3 {
    [a, b, cross(a, b)]
}

/// Returns a direction perpendicular to `v`.
fn across(v: [f64; 3]) -> [f64; 3] {
    let axis = if v[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let across = cross(v, axis);
    let length = length(across);
    across.map(|along| along / length)
}

/// Converts the axes of a rotation to a quaternion with Shepperd's method, which starts from the largest of the four
/// components.
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
