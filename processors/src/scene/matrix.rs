//! [`Matrix`]: affine transforms in double precision.

use rigmill_dom::SceneTransform;

use super::vector::{cross, dot, single};

/// Three rows of four, for column vectors: as a scene has them.
pub(super) type Matrix = [[f64; 4]; 3];

/// The matrix that changes nothing.
pub(super) const IDENTITY: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// The matrix of a transform.
pub(super) fn of(transform: &SceneTransform) -> Matrix {
    let [x, y, z, w] = transform.rotation;
    let turn = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let entry = |row: usize, column: usize| match column {
        3 => transform.translation[row],
        _ => turn[row][column] * transform.scale[column],
    };
    std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column)))
}

/// First `b`, then `a`.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: usize, column: usize| {
        let moved = if column == 3 { a[row][3] } else { 0.0 };
        moved + a[row][0] * b[0][column] + a[row][1] * b[1][column] + a[row][2] * b[2][column]
    };
    std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column)))
}

/// Where a matrix takes a point.
pub(super) fn point(m: &Matrix, p: [f64; 3]) -> [f64; 3] {
    m.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3])
}

/// Whether a matrix turns things inside out.
pub(super) fn is_mirrored(m: &Matrix) -> bool {
    let [a, b, c] = m.map(|row| [row[0], row[1], row[2]]);
    dot(cross(a, b), c) < 0.0
}

/// The matrix as a file has it: 4 x 4, row by row, for row vectors.
pub(super) fn to_file(m: &Matrix) -> [f32; 16] {
    let entry = |row: usize, column: usize| match column {
        3 => f32::from(u8::from(row == 3)),
        _ => single(m[column][row]),
    };
    std::array::from_fn(|at| entry(at / 4, at % 4))
}

/// The matrix that a file has, 4 x 4, row by row, for row vectors.
pub(super) fn from_file(m: &[f32; 16]) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| f64::from(m[column * 4 + row])))
}
