//! [`FixedTransform`]: a rigid transform in integers, precise enough to repeat a loop for centuries.
//!
//! Numbers have 62 binary digits after the point. The error of a power, in units of the last digit, is about the number of its
//! factors. For example, after 2^33 loops of two seconds (five hundred years), it is 2^-29.

use rigmill_format::RigidTransform;
use rigmill_math::power;

const DIGITS: u32 = 62;
const ONE: i128 = 1 << DIGITS;
const HALF: i128 = ONE >> 1;

/// A rotation followed by a translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FixedTransform {
    translation: [i128; 3],
    /// A unit quaternion x, y, z, w, except for the last digits. So each component is at most about [`ONE`].
    rotation: [i128; 4],
}

impl FixedTransform {
    const IDENTITY: Self = Self { translation: [0; 3], rotation: [0, 0, 0, ONE] };

    pub(super) fn new(transform: &RigidTransform) -> Self {
        Self { translation: transform.translation.map(fixed), rotation: transform.rotation.map(fixed) }
    }

    /// This transform followed by `next`, which is relative to it.
    pub(super) fn then(&self, next: &Self) -> Self {
        let step = rotate(&self.rotation, &next.translation);
        let translation = std::array::from_fn(|at| self.translation[at].wrapping_add(step[at]));
        Self { translation, rotation: unit(product(&self.rotation, &next.rotation)) }
    }

    fn inverse(&self) -> Self {
        let [x, y, z, w] = self.rotation;
        let rotation = [-x, -y, -z, w];
        Self { translation: rotate(&rotation, &self.translation).map(i128::wrapping_neg), rotation }
    }

    /// This transform repeated `times` times, or its inverse repeated if `times` is negative.
    pub(super) fn power(&self, times: i64) -> Self {
        let step = if times < 0 { self.inverse() } else { *self };
        power(step, times.unsigned_abs(), Self::IDENTITY, Self::then)
    }

    /// The translation and rotation, with each number rounded to the nearest quantum of 2^-`bits`. `bits` is at most 30.
    pub(super) fn to_quanta(self, bits: u32) -> ([i64; 3], [i64; 4]) {
        let shift = DIGITS - bits.min(30);
        #[expect(clippy::cast_possible_truncation, reason = "wraps around beyond 2^63 quanta, so that sums stay exact")]
        let quanta = |number: i128| (number.wrapping_add(1 << (shift - 1)) >> shift) as i64;
        (self.translation.map(quanta), self.rotation.map(quanta))
    }
}

/// Converts a number between -10^9 and 10^9.
#[expect(clippy::cast_possible_truncation, reason = "digits beyond 62 are dropped")]
fn fixed(number: f64) -> i128 {
    // Multiplying by a power of two is exact.
    (number * ONE as f64) as i128
}

/// The product of `number` and `factor`. The absolute value of `factor` is at most about 1.
fn times(number: i128, factor: i128) -> i128 {
    let (whole, rest) = (number >> DIGITS, number & (ONE - 1));
    let low = rest.wrapping_mul(factor).wrapping_add(HALF) >> DIGITS;
    whole.wrapping_mul(factor).wrapping_add(low)
}

fn product(a: &[i128; 4], b: &[i128; 4]) -> [i128; 4] {
    let [ax, ay, az, aw] = *a;
    let [bx, by, bz, bw] = *b;
    // Each sum is a dot product of two unit quaternions, so it is at most 2^124.
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
    .map(|number| (number + HALF) >> DIGITS)
}

/// Normalizes a nearly normalized quaternion, by one step of Newton's method for 1 / length.
fn unit(quaternion: [i128; 4]) -> [i128; 4] {
    let square = quaternion.iter().map(|number| number * number).sum::<i128>() >> DIGITS;
    let factor = (3 * ONE - square) >> 1;
    quaternion.map(|number| (number * factor + HALF) >> DIGITS)
}

fn rotate(rotation: &[i128; 4], vector: &[i128; 3]) -> [i128; 3] {
    let [x, y, z, w] = *rotation;
    let once = cross(&[x, y, z], vector);
    let twice = cross(&[x, y, z], &once);
    std::array::from_fn(|at| {
        let part = times(once[at], w).wrapping_add(twice[at]);
        vector[at].wrapping_add(part.wrapping_mul(2))
    })
}

/// The cross product of an axis, whose length is at most about 1, and a vector.
fn cross(axis: &[i128; 3], vector: &[i128; 3]) -> [i128; 3] {
    let [x, y, z] = *axis;
    let part = |at: usize, factor: i128| times(vector[at], factor);
    [part(2, y).wrapping_sub(part(1, z)), part(0, z).wrapping_sub(part(2, x)), part(1, x).wrapping_sub(part(0, y))]
}
