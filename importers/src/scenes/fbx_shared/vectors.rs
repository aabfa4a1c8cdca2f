//! Vectors of three numbers.

#[expect(
    clippy::cast_possible_truncation,
    reason = "geometry is in single precision; an overflow is found by its user"
)]
pub(crate) const fn to_f32(number: f64) -> f32 {
    number as f32
}

/// The vector with unit length; `None` for one without a direction.
pub(crate) fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = dot(v, v).sqrt();
    (length > 0.0 && length.is_finite()).then(|| v.map(|number| number / length))
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
