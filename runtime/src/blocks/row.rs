//! [`Row`]: four numbers in one register.
//!
//! For AVX2, compilers join the four rows of a matrix product into pairs, and the shuffles that this needs cost more than the
//! pairs save. This module uses instructions that every x86-64 processor has, and keeps the rows separate. This makes the
//! conversion of a pose to matrices 10 % faster.
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
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
        Self(unsafe { std::mem::transmute::<[f32; 4], __m128>(numbers) })
    }

    #[inline(always)]
    pub(super) fn numbers(self) -> [f32; 4] {
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
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
