//! Interpolation in `f64`, with the same bits on every machine: only arithmetic that IEEE 754 defines, and libm.

/// The point between `a` and `b`.
pub(crate) fn lerp<const N: usize>(a: [f32; N], b: [f32; N], t: f64) -> [f32; N] {
    std::array::from_fn(|at| narrow(mix(f64::from(a[at]), f64::from(b[at]), t)))
}

/// The rotation between `a` and `b`, the shorter way at even speed, of unit length. A zero quaternion counts as no
/// rotation.
pub(crate) fn slerp(a: [f32; 4], b: [f32; 4], t: f64) -> [f32; 4] {
    let (a, mut b) = (unit(a.map(f64::from)), unit(b.map(f64::from)));
    if dot(a, b) < 0.0 {
        b = b.map(|component| -component);
    }
    // Half the angle between them. Unlike an arc cosine of their product, it is as exact for small angles as for large.
    let difference = std::array::from_fn(|at| a[at] - b[at]);
    let sum = std::array::from_fn(|at| a[at] + b[at]);
    let angle = 2.0 * libm::atan2(length(difference), length(sum));
    let sine = libm::sin(angle);
    let (from, to) = if sine > SMALLEST_SINE {
        (libm::sin((1.0 - t) * angle) / sine, libm::sin(t * angle) / sine)
    } else {
        (1.0 - t, t)
    };
    unit(std::array::from_fn(|at| a[at] * from + b[at] * to)).map(narrow)
}

/// Below it, the arc and its chord are the same to all digits.
const SMALLEST_SINE: f64 = 1e-9;

fn mix(a: f64, b: f64, t: f64) -> f64 {
    a * (1.0 - t) + b * t
}

fn unit(quaternion: [f64; 4]) -> [f64; 4] {
    let length = length(quaternion);
    if length > 0.0 { quaternion.map(|component| component / length) } else { [0.0, 0.0, 0.0, 1.0] }
}

fn length(quaternion: [f64; 4]) -> f64 {
    dot(quaternion, quaternion).sqrt()
}

fn dot(a: [f64; 4], b: [f64; 4]) -> f64 {
    ((a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]) + a[3] * b[3]
}

#[expect(clippy::cast_possible_truncation, reason = "keys are f32, and what lies between two of them is no larger")]
fn narrow(value: f64) -> f32 {
    value as f32
}
