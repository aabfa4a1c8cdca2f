//! [`Avx2`]: unpacks the keys of eight tracks in parallel.
#![allow(unsafe_code, reason = "vectors are loaded and stored through pointers")]

use std::arch::x86_64::{
    __m256, __m256i, _mm_loadu_si128, _mm256_add_epi32, _mm256_and_si256, _mm256_blend_epi32, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_cvtepi32_ps, _mm256_cvtepu16_epi32,
    _mm256_extract_epi32, _mm256_loadu_si256, _mm256_movemask_ps, _mm256_mul_ps, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setr_epi32, _mm256_setr_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_ps, _mm256_slli_epi32, _mm256_slli_si256, _mm256_sllv_epi32, _mm256_srai_epi32, _mm256_srli_epi32,
    _mm256_srlv_epi64, _mm256_storeu_ps, _mm256_storeu_si256, _mm256_sub_epi32, _mm256_unpackhi_epi32,
    _mm256_unpacklo_epi32,
};

use rigmill_format::compressed_clip::STEP_BIAS;

use super::group::{Heads, ROW_WINDOW, Tracks};
use super::unpack::{Parts, Taken, Unpack};
use crate::blocks::dispatch::Avx2;

/// The positions of eight tracks in a row, and how to decode them.
#[derive(Clone, Copy)]
pub(super) struct Positions {
    /// The first bit of each key in the window, by lane.
    pub(super) first: __m256i,
    /// The widths of x, y, z.
    pub(super) widths: [__m256i; 3],
    least: [__m256i; 3],
    steps: [__m256; 3],
    pub(super) taken: Taken,
}

impl Unpack for Avx2 {
    #[inline(always)]
    fn unpack<const N: usize>(
        self,
        tracks: &Tracks<'_>,
        windows: [&[u8; ROW_WINDOW]; N],
        keys: &mut [Parts; N],
    ) -> Taken {
        // SAFETY: an `Avx2` exists only on processors with AVX2.
        unsafe { unpack(tracks, windows, keys) }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn unpack<const N: usize>(tracks: &Tracks<'_>, windows: [&[u8; ROW_WINDOW]; N], keys: &mut [Parts; N]) -> Taken {
    let positions = positions(tracks);
    *keys = self::keys(&positions, windows);
    positions.taken
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn positions(tracks: &Tracks<'_>) -> Positions {
    let Tracks { records, heads: Heads { least, widths }, base, bit, count } = *tracks;
    // SAFETY: `widths` has sixteen bytes, and the load does not require alignment.
    let mut codes = _mm256_cvtepu16_epi32(unsafe { _mm_loadu_si128(widths.as_ptr().cast()) });
    let (records, mut least) = (load(records), load(least));
    if count < 8 {
        #[expect(clippy::cast_possible_truncation, reason = "below 8")]
        #[expect(clippy::cast_possible_wrap, reason = "below 8")]
        let present = _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        least = _mm256_and_si256(least, present);
        codes = _mm256_and_si256(codes, present);
    }
    let widths = [width(codes), width(_mm256_srli_epi32::<4>(codes)), width(_mm256_srli_epi32::<8>(codes))];
    let total = _mm256_add_epi32(_mm256_add_epi32(widths[0], widths[1]), widths[2]);
    let ends = running_sum(total);
    let turns = _mm256_or_si256(_mm256_srli_epi32::<12>(codes), _mm256_srli_epi32::<30>(least));
    Positions {
        first: _mm256_add_epi32(_mm256_sub_epi32(ends, total), _mm256_set1_epi32(bit.cast_signed())),
        widths,
        least: [
            _mm256_sllv_epi32(_mm256_srai_epi32::<22>(_mm256_slli_epi32::<22>(least)), nibble::<18>(records)),
            _mm256_sllv_epi32(_mm256_srai_epi32::<22>(_mm256_slli_epi32::<12>(least)), nibble::<22>(records)),
            _mm256_sllv_epi32(_mm256_srai_epi32::<22>(_mm256_slli_epi32::<2>(least)), nibble::<26>(records)),
        ],
        steps: steps(records, base),
        taken: Taken {
            bits: _mm256_extract_epi32::<7>(ends).cast_unsigned(),
            rebased: !mask(_mm256_cmpeq_epi32(turns, _mm256_setzero_si256())),
        },
    }
}

/// The highest bit of each lane.
#[target_feature(enable = "avx2")]
#[inline]
fn mask(lanes: __m256i) -> u8 {
    _mm256_movemask_ps(_mm256_castsi256_ps(lanes)).to_le_bytes()[0]
}

#[target_feature(enable = "avx2")]
#[inline]
fn nibble<const AT: i32>(values: __m256i) -> __m256i {
    _mm256_and_si256(_mm256_srli_epi32::<AT>(values), _mm256_set1_epi32(15))
}

/// Decodes the lowest four bits of each lane: 15 means 19.
#[target_feature(enable = "avx2")]
#[inline]
fn width(codes: __m256i) -> __m256i {
    let fifteen = _mm256_set1_epi32(15);
    let code = _mm256_and_si256(codes, fifteen);
    _mm256_add_epi32(code, _mm256_and_si256(_mm256_cmpeq_epi32(code, fifteen), _mm256_set1_epi32(4)))
}

/// For each lane, the sum of the lanes up to and including it.
#[target_feature(enable = "avx2")]
#[inline]
fn running_sum(values: __m256i) -> __m256i {
    let values = _mm256_add_epi32(values, _mm256_slli_si256::<4>(values));
    let values = _mm256_add_epi32(values, _mm256_slli_si256::<8>(values));
    let half = _mm256_permutevar8x32_epi32(values, _mm256_set1_epi32(3));
    _mm256_add_epi32(values, _mm256_blend_epi32::<0b1111_0000>(_mm256_setzero_si256(), half))
}

#[target_feature(enable = "avx2")]
#[inline]
fn keys<const N: usize>(positions: &Positions, windows: [&[u8; ROW_WINDOW]; N]) -> [Parts; N] {
    let bytes = ints(_mm256_and_si256(_mm256_srli_epi32::<3>(positions.first), _mm256_set1_epi32(63)));
    let rest = _mm256_and_si256(positions.first, _mm256_set1_epi32(7));
    let mut keys = [[[0.0; 8]; 3]; N];
    for (keys, window) in keys.iter_mut().zip(windows) {
        let word = |lane: usize| word(window, bytes[lane].cast_unsigned()).cast_signed();
        // In this order of lanes, unpacking to 64 bits and packing to 32 bits does not cross between 128-bit halves.
        let mut words = [
            _mm256_setr_epi64x(word(0), word(1), word(4), word(5)),
            _mm256_setr_epi64x(word(2), word(3), word(6), word(7)),
        ];
        let mut before = rest;
        for axis in 0..3 {
            words = shifted(words, before);
            keys[axis] = key(positions, axis, lower_halves(words));
            before = positions.widths[axis];
        }
    }
    keys
}

/// Decodes one component of keys. The stored bits are the lowest ones of `bits`.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn key(positions: &Positions, axis: usize, bits: __m256i) -> [f32; 8] {
    let one = _mm256_set1_epi32(1);
    let bits = _mm256_and_si256(bits, _mm256_sub_epi32(_mm256_sllv_epi32(one, positions.widths[axis]), one));
    let steps = _mm256_cvtepi32_ps(_mm256_add_epi32(bits, positions.least[axis]));
    numbers(_mm256_mul_ps(steps, positions.steps[axis]))
}

/// Shifts words right, each by its own number of bits.
#[target_feature(enable = "avx2")]
#[inline]
fn shifted([low, high]: [__m256i; 2], bits: __m256i) -> [__m256i; 2] {
    let zero = _mm256_setzero_si256();
    [
        _mm256_srlv_epi64(low, _mm256_unpacklo_epi32(bits, zero)),
        _mm256_srlv_epi64(high, _mm256_unpackhi_epi32(bits, zero)),
    ]
}

/// The lower 32 bits of each word.
#[target_feature(enable = "avx2")]
#[inline]
fn lower_halves([low, high]: [__m256i; 2]) -> __m256i {
    let halves = _mm256_shuffle_ps::<0b10_00_10_00>(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
    _mm256_castps_si256(halves)
}

#[target_feature(enable = "avx2")]
#[inline]
fn steps(records: __m256i, base: u8) -> [__m256; 3] {
    let zero = _mm256_set1_epi32((u32::from(base) + STEP_BIAS).cast_signed());
    let step = |codes: __m256i| {
        let code = _mm256_and_si256(codes, _mm256_set1_epi32(63));
        _mm256_castsi256_ps(_mm256_slli_epi32::<21>(_mm256_add_epi32(code, zero)))
    };
    [step(records), step(_mm256_srli_epi32::<6>(records)), step(_mm256_srli_epi32::<12>(records))]
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: `bytes` has 32 bytes, and the load does not require alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn ints(vector: __m256i) -> [i32; 8] {
    let mut values = [0; 8];
    // SAFETY: `values` has 32 bytes, and the store does not require alignment.
    unsafe { _mm256_storeu_si256(values.as_mut_ptr().cast(), vector) };
    values
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn numbers(vector: __m256) -> [f32; 8] {
    let mut values = [0.0; 8];
    // SAFETY: `values` has 32 bytes, and the store does not require alignment.
    unsafe { _mm256_storeu_ps(values.as_mut_ptr(), vector) };
    values
}

/// Eight bytes of a row, as a word.
#[inline(always)]
fn word(window: &[u8; ROW_WINDOW], at: u32) -> u64 {
    // Positions are at most 50, but the compiler cannot know that.
    let at = at as usize & 63;
    let [a, b, c, d, e, f, g, h] = *window.get(at..at + 8).and_then(|bytes| bytes.first_chunk()).unwrap_or(&[0; 8]);
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}
