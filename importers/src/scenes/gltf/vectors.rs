//! Vectors in double precision.

pub(super) fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The vector with unit length; `None` for one without a direction.
pub(super) fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = v.iter().map(|along| along * along).sum::<f64>().sqrt();
    (length > 0.0 && length.is_finite()).then(|| v.map(|along| along / length))
}

#[expect(clippy::cast_possible_truncation, reason = "directions and factors, which single precision holds")]
pub(super) const fn single(number: f64) -> f32 {
    number as f32
}
