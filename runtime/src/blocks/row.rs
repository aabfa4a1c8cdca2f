//! [`Row`]: four numbers in one register.
//!
//! Compilers join the four rows of a matrix product into pairs for AVX2, with more shuffles than that saves. Written with the
//! instructions of every x86-64 processor, rows stay apart, and a pose is converted a tenth faster.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code, reason = "arrays become registers and come back"))]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m128, _mm_add_ps, _mm_mul_ps, _mm_set1_ps};

/// A row of a matrix.
#[derive(Clone, Copy)]
pub(super) struct Row(#[cfg(target_arch = "x86_64")] __m128, #[cfg(not(target_arch = "x86_64"))] [f32; 4]);

#[cfg(target_arch = "x86_64")]
impl Row {
    #[inline(always)]
    pub(super) fn of(numbers: [f32; 4]) -> Self {
        // SAFETY: sixteen bytes, and any are four numbers.
        Self(unsafe { std::mem::transmute::<[f32; 4], __m128>(numbers) })
    }

    #[inline(always)]
    pub(super) fn numbers(self) -> [f32; 4] {
        // SAFETY: sixteen bytes, and any are four numbers.
        unsafe { std::mem::transmute::<__m128, [f32; 4]>(self.0) }
    }

    #[inline(always)]
    pub(super) fn times(self, factor: f32) -> Self {
        // SAFETY: every x86-64 processor has SSE.
        Self(unsafe { _mm_mul_ps(_mm_set1_ps(factor), self.0) })
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE.
        Self(unsafe { _mm_add_ps(self.0, other.0) })
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Row {
    #[inline(always)]
    pub(super) fn of(numbers: [f32; 4]) -> Self {
        Self(numbers)
    }

    #[inline(always)]
    pub(super) fn numbers(self) -> [f32; 4] {
        self.0
    }

    #[inline(always)]
    pub(super) fn times(self, factor: f32) -> Self {
        Self(self.0.map(|number| factor * number))
    }

    #[inline(always)]
    pub(super) fn plus(self, Self([a, b, c, d]): Self) -> Self {
        let [x, y, z, w] = self.0;
        Self([x + a, y + b, z + c, w + d])
    }
}
