//! [`Lanes`]: eight numbers that are worked on together.
//!
//! Plain loops over arrays, which compilers turn into vector instructions. Each lane is computed by itself, operation by
//! operation, without fusing and without estimates, so that the results are the same bits on every machine.

use std::ops::{Add, Mul, Sub};

use rigmill_format::compressed_clip::step_size;

/// One number of each of eight bones.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Lanes(pub(crate) [f32; 8]);

impl Lanes {
    pub(crate) const ZERO: Self = Self([0.0; 8]);

    #[inline(always)]
    pub(crate) const fn all(value: f32) -> Self {
        Self([value; 8])
    }

    /// Whole numbers, each times its step.
    #[inline(always)]
    pub(crate) fn scaled(whole: &[i32; 8], codes: &[u8; 8]) -> Self {
        let mut out = [0.0; 8];
        for (out, (whole, code)) in out.iter_mut().zip(whole.iter().zip(codes)) {
            *out = *whole as f32 * step_size(*code);
        }
        Self(out)
    }

    #[inline(always)]
    fn zip(self, other: Self, work: impl Fn(f32, f32) -> f32) -> Self {
        let mut out = [0.0; 8];
        for (out, (a, b)) in out.iter_mut().zip(self.0.into_iter().zip(other.0)) {
            *out = work(a, b);
        }
        Self(out)
    }

    #[inline(always)]
    pub(crate) fn square_root(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }

    /// 0 in place of what is below 0, or no number.
    #[inline(always)]
    pub(crate) fn not_negative(self) -> Self {
        Self(self.0.map(|value| if value > 0.0 { value } else { 0.0 }))
    }

    /// Negated where `other` is negative.
    #[inline(always)]
    pub(crate) fn signed_by(self, other: Self) -> Self {
        self.zip(other, |value, sign| f32::from_bits(value.to_bits() ^ (sign.to_bits() & 0x8000_0000)))
    }

    #[inline(always)]
    pub(crate) fn over(self, other: Self) -> Self {
        self.zip(other, |value, divisor| value / divisor)
    }
}

impl Add for Lanes {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for Lanes {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl Mul for Lanes {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

/// Eight quaternions.
pub(crate) type Turns = [Lanes; 4];

/// From `a` to `b` by a fraction.
#[inline(always)]
pub(crate) fn lerp(a: Lanes, b: Lanes, fraction: Lanes) -> Lanes {
    a + (b - a) * fraction
}

#[inline(always)]
pub(crate) fn dot(a: &Turns, b: &Turns) -> Lanes {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

/// `b`, then `a`.
#[inline(always)]
pub(crate) fn product(a: &Turns, b: &Turns) -> Turns {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}

/// The quaternions with these x, y, z and a w that is not negative.
#[inline(always)]
pub(crate) fn rebuilt(x: Lanes, y: Lanes, z: Lanes) -> Turns {
    let rest = Lanes::all(1.0) - (x * x + y * y + z * z);
    [x, y, z, rest.not_negative().square_root()]
}

/// Between `a` and `b` the shorter way, of no certain length.
#[inline(always)]
pub(crate) fn between(a: &Turns, b: &Turns, fraction: Lanes) -> Turns {
    let side = dot(a, b);
    [0, 1, 2, 3].map(|i| lerp(a[i], b[i].signed_by(side), fraction))
}

/// Of unit length.
#[inline(always)]
pub(crate) fn normalised(q: &Turns) -> Turns {
    let scale = Lanes::all(1.0).over(dot(q, q).square_root());
    q.map(|part| part * scale)
}
