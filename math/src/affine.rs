//! Affine transforms in double precision, as used in scenes.

use std::array::from_fn;

use crate::matrix3::Matrix3;
use crate::vector::{cross, dot};
use crate::{Matrix, matrix3, to_f32};

/// Three rows of four numbers, for column vectors.
pub type Affine = [[f64; 4]; 3];

/// The identity transform.
pub const IDENTITY: Affine = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// Creates a transform from a scale, followed by a rotation by a unit quaternion, followed by a translation.
#[inline]
#[must_use]
pub fn from_parts(translation: [f64; 3], rotation: [f64; 4], scale: [f64; 3]) -> Affine {
    let rotation = matrix3::from_quaternion(rotation);
    let entry = |row: usize, column: usize| match column {
        3 => translation[row],
        _ => rotation[column][row] * scale[column],
    };
    from_fn(|row| from_fn(|column| entry(row, column)))
}

/// Returns the product: `b` followed by `a`.
#[inline]
#[must_use]
pub fn multiply(a: &Affine, b: &Affine) -> Affine {
    let entry = |row: usize, column: usize| {
        let moved = if column == 3 { a[row][3] } else { 0.0 };
        moved + a[row][0] * b[0][column] + a[row][1] * b[1][column] + a[row][2] * b[2][column]
    };
    from_fn(|row| from_fn(|column| entry(row, column)))
}

/// Transforms a point.
#[inline]
#[must_use]
pub fn transform_point(m: &Affine, p: [f64; 3]) -> [f64; 3] {
    m.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3])
}

/// Whether a transform mirrors, so that shapes are turned inside out.
#[inline]
#[must_use]
pub fn is_mirrored(m: &Affine) -> bool {
    let [a, b, c] = m.map(|row| [row[0], row[1], row[2]]);
    dot(cross(a, b), c) < 0.0
}

/// Converts a transform to a matrix for row vectors.
#[inline]
#[must_use]
pub fn to_matrix(m: &Affine) -> Matrix {
    let entry = |row: usize, column: usize| match column {
        3 => f32::from(u8::from(row == 3)),
        _ => to_f32(m[column][row]),
    };
    from_fn(|at| entry(at / 4, at % 4))
}

/// Converts a matrix for row vectors to a transform. The last column is assumed to be 0, 0, 0, 1.
#[inline]
#[must_use]
pub fn from_matrix(m: &Matrix) -> Affine {
    from_fn(|row| from_fn(|column| f64::from(m[column * 4 + row])))
}

/// Returns the inverse transform. `None` if the transform is singular or not finite.
#[inline]
#[must_use]
pub fn inverse(m: &Affine) -> Option<Affine> {
    let linear = matrix3::inverse(&m.map(|row| [row[0], row[1], row[2]]))?;
    let moved = m.map(|row| row[3]);
    Some(linear.map(|row| [row[0], row[1], row[2], -dot(row, moved)]))
}

/// How far the axes of a transform may deviate from right angles. It is the error of single precision.
const LEAN: f64 = 1e-4;

/// The images of the axes under a transform.
fn axes(m: &Affine) -> Matrix3 {
    from_fn(|axis| m.map(|row| row[axis]))
}

/// Whether a transform is sheared, so that it is not only a scale, rotation and translation.
#[must_use]
pub fn is_sheared(m: &Affine) -> bool {
    let [x, y, z] = axes(m);
    let leans = |a: [f64; 3], b| dot(a, b).abs() > LEAN * (dot(a, a) * dot(b, b)).sqrt();
    leans(x, y) || leans(y, z) || leans(x, z)
}

/// Decomposes a transform into translation, rotation and scale. For a sheared transform, the result is the nearest one. A
/// mirrored transform gets a negative scale along x.
#[must_use]
pub fn to_parts(m: &Affine) -> ([f64; 3], [f64; 4], [f64; 3]) {
    let axes = axes(m);
    let mut scale = axes.map(|axis| dot(axis, axis).sqrt());
    if dot(cross(axes[0], axes[1]), axes[2]) < 0.0 {
        scale[0] = -scale[0];
    }
    let is_flat = scale.iter().any(|factor| factor.abs() < 1e-12);
    // If the transform flattens space, its rotation is undefined, so the identity is used.
    let mut rotation: Matrix3 =
        if is_flat { matrix3::IDENTITY } else { from_fn(|axis| axes[axis].map(|number| number / scale[axis])) };
    if is_sheared(m) && !is_flat {
        rotation = nearest_rotation(rotation).unwrap_or(matrix3::IDENTITY);
        scale = from_fn(|axis| dot(axes[axis], rotation[axis]));
    }
    (m.map(|row| row[3]), to_quaternion(&rotation), scale)
}

/// Returns the nearest rotation to a matrix, by Newton's method for the polar decomposition: repeatedly takes the mean of the
/// matrix and the transpose of its inverse. `None` if the matrix is nearly singular.
fn nearest_rotation(mut m: Matrix3) -> Option<Matrix3> {
    const STEPS: usize = 48;
    for _ in 0..STEPS {
        let [a, b, c] = m;
        let determinant = dot(cross(a, b), c);
        if determinant.abs() < 1e-9 {
            return None;
        }
        let inverse = [cross(b, c), cross(c, a), cross(a, b)];
        m = from_fn(|row| from_fn(|at| (m[row][at] + inverse[row][at] / determinant) / 2.0));
    }
    Some(m)
}

/// Converts the rows of a rotation for row vectors to a quaternion. Starts from its largest component to avoid dividing by a
/// small number.
fn to_quaternion(m: &Matrix3) -> [f64; 4] {
    let [xx, yy, zz] = [m[0][0], m[1][1], m[2][2]];
    let squares = [1.0 + xx - yy - zz, 1.0 - xx + yy - zz, 1.0 - xx - yy + zz, 1.0 + xx + yy + zz];
    let largest = (0..4).fold(3, |best, at| if squares[at] > squares[best] { at } else { best });
    let [xy, xz, yz] = [m[0][1] + m[1][0], m[0][2] + m[2][0], m[1][2] + m[2][1]];
    let [x, y, z] = [m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0]];
    let square = squares[largest];
    let q = match largest {
        0 => [square, xy, xz, x],
        1 => [xy, square, yz, y],
        2 => [xz, yz, square, z],
        _ => [x, y, z, square],
    };
    let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    q.map(|component| component / length)
}
