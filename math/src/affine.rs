//! Affine transforms in double precision, as scenes have them.

use std::array::from_fn;

use crate::vector::{cross, dot};
use crate::{Matrix, matrix3, to_f32};

/// Three rows of four, for column vectors.
pub type Affine = [[f64; 4]; 3];

/// The transform that changes nothing.
pub const IDENTITY: Affine = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Scale, then rotation by a unit quaternion, then translation.
#[must_use]
pub fn from_parts(translation: [f64; 3], rotation: [f64; 4], scale: [f64; 3]) -> Affine {
    let rotation = matrix3::from_quaternion(rotation);
    let entry = |row: usize, column: usize| match column {
        3 => translation[row],
        _ => rotation[column][row] * scale[column],
    };
    from_fn(|row| from_fn(|column| entry(row, column)))
}

/// First `b`, then `a`.
#[must_use]
pub fn multiply(a: &Affine, b: &Affine) -> Affine {
    let entry = |row: usize, column: usize| {
        let moved = if column == 3 { a[row][3] } else { 0.0 };
        moved + a[row][0] * b[0][column] + a[row][1] * b[1][column] + a[row][2] * b[2][column]
    };
    from_fn(|row| from_fn(|column| entry(row, column)))
}

/// Where a transform moves a point.
#[must_use]
pub fn transform_point(m: &Affine, p: [f64; 3]) -> [f64; 3] {
    m.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3])
}

/// Whether a transform turns shapes inside out.
#[must_use]
pub fn is_mirrored(m: &Affine) -> bool {
    let [a, b, c] = m.map(|row| [row[0], row[1], row[2]]);
    dot(cross(a, b), c) < 0.0
}

/// The same transform as a matrix for row vectors.
#[must_use]
pub fn to_matrix(m: &Affine) -> Matrix {
    let entry = |row: usize, column: usize| match column {
        3 => f32::from(u8::from(row == 3)),
        _ => to_f32(m[column][row]),
    };
    from_fn(|at| entry(at / 4, at % 4))
}

/// The transform of a matrix for row vectors; its last column counts as 0, 0, 0, 1.
#[must_use]
pub fn from_matrix(m: &Matrix) -> Affine {
    from_fn(|row| from_fn(|column| f64::from(m[column * 4 + row])))
}
