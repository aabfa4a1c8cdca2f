//! Values between two keys, in double precision and the same on every machine (glTF 2.0, appendix C).

use rigmill_codec_gltf::transform::normalize;

use super::transforms::single;

/// Below it, the arc and its chord are the same to all digits.
const SMALLEST_SINE: f64 = 1e-9;

/// The point between `a` and `b`.
pub(super) fn line(a: [f32; 3], b: [f32; 3], t: f64) -> [f32; 3] {
    std::array::from_fn(|at| single(f64::from(a[at]) * (1.0 - t) + f64::from(b[at]) * t))
}

/// A rotation of unit length, rounded as in the runtime.
pub(super) fn normalize_in_f64(rotation: [f32; 4]) -> [f32; 4] {
    normalize(rotation.map(f64::from)).map(single)
}

/// Whether the shorter way from `a` is to the negative of `b`, both of unit length. The sum is the runtime's, in single precision and
/// in its order: for 180 degrees between them, the last bit decides the direction.
pub(super) fn changes_sign(a: [f32; 4], b: [f32; 4]) -> bool {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0.0
}

/// The rotation between `a` and `b`, the shorter way at even speed, of unit length.
pub(super) fn arc(a: [f32; 4], b: [f32; 4], t: f64) -> [f32; 4] {
    let is_far = changes_sign(normalize_in_f64(a), normalize_in_f64(b));
    let (a, b) = (normalize(a.map(f64::from)), normalize(b.map(f64::from)));
    let b = if is_far { b.map(|part| -part) } else { b };
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
    normalize(std::array::from_fn(|at| a[at] * from + b[at] * to)).map(single)
}
