//! Vectors in double precision, in which products of f32 values neither overflow nor lose what decides an edge.
//!
//! Only + - * / and the square root are used, each of them exactly rounded by IEEE 754, and none fused: results are the same
//! bits on every machine.

pub(super) type Vector = [f64; 3];

pub(super) fn wide(vector: [f32; 3]) -> Vector {
    vector.map(f64::from)
}

#[expect(clippy::cast_possible_truncation, reason = "results are f32")]
pub(super) const fn narrow(value: f64) -> f32 {
    value as f32
}

pub(super) fn add(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

pub(super) fn subtract(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

pub(super) fn scale(vector: Vector, factor: f64) -> Vector {
    vector.map(|along| along * factor)
}

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn length(vector: Vector) -> f64 {
    dot(vector, vector).sqrt()
}

/// `vector` made of unit length; none where it has no direction.
pub(super) fn normalise(vector: Vector) -> Option<Vector> {
    let length = length(vector);
    (length > 0.0 && length.is_finite()).then(|| vector.map(|along| along / length))
}
