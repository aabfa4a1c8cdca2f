//! Matrices for row vectors: row-major M11, M12 … M44, translation in M41 to M43.
//!
//! Each operation is one fixed sequence of f32 operations, sums from left to right and none
//! fused, so that results are the same bits on every machine.

use rigmill_format::Transform;

use crate::quaternion::normalise;

/// A 4 x 4 matrix, row by row.
pub type Matrix = [f32; 16];

/// The matrix that changes nothing.
pub const IDENTITY: Matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// `a`, then `b`.
#[must_use]
pub fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    let mut product = [0.0; 16];
    for (cell, value) in product.iter_mut().enumerate() {
        let (row, column) = (cell / 4 * 4, cell % 4);
        *value =
            a[row] * b[column] + a[row + 1] * b[column + 4] + a[row + 2] * b[column + 8] + a[row + 3] * b[column + 12];
    }
    product
}

/// The rotation of a quaternion x, y, z, w, which is taken to be of unit length.
pub(crate) fn from_quaternion([x, y, z, w]: [f32; 4]) -> Matrix {
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let (xy, zw) = (x * y, z * w);
    let (zx, yw) = (z * x, y * w);
    let (yz, xw) = (y * z, x * w);
    let mut matrix = IDENTITY;
    matrix[0] = 1.0 - 2.0 * (yy + zz);
    matrix[1] = 2.0 * (xy + zw);
    matrix[2] = 2.0 * (zx - yw);
    matrix[4] = 2.0 * (xy - zw);
    matrix[5] = 1.0 - 2.0 * (zz + xx);
    matrix[6] = 2.0 * (yz + xw);
    matrix[8] = 2.0 * (zx + yw);
    matrix[9] = 2.0 * (yz - xw);
    matrix[10] = 1.0 - 2.0 * (yy + xx);
    matrix
}

/// A scaling by factors along x, y, z.
pub(crate) fn from_scale([x, y, z]: [f32; 3]) -> Matrix {
    let mut matrix = IDENTITY;
    (matrix[0], matrix[5], matrix[10]) = (x, y, z);
    matrix
}

/// Puts a translation in place of the one that `matrix` has.
pub(crate) fn set_translation(matrix: &mut Matrix, translation: [f32; 3]) {
    matrix[12..15].copy_from_slice(&translation);
}

/// Scale, then rotation, then translation. The rotation is taken to be of unit length.
pub fn from_transform(transform: &Transform) -> Matrix {
    let mut matrix = from_quaternion(transform.rotation);
    for (row, factor) in matrix.chunks_exact_mut(4).zip(transform.scale) {
        for cell in &mut row[..3] {
            *cell *= factor;
        }
    }
    set_translation(&mut matrix, transform.translation);
    matrix
}

/// A bind pose as a matrix: as [`from_transform`], with the rotation made of unit length.
#[must_use]
pub fn from_bind_pose(bind: &Transform) -> Matrix {
    from_transform(&Transform { rotation: normalise(bind.rotation), ..*bind })
}
