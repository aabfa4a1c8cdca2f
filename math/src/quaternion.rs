//! Quaternions x, y, z, w.

use std::array::from_fn;

use crate::vector::{add, cross, dot, length, scale, subtract};
use crate::{Real, to_f32, vector};

/// The identity rotation.
pub const IDENTITY: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Returns the Hamilton product: the rotation `b` followed by the rotation `a`, both about fixed axes.
#[inline]
#[must_use]
pub fn multiply<T: Real>([ax, ay, az, aw]: [T; 4], [bx, by, bz, bw]: [T; 4]) -> [T; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// Returns the inverse of a unit quaternion.
#[inline]
#[must_use]
pub fn conjugate<T: Real>([x, y, z, w]: [T; 4]) -> [T; 4] {
    [-x, -y, -z, w]
}

/// Rotates `vector` by a unit quaternion.
#[inline]
#[must_use]
pub fn rotate<T: Real>([x, y, z, w]: [T; 4], vector: [T; 3]) -> [T; 3] {
    let once = cross([x, y, z], vector);
    let twice = cross([x, y, z], once);
    let two = T::ONE + T::ONE;
    from_fn(|axis| vector[axis] + two * (w * once[axis] + twice[axis]))
}

/// Normalizes `quaternion`. A quaternion of length 0 becomes the identity.
#[inline]
#[must_use]
pub fn normalize<T: Real>(quaternion: [T; 4]) -> [T; 4] {
    vector::normalize(quaternion).unwrap_or([T::ZERO, T::ZERO, T::ZERO, T::ONE])
}

/// Like [`normalize`], but computes in `f64`, where the squares of `f32` values neither overflow nor underflow.
#[inline]
#[must_use]
pub fn normalize_in_f64(quaternion: [f32; 4]) -> [f32; 4] {
    normalize(quaternion.map(f64::from)).map(to_f32)
}

/// The coefficients of a polynomial in u² (rows) and x (columns) that gives [`interpolate`] a constant speed. They were fitted
/// for the smallest maximum error of the angle: 9.2e-6 rad of rotation, over all fractions and all pairs up to 180 degrees
/// apart.
const EVEN: [[f32; 4]; 4] = [
    [0.662_161_65, 0.161_410_96, -0.017_544_232, 0.052_220_21],
    [0.029_480_685, 0.406_394_36, 0.316_602_26, 0.104_589_65],
    [-0.295_749_87, 1.591_545_6, -2.156_825_5, 1.601_258_8],
    [0.254_128_7, -0.512_640_8, -1.268_919_3, 2.947_678],
];

/// Interpolates from `a` at 0 to `b` at 1 along the shorter arc, at constant speed to within 1e-5 rad of rotation. The result
/// is normalized.
///
/// This moves along the chord between the quaternions and projects the point onto the sphere. `even_fraction` first adjusts the
/// fraction so that the speed is constant.
#[inline]
#[must_use]
pub fn interpolate(a: [f32; 4], b: [f32; 4], fraction: f32) -> [f32; 4] {
    let (a, b) = (normalize_in_f64(a), normalize_in_f64(b));
    let cosine = dot(a, b);
    // A quaternion and its negative are the same rotation. The nearer of the two is used as the end.
    let side = if cosine < 0.0 { -1.0 } else { 1.0 };
    let fraction = even_fraction(fraction, cosine * side);
    let (from, to) = (1.0 - fraction, fraction * side);
    normalize_in_f64(from_fn(|i| a[i] * from + b[i] * to))
}

/// Converts a `fraction` of the arc to the fraction of the chord, for unit quaternions whose dot product is `cosine`, 0 to 1.
///
/// With u = fraction - 1/2, the exact result is 1/2 + tan(u angle) / (2 tan(angle / 2)). This is 1/2 + u plus a correction that
/// is odd in u, is 0 at both ends, and is 0 for cosine = 1. The correction is the product of u, u² - 1/4, x and P(u², x), where
/// x = 1 - cosine and P is the polynomial of [`EVEN`].
fn even_fraction(fraction: f32, cosine: f32) -> f32 {
    let u = fraction - 0.5;
    let square = u * u;
    let x = 1.0 - cosine;
    let rows = EVEN.map(|row| horner(row, x));
    fraction + u * (square - 0.25) * x * horner(rows, square)
}

#[inline(always)]
fn horner([c0, c1, c2, c3]: [f32; 4], x: f32) -> f32 {
    c0 + x * (c1 + x * (c2 + x * c3))
}

/// One fraction for many arcs: the correction of [`interpolate`], with everything that does not depend on the arc precomputed.
#[derive(Clone, Copy, Debug)]
pub struct EvenFraction {
    fraction: f32,
    factor: f32,
    /// The weights of the powers of 1 - cosine.
    weights: [f32; 4],
}

impl EvenFraction {
    /// Precomputes the correction for a fraction from 0 to 1.
    #[inline]
    #[must_use]
    pub fn new(fraction: f32) -> Self {
        let u = fraction - 0.5;
        let square = u * u;
        let weight = |power: usize| horner([EVEN[0][power], EVEN[1][power], EVEN[2][power], EVEN[3][power]], square);
        Self { fraction, factor: u * (square - 0.25), weights: [weight(0), weight(1), weight(2), weight(3)] }
    }

    /// Returns the fraction of the chord that corresponds to the fraction of the arc, for unit quaternions whose dot product is
    /// `cosine`, 0 to 1. The result is exactly 0 at 0 and exactly 1 at 1. In between, its error is at most 1e-5 rad of
    /// rotation.
    #[inline(always)]
    #[must_use]
    pub fn of_chord(&self, cosine: f32) -> f32 {
        let x = 1.0 - cosine;
        self.fraction + self.factor * x * horner(self.weights, x)
    }
}

/// If the sine of an angle is below this, arc and chord are equal in all digits.
const SMALLEST_SINE: f64 = 1e-9;

/// Interpolates from `a` at 0 to `b` at 1 along the great circle, for unit quaternions in the same hemisphere. The result is
/// normalized.
#[must_use]
pub fn slerp(a: [f64; 4], b: [f64; 4], fraction: f64) -> [f64; 4] {
    // Unlike the arc cosine of the dot product, this is as precise for small angles as for large ones.
    let angle = 2.0 * libm::atan2(length(subtract(a, b)), length(add(a, b)));
    let sine = libm::sin(angle);
    let (from, to) = if sine > SMALLEST_SINE {
        (libm::sin((1.0 - fraction) * angle) / sine, libm::sin(fraction * angle) / sine)
    } else {
        (1.0 - fraction, fraction)
    };
    normalize(add(scale(a, from), scale(b, to)))
}

/// Interpolates like XNA's `Quaternion.Slerp`: along the shorter arc, in `f32` except for sine and arc cosine. The result is
/// not normalized.
#[must_use]
pub fn slerp_xna(a: [f32; 4], b: [f32; 4], fraction: f32) -> [f32; 4] {
    let cosine = dot(a, b);
    let (cosine, side) = if cosine < 0.0 { (-cosine, -1.0) } else { (cosine, 1.0) };
    let (from, to) = if cosine > 0.999_999 {
        (1.0 - fraction, fraction * side)
    } else {
        let angle = to_f32(libm::acos(f64::from(cosine)));
        let factor = to_f32(1.0 / libm::sin(f64::from(angle)));
        let sine = |angle: f32| to_f32(libm::sin(f64::from(angle)));
        (sine((1.0 - fraction) * angle) * factor, side * (sine(fraction * angle) * factor))
    };
    from_fn(|i| from * a[i] + to * b[i])
}
