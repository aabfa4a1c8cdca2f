//! [`Real`]: `f32` or `f64`.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A floating-point type: `f32` or `f64`.
pub trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;

    /// Returns the square root.
    #[must_use]
    fn sqrt(self) -> Self;

    /// Whether the number is neither infinite nor NaN.
    #[must_use]
    fn is_finite(self) -> bool;
}

macro_rules! real {
    ($type:ident) => {
        impl Real for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;

            #[inline(always)]
            fn sqrt(self) -> Self {
                self.sqrt()
            }

            #[inline(always)]
            fn is_finite(self) -> bool {
                self.is_finite()
            }
        }
    };
}

real!(f32);
real!(f64);
