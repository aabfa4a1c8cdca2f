//! [`Spread`] for processors with AVX2 and for processors with AVX-512.
#![allow(unsafe_code, reason = "vectors are loaded through pointers")]

use std::arch::x86_64::{
    __m256, __m256i, _mm_cvtsi64_si128, _mm256_add_epi32, _mm256_blendv_ps, _mm256_castsi256_ps, _mm256_cvtepi8_epi32,
    _mm256_loadu_ps, _mm256_mask_blend_ps, _mm256_mask_expand_ps, _mm256_permutevar8x32_ps, _mm256_permutex2var_ps,
    _mm256_set1_epi32, _mm256_slli_epi32,
};

use super::spread::{Spread, TRACKS};
use super::unpack_avx2::numbers;
use crate::blocks::dispatch::{Avx2, Avx512};
use crate::blocks::lanes::Lanes;

impl Spread for Avx2 {
    #[inline(always)]
    fn spread<const N: usize>(self, values: &Lanes<N>, mask: u8, rest: &Lanes<N>) -> Lanes<N> {
        // SAFETY: an `Avx2` exists only on processors with AVX2.
        unsafe { spread(values, mask, rest) }
    }

    #[inline(always)]
    fn spread_of_two<const N: usize>(
        self,
        values: &[Lanes<N>; 2],
        first: usize,
        mask: u8,
        rest: &Lanes<N>,
    ) -> Lanes<N> {
        // SAFETY: an `Avx2` exists only on processors with AVX2.
        unsafe { spread_of_two(values, first, mask, rest) }
    }
}

impl Spread for Avx512 {
    #[inline(always)]
    fn spread<const N: usize>(self, values: &Lanes<N>, mask: u8, rest: &Lanes<N>) -> Lanes<N> {
        // SAFETY: an `Avx512` exists only on processors with AVX-512.
        unsafe { expand(values, mask, rest) }
    }

    #[inline(always)]
    fn spread_of_two<const N: usize>(
        self,
        values: &[Lanes<N>; 2],
        first: usize,
        mask: u8,
        rest: &Lanes<N>,
    ) -> Lanes<N> {
        // SAFETY: an `Avx512` exists only on processors with AVX-512.
        unsafe { expand_of_two(values, first, mask, rest) }
    }
}

/// [`TRACKS`] as a vector, negative for lanes that get no value.
#[target_feature(enable = "avx2")]
#[inline]
fn tracks_of(mask: u8) -> __m256i {
    _mm256_cvtepi8_epi32(_mm_cvtsi64_si128(i64::from_le_bytes(TRACKS[usize::from(mask)])))
}

/// The index of each track among the sixteen values from `first` on. Lanes that get no value have any number.
#[target_feature(enable = "avx2")]
#[inline]
fn counted_from(first: usize, tracks: __m256i) -> __m256i {
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below 8")]
    let first = first as i32;
    _mm256_add_epi32(tracks, _mm256_set1_epi32(first))
}

#[target_feature(enable = "avx2")]
#[inline]
fn spread<const N: usize>(values: &Lanes<N>, mask: u8, rest: &Lanes<N>) -> Lanes<N> {
    let tracks = tracks_of(mask);
    let mut out = [[0.0; 8]; N];
    for part in 0..N {
        let spread = _mm256_permutevar8x32_ps(load(&values[part]), tracks);
        out[part] = numbers(_mm256_blendv_ps(spread, load(&rest[part]), _mm256_castsi256_ps(tracks)));
    }
    out
}

#[target_feature(enable = "avx2")]
#[inline]
fn spread_of_two<const N: usize>(values: &[Lanes<N>; 2], first: usize, mask: u8, rest: &Lanes<N>) -> Lanes<N> {
    let tracks = tracks_of(mask);
    let from = counted_from(first, tracks);
    let mut out = [[0.0; 8]; N];
    for part in 0..N {
        let low = _mm256_permutevar8x32_ps(load(&values[0][part]), from);
        let high = _mm256_permutevar8x32_ps(load(&values[1][part]), from);
        // Of the numbers below 16, exactly those from 8 on have bit 3 set.
        let spread = _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32::<28>(from)));
        out[part] = numbers(_mm256_blendv_ps(spread, load(&rest[part]), _mm256_castsi256_ps(tracks)));
    }
    out
}

#[target_feature(enable = "avx2,avx512f,avx512vl")]
#[inline]
fn expand<const N: usize>(values: &Lanes<N>, mask: u8, rest: &Lanes<N>) -> Lanes<N> {
    let mut out = [[0.0; 8]; N];
    for part in 0..N {
        out[part] = numbers(_mm256_mask_expand_ps(load(&rest[part]), mask, load(&values[part])));
    }
    out
}

#[target_feature(enable = "avx2,avx512f,avx512vl")]
#[inline]
fn expand_of_two<const N: usize>(values: &[Lanes<N>; 2], first: usize, mask: u8, rest: &Lanes<N>) -> Lanes<N> {
    let from = counted_from(first, tracks_of(mask));
    let mut out = [[0.0; 8]; N];
    for part in 0..N {
        let spread = _mm256_permutex2var_ps(load(&values[0][part]), from, load(&values[1][part]));
        out[part] = numbers(_mm256_mask_blend_ps(mask, load(&rest[part]), spread));
    }
    out
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(values: &[f32; 8]) -> __m256 {
    // SAFETY: `values` has eight numbers, and the load does not require alignment.
    unsafe { _mm256_loadu_ps(values.as_ptr()) }
}
