//! 4 x 4 matrices for row vectors: row-major M11, M12 … M44, with the translation in M41 to M43.

use std::array::from_fn;

use crate::matrix3::{self, Matrix3};
use crate::to_f32;

/// A 4 x 4 matrix, row by row.
pub type Matrix = [f32; 16];

/// The identity matrix.
pub const IDENTITY: Matrix = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

/// Returns the product: `a` followed by `b`.
#[inline]
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

/// Returns the rotation by a unit quaternion, like XNA's `Matrix.CreateFromQuaternion`.
#[inline]
#[must_use]
pub fn from_quaternion(rotation: [f32; 4]) -> Matrix {
    from_parts([0.0; 3], rotation, [1.0; 3])
}

/// Returns a scale by factors along x, y, z.
#[inline]
#[must_use]
pub fn from_scale([x, y, z]: [f32; 3]) -> Matrix {
    [x, 0.0, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 0.0, z, 0.0, 0.0, 0.0, 0.0, 1.0]
}

/// Creates a matrix from a scale, followed by a rotation by a unit quaternion, followed by a translation.
#[inline]
#[must_use]
pub fn from_parts(translation: [f32; 3], rotation: [f32; 4], scale: [f32; 3]) -> Matrix {
    let mut matrix = IDENTITY;
    let rotation = matrix3::from_quaternion(rotation);
    for row in 0..3 {
        for column in 0..3 {
            matrix[row * 4 + column] = rotation[row][column] * scale[row];
        }
    }
    set_translation(&mut matrix, translation);
    matrix
}

/// Returns the translation of `matrix`, which is the image of the origin.
#[inline]
#[must_use]
pub fn translation(matrix: &Matrix) -> [f32; 3] {
    [matrix[12], matrix[13], matrix[14]]
}

/// Replaces the translation of `matrix`.
#[inline]
pub fn set_translation(matrix: &mut Matrix, translation: [f32; 3]) {
    matrix[12..15].copy_from_slice(&translation);
}

/// Returns the rotation and scale: the upper left 3 x 3 part.
#[inline]
#[must_use]
pub fn rows(matrix: &Matrix) -> Matrix3 {
    from_fn(|row| from_fn(|column| f64::from(matrix[row * 4 + column])))
}

/// Replaces the rotation and scale of `matrix`.
#[inline]
pub fn set_rows(matrix: &mut Matrix, rows: &Matrix3) {
    for (row, values) in rows.iter().enumerate() {
        matrix[row * 4..row * 4 + 3].copy_from_slice(&values.map(to_f32));
    }
}

/// Transforms a point by `matrix`.
#[inline]
#[must_use]
pub fn transform_point(point: [f32; 3], matrix: &Matrix) -> [f32; 3] {
    from_fn(|i| point[0] * matrix[i] + point[1] * matrix[4 + i] + point[2] * matrix[8 + i] + matrix[12 + i])
}
