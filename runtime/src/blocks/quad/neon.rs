//! [`Floats`] and [`Ints`] with NEON.

use std::arch::aarch64::{
    float32x4_t, uint32x4_t, vaddq_f32, vaddq_u32, vandq_u32, vbslq_f32, vcvtq_f32_s32, vcvtq_u32_f32, vdupq_n_u32,
    vextq_u32, vmulq_f32, vmulq_n_f32, vreinterpretq_f32_u32, vreinterpretq_s32_u32, vreinterpretq_u32_s32,
    vshlq_n_u32, vshrq_n_s32, vshrq_n_u32, vsubq_u32,
};
use std::mem::transmute;

/// Four numbers.
#[derive(Clone, Copy)]
pub(in crate::blocks) struct Floats(float32x4_t);

/// Four integers of 32 bits. Sums and differences wrap around.
#[derive(Clone, Copy)]
pub(in crate::blocks) struct Ints(uint32x4_t);

impl Floats {
    #[inline(always)]
    pub(in crate::blocks) fn new(numbers: [f32; 4]) -> Self {
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
        Self(unsafe { transmute::<[f32; 4], float32x4_t>(numbers) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn numbers(self) -> [f32; 4] {
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
        unsafe { transmute::<float32x4_t, [f32; 4]>(self.0) }
    }

    #[inline(always)]
    pub(in crate::blocks) fn plus(self, other: Self) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vaddq_f32(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn times(self, other: Self) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vmulq_f32(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn scaled(self, factor: f32) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vmulq_n_f32(self.0, factor) })
    }

    /// The integers below these numbers, which are in the range of `i32` and not negative.
    #[inline(always)]
    pub(in crate::blocks) fn truncated(self) -> Ints {
        // SAFETY: every processor of this target has NEON.
        Ints(unsafe { vcvtq_u32_f32(self.0) })
    }
}

impl Ints {
    #[inline(always)]
    pub(in crate::blocks) fn new(numbers: [u32; 4]) -> Self {
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
        Self(unsafe { transmute::<[u32; 4], uint32x4_t>(numbers) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn splat(number: u32) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vdupq_n_u32(number) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn numbers(self) -> [u32; 4] {
        // SAFETY: both types have 16 bytes, and all bit patterns are valid.
        unsafe { transmute::<uint32x4_t, [u32; 4]>(self.0) }
    }

    #[inline(always)]
    pub(in crate::blocks) fn plus(self, other: Self) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vaddq_u32(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn minus(self, other: Self) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vsubq_u32(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn and(self, other: Self) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vandq_u32(self.0, other.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn shifted_left<const BITS: i32>(self) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vshlq_n_u32::<BITS>(self.0) })
    }

    #[inline(always)]
    pub(in crate::blocks) fn shifted_right<const BITS: i32>(self) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vshrq_n_u32::<BITS>(self.0) })
    }

    /// Shifts right and repeats the sign.
    #[inline(always)]
    pub(in crate::blocks) fn arithmetic_shifted_right<const BITS: i32>(self) -> Self {
        // SAFETY: every processor of this target has NEON.
        Self(unsafe { vreinterpretq_u32_s32(vshrq_n_s32::<BITS>(vreinterpretq_s32_u32(self.0))) })
    }

    /// For each lane, the sum of the lanes up to and including it.
    #[inline(always)]
    pub(in crate::blocks) fn running_sum(self) -> Self {
        // SAFETY: every processor of this target has NEON.
        unsafe {
            let zero = vdupq_n_u32(0);
            let pairs = vaddq_u32(self.0, vextq_u32::<3>(zero, self.0));
            Self(vaddq_u32(pairs, vextq_u32::<2>(zero, pairs)))
        }
    }

    /// Converts signed integers to the nearest numbers.
    #[inline(always)]
    pub(in crate::blocks) fn to_floats(self) -> Floats {
        // SAFETY: every processor of this target has NEON.
        Floats(unsafe { vcvtq_f32_s32(vreinterpretq_s32_u32(self.0)) })
    }

    /// The numbers with these bits.
    #[inline(always)]
    pub(in crate::blocks) fn as_floats(self) -> Floats {
        // SAFETY: every processor of this target has NEON.
        Floats(unsafe { vreinterpretq_f32_u32(self.0) })
    }

    /// The bits of `chosen` where these bits are 1, and the bits of `rest` elsewhere.
    #[inline(always)]
    pub(in crate::blocks) fn choose(self, chosen: Floats, rest: Floats) -> Floats {
        // SAFETY: every processor of this target has NEON.
        Floats(unsafe { vbslq_f32(self.0, chosen.0, rest.0) })
    }
}
