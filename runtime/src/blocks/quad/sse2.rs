//! [`Floats`] and [`Ints`] with SSE2.

use std::arch::x86_64::{
    __m128, __m128i, _mm_add_epi32, _mm_add_ps, _mm_and_ps, _mm_and_si128, _mm_andnot_ps, _mm_castsi128_ps,
    _mm_cvtepi32_ps, _mm_cvttps_epi32, _mm_mul_ps, _mm_or_ps, _mm_set1_epi32, _mm_set1_ps, _mm_slli_epi32,
    _mm_slli_si128, _mm_srai_epi32, _mm_srli_epi32, _mm_sub_epi32,
};
use std::mem::transmute;

/// Four numbers.
#[derive(Clone, Copy)]
pub(in crate::blocks) struct Floats(__m128);

/// Four integers of 32 bits. Sums and differences wrap around.
#[derive(Clone, Copy)]
pub(in crate::blocks) struct Ints(__m128i);

impl Floats {
    #[inline(always)]
    pub(in crate::blocks) fn new(numbers: [f32; 4]) -> Self {
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
        Self(unsafe { transmute::<[f32; 4], __m128>(numbers) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn numbers(self) -> [f32; 4] {
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
        unsafe { transmute::<__m128, [f32; 4]>(self.0) }
    }

    #[inline(always)]
    pub(in crate::blocks) fn plus(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn times(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_mul_ps(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn scaled(self, factor: f32) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_mul_ps(_mm_set1_ps(factor), self.0) })
    }

    /// The integers below these numbers, which are in the range of `i32` and not negative.
    #[inline(always)]
    pub(in crate::blocks) fn truncated(self) -> Ints {
        // SAFETY: every x86-64 processor has SSE2.
        Ints(unsafe { _mm_cvttps_epi32(self.0) })
    }
}

impl Ints {
    #[inline(always)]
    pub(in crate::blocks) fn new(numbers: [u32; 4]) -> Self {
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
        Self(unsafe { transmute::<[u32; 4], __m128i>(numbers) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn splat(number: u32) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_set1_epi32(number.cast_signed()) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn numbers(self) -> [u32; 4] {
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
        unsafe { transmute::<__m128i, [u32; 4]>(self.0) }
    }

    #[inline(always)]
    pub(in crate::blocks) fn plus(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn minus(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn and(self, other: Self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_and_si128(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn shifted_left<const BITS: i32>(self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_slli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn shifted_right<const BITS: i32>(self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_srli_epi32::<BITS>(self.0) })
    }

    /// Shifts right and repeats the sign.
    #[inline(always)]
    pub(in crate::blocks) fn arithmetic_shifted_right<const BITS: i32>(self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        Self(unsafe { _mm_srai_epi32::<BITS>(self.0) })
    }

    /// For each lane, the sum of the lanes up to and including it.
    #[inline(always)]
    pub(in crate::blocks) fn running_sum(self) -> Self {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe {
            let pairs = _mm_add_epi32(self.0, _mm_slli_si128::<4>(self.0));
            Self(_mm_add_epi32(pairs, _mm_slli_si128::<8>(pairs)))
        }
    }

    /// Converts signed integers to the nearest numbers.
    #[inline(always)]
    pub(in crate::blocks) fn to_floats(self) -> Floats {
        // SAFETY: every x86-64 processor has SSE2.
        Floats(unsafe { _mm_cvtepi32_ps(self.0) })
    }

    /// The numbers with these bits.
    #[inline(always)]
    pub(in crate::blocks) fn as_floats(self) -> Floats {
        // SAFETY: every x86-64 processor has SSE2.
        Floats(unsafe { _mm_castsi128_ps(self.0) })
    }

    /// The bits of `chosen` where these bits are 1, and the bits of `rest` elsewhere.
    #[inline(always)]
    pub(in crate::blocks) fn choose(self, chosen: Floats, rest: Floats) -> Floats {
        // SAFETY: every x86-64 processor has SSE2.
        Floats(unsafe {
            _mm_or_ps(_mm_and_ps(self.as_floats().0, chosen.0), _mm_andnot_ps(self.as_floats().0, rest.0))
        })
    }
}
