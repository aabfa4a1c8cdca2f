//! [`Floats`] and [`Ints`] with the SIMD128 instructions of WebAssembly.

use std::arch::wasm32::{
    f32x4, f32x4_add, f32x4_convert_i32x4, f32x4_extract_lane, f32x4_mul, f32x4_splat, i32x4_shr, u32x4, u32x4_add,
    u32x4_extract_lane, u32x4_shl, u32x4_shr, u32x4_shuffle, u32x4_splat, u32x4_sub, u32x4_trunc_sat_f32x4, v128,
    v128_and, v128_bitselect,
};

/// Four numbers.
#[derive(Clone, Copy)]
pub(in crate::blocks) struct Floats(v128);

/// Four integers of 32 bits. Sums and differences wrap around.
#[derive(Clone, Copy)]
pub(in crate::blocks) struct Ints(v128);

impl Floats {
    #[inline(always)]
    pub(in crate::blocks) fn new([a, b, c, d]: [f32; 4]) -> Self {
        Self(f32x4(a, b, c, d))
    }

    #[inline(always)]
    pub(in crate::blocks) fn numbers(self) -> [f32; 4] {
        [
            f32x4_extract_lane::<0>(self.0),
            f32x4_extract_lane::<1>(self.0),
            f32x4_extract_lane::<2>(self.0),
            f32x4_extract_lane::<3>(self.0),
        ]
    }

    #[inline(always)]
    pub(in crate::blocks) fn plus(self, other: Self) -> Self {
        Self(f32x4_add(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::blocks) fn times(self, other: Self) -> Self {
        Self(f32x4_mul(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::blocks) fn scaled(self, factor: f32) -> Self {
        Self(f32x4_mul(f32x4_splat(factor), self.0))
    }

    /// The integers below these numbers, which are in the range of `i32` and not negative.
    #[inline(always)]
    pub(in crate::blocks) fn truncated(self) -> Ints {
        Ints(u32x4_trunc_sat_f32x4(self.0))
    }
}

impl Ints {
    #[inline(always)]
    pub(in crate::blocks) fn new([a, b, c, d]: [u32; 4]) -> Self {
        Self(u32x4(a, b, c, d))
    }

    #[inline(always)]
    pub(in crate::blocks) fn splat(number: u32) -> Self {
        Self(u32x4_splat(number))
    }

    #[inline(always)]
    pub(in crate::blocks) fn numbers(self) -> [u32; 4] {
        [
            u32x4_extract_lane::<0>(self.0),
            u32x4_extract_lane::<1>(self.0),
            u32x4_extract_lane::<2>(self.0),
            u32x4_extract_lane::<3>(self.0),
        ]
    }

    #[inline(always)]
    pub(in crate::blocks) fn plus(self, other: Self) -> Self {
        Self(u32x4_add(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::blocks) fn minus(self, other: Self) -> Self {
        Self(u32x4_sub(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::blocks) fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    #[inline(always)]
    pub(in crate::blocks) fn shifted_left<const BITS: i32>(self) -> Self {
        Self(u32x4_shl(self.0, BITS.unsigned_abs()))
    }

    #[inline(always)]
    pub(in crate::blocks) fn shifted_right<const BITS: i32>(self) -> Self {
        Self(u32x4_shr(self.0, BITS.unsigned_abs()))
    }

    /// Shifts right and repeats the sign.
    #[inline(always)]
    pub(in crate::blocks) fn arithmetic_shifted_right<const BITS: i32>(self) -> Self {
        Self(i32x4_shr(self.0, BITS.unsigned_abs()))
    }

    /// For each lane, the sum of the lanes up to and including it.
    #[inline(always)]
    pub(in crate::blocks) fn running_sum(self) -> Self {
        let zero = u32x4_splat(0);
        let pairs = u32x4_add(self.0, u32x4_shuffle::<0, 4, 5, 6>(zero, self.0));
        Self(u32x4_add(pairs, u32x4_shuffle::<0, 1, 4, 5>(zero, pairs)))
    }

    /// Converts signed integers to the nearest numbers.
    #[inline(always)]
    pub(in crate::blocks) fn to_floats(self) -> Floats {
        Floats(f32x4_convert_i32x4(self.0))
    }

    /// The numbers with these bits.
    #[inline(always)]
    pub(in crate::blocks) fn as_floats(self) -> Floats {
        Floats(self.0)
    }

    /// The bits of `chosen` where these bits are 1, and the bits of `rest` elsewhere.
    #[inline(always)]
    pub(in crate::blocks) fn choose(self, chosen: Floats, rest: Floats) -> Floats {
        Floats(v128_bitselect(chosen.0, rest.0, self.0))
    }
}
