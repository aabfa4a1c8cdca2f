//! What is between two keys, in double precision and the same on every machine (glTF 2.0, appendix C).

use super::transforms::{single, unit4};

/// Below it, the arc and its chord are the same to all digits.
const SMALLEST_SINE: f64 = 1e-9;

/// The point between `a` and `b`.
pub(super) fn line(a: [f32; 3], b: [f32; 3], t: f64) -> [f32; 3] {
    std::array::from_fn(|at| single(f64::from(a[at]) * (1.0 - t) + f64::from(b[at]) * t))
}

/// The rotation between `a` and `b`, the shorter way at even speed, of unit length.
pub(super) fn arc(a: [f32; 4], b: [f32; 4], t: f64) -> [f32; 4] {
    let (a, b) = (unit4(a.map(f64::from)), unit4(b.map(f64::from)));
    let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    let b = if dot < 0.0 { b.map(|part| -part) } else { b };
    // Half the angle between them. Unlike an arc cosine of their product, it is as exact for small angles as for large.
    let [difference, sum] =
        [-1.0, 1.0].map(|sign| a.iter().zip(&b).map(|(a, b)| (a + sign * b) * (a + sign * b)).sum::<f64>().sqrt());
    let angle = 2.0 * libm::atan2(difference, sum);
    let sine = libm::sin(angle);
    let (from, to) = if sine > SMALLEST_SINE {
        (libm::sin((1.0 - t) * angle) / sine, libm::sin(t * angle) / sine)
    } else {
        (1.0 - t, t)
    };
    unit4(std::array::from_fn(|at| a[at] * from + b[at] * to)).map(single)
}
