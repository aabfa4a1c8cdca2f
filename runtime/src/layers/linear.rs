//! The part of a matrix that turns and scales, three rows of three, and vectors; for row vectors.

use crate::matrix::Matrix;

pub(super) type Vector = [f32; 3];
pub(super) type Rows = [[f64; 3]; 3];

pub(super) const IDENTITY: Rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The upper left three rows of three.
pub(super) fn rows(matrix: &Matrix) -> Rows {
    std::array::from_fn(|row| std::array::from_fn(|column| f64::from(matrix[row * 4 + column])))
}

/// Puts rows in place of those that `matrix` has.
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is asked for")]
pub(super) fn set_rows(matrix: &mut Matrix, rows: &Rows) {
    for (row, values) in rows.iter().enumerate() {
        for (column, value) in values.iter().enumerate() {
            matrix[row * 4 + column] = *value as f32;
        }
    }
}

/// `a`, then `b`.
pub(super) fn multiply(a: &Rows, b: &Rows) -> Rows {
    a.map(|row| transform(&row, b))
}

/// A vector turned and scaled by rows.
pub(super) fn transform(vector: &[f64; 3], rows: &Rows) -> [f64; 3] {
    std::array::from_fn(|i| vector[0] * rows[0][i] + vector[1] * rows[1][i] + vector[2] * rows[2][i])
}

/// What undoes `rows`; none where they flatten space or are no numbers.
pub(super) fn inverse(rows: &Rows) -> Option<Rows> {
    let [a, b, c] = rows;
    // The columns of the inverse, but for the determinant.
    let [x, y, z] = [cross(b, c), cross(c, a), cross(a, b)];
    let over = 1.0 / dot(a, &x);
    let usable = over.is_finite() && over != 0.0;
    usable.then(|| std::array::from_fn(|i| [x[i] * over, y[i] * over, z[i] * over]))
}

pub(super) fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn wide(vector: Vector) -> [f64; 3] {
    vector.map(f64::from)
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is asked for")]
pub(super) fn narrow(vector: [f64; 3]) -> Vector {
    vector.map(|component| component as f32)
}

/// The shortest turn that leads the direction `from` to the direction `to`, as rows; none where a direction is missing
/// or they are opposite.
///
/// With c = cos and v = from x to, both of unit length: the rows of I + [v] + [v]² / (1 + c), after Möller and Hughes,
/// "Efficiently building a matrix to rotate one vector to another" (1999).
pub(super) fn turn_between(from: &[f64; 3], to: &[f64; 3]) -> Option<Rows> {
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

pub(super) fn add(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] + b[i])
}

pub(super) fn subtract(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

pub(super) fn scale(a: Vector, factor: f32) -> Vector {
    a.map(|component| component * factor)
}

pub(super) fn length(a: Vector) -> f32 {
    (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt()
}

pub(super) fn lerp(a: Vector, b: Vector, fraction: f32) -> Vector {
    crate::vector::lerp(a, b, fraction)
}

/// Where `matrix` places a point of its space.
pub(super) fn place(point: Vector, matrix: &Matrix) -> Vector {
    std::array::from_fn(|i| point[0] * matrix[i] + point[1] * matrix[4 + i] + point[2] * matrix[8 + i] + matrix[12 + i])
}

/// Where `matrix` has its origin.
pub(super) fn origin(matrix: &Matrix) -> Vector {
    [matrix[12], matrix[13], matrix[14]]
}
