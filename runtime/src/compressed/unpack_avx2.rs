//! [`Avx2`]: keys of eight tracks out of their bits at once.
#![allow(unsafe_code, reason = "vectors are loaded and stored through pointers")]

use std::arch::x86_64::{
    __m256, __m256i, _mm_cvtsi64_si128, _mm_loadu_si128, _mm256_add_epi32, _mm256_and_si256, _mm256_blend_epi32,
    _mm256_blendv_ps, _mm256_castps_si256, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32,
    _mm256_cvtepi8_epi32, _mm256_cvtepu16_epi32, _mm256_extract_epi32, _mm256_loadu_ps, _mm256_loadu_si256,
    _mm256_movemask_ps, _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_permutevar8x32_ps, _mm256_set1_epi32,
    _mm256_setr_epi32, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_ps, _mm256_slli_epi32,
    _mm256_slli_si256, _mm256_sllv_epi32, _mm256_srai_epi32, _mm256_srli_epi32, _mm256_srlv_epi64, _mm256_storeu_ps,
    _mm256_storeu_si256, _mm256_sub_epi32, _mm256_unpackhi_epi32, _mm256_unpacklo_epi32,
};

use rigmill_format::compressed_clip::STEP_BIAS;

use super::group::{Heads, ROW_WINDOW};
use super::unpack::{Unpack, word};
use crate::dispatch::has_avx2;

/// The way for processors that have AVX2. Who holds one runs on such a processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn found() -> Option<Self> {
        has_avx2().then_some(Self(()))
    }
}

/// [`Unpack::Places`] of eight tracks.
#[derive(Clone, Copy)]
pub(super) struct Places {
    /// Bit in the window, by lane.
    first: __m256i,
    /// Of x, y, z.
    widths: [__m256i; 3],
    least: [__m256i; 3],
    bits: u32,
    turned: u8,
}

impl Unpack for Avx2 {
    type Places = Places;

    #[inline(always)]
    fn places(self, records: &[u8; 32], heads: &Heads, bit: u32, count: usize) -> Places {
        // SAFETY: who has an `Avx2` runs on a processor with AVX2.
        unsafe { places(records, heads, bit, count) }
    }

    #[inline(always)]
    fn taken(self, places: &Places) -> (u32, u8) {
        (places.bits, places.turned)
    }

    #[inline(always)]
    fn keys(self, places: &Places, window: &[u8; ROW_WINDOW]) -> [[i32; 8]; 3] {
        // SAFETY: who has an `Avx2` runs on a processor with AVX2.
        unsafe { keys(places, window) }
    }

    #[inline(always)]
    fn two_keys(self, places: &Places, windows: [&[u8; ROW_WINDOW]; 2]) -> [[[i32; 8]; 3]; 2] {
        // SAFETY: who has an `Avx2` runs on a processor with AVX2.
        unsafe { two_keys(places, windows) }
    }

    #[inline(always)]
    fn steps(self, records: &[u8; 32], base: u8) -> [[f32; 8]; 3] {
        // SAFETY: who has an `Avx2` runs on a processor with AVX2.
        unsafe { steps(records, base) }
    }

    #[inline(always)]
    fn spread(self, values: &[f32; 8], mask: u8, rest: &[f32; 8]) -> [f32; 8] {
        // SAFETY: who has an `Avx2` runs on a processor with AVX2.
        unsafe { spread(values, mask, rest) }
    }
}

/// For each mask and lane which value it takes, counted from the first; 255 where it takes none.
static TRACKS: [[u8; 8]; 256] = tracks();

const fn tracks() -> [[u8; 8]; 256] {
    let mut tracks = [[255; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut track) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                tracks[mask][lane] = track;
                track += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    tracks
}

#[target_feature(enable = "avx2")]
#[inline]
fn spread(values: &[f32; 8], mask: u8, rest: &[f32; 8]) -> [f32; 8] {
    let tracks = _mm256_cvtepi8_epi32(_mm_cvtsi64_si128(i64::from_le_bytes(TRACKS[usize::from(mask)])));
    let spread = _mm256_permutevar8x32_ps(load_numbers(values), tracks);
    numbers(_mm256_blendv_ps(spread, load_numbers(rest), _mm256_castsi256_ps(tracks)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn places(records: &[u8; 32], heads: &Heads, bit: u32, count: usize) -> Places {
    // SAFETY: sixteen bytes, and the load asks for no alignment.
    let codes = _mm256_cvtepu16_epi32(unsafe { _mm_loadu_si128(heads.widths.as_ptr().cast()) });
    let (records, mut least, mut codes) = (load(records), load(&heads.least), codes);
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
    Places {
        first: _mm256_add_epi32(_mm256_sub_epi32(ends, total), _mm256_set1_epi32(bit.cast_signed())),
        widths,
        least: [
            _mm256_sllv_epi32(_mm256_srai_epi32::<22>(_mm256_slli_epi32::<22>(least)), nibble::<18>(records)),
            _mm256_sllv_epi32(_mm256_srai_epi32::<22>(_mm256_slli_epi32::<12>(least)), nibble::<22>(records)),
            _mm256_sllv_epi32(_mm256_srai_epi32::<22>(_mm256_slli_epi32::<2>(least)), nibble::<26>(records)),
        ],
        bits: _mm256_extract_epi32::<7>(ends).cast_unsigned(),
        turned: !mask(_mm256_cmpeq_epi32(turns, _mm256_setzero_si256())),
    }
}

/// A bit for each lane, its highest.
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

/// What the lowest four bits tell: 15 means 19.
#[target_feature(enable = "avx2")]
#[inline]
fn width(codes: __m256i) -> __m256i {
    let fifteen = _mm256_set1_epi32(15);
    let code = _mm256_and_si256(codes, fifteen);
    _mm256_add_epi32(code, _mm256_and_si256(_mm256_cmpeq_epi32(code, fifteen), _mm256_set1_epi32(4)))
}

/// In each lane the sum of all up to it.
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
fn keys(places: &Places, window: &[u8; ROW_WINDOW]) -> [[i32; 8]; 3] {
    two_keys(places, [window; 2])[0]
}

#[target_feature(enable = "avx2")]
#[inline]
fn two_keys(places: &Places, windows: [&[u8; ROW_WINDOW]; 2]) -> [[[i32; 8]; 3]; 2] {
    let bytes = ints(_mm256_and_si256(_mm256_srli_epi32::<3>(places.first), _mm256_set1_epi32(63)));
    let rest = _mm256_and_si256(places.first, _mm256_set1_epi32(7));
    let word = |row: usize, lane: usize| word(windows[row], bytes[lane].cast_unsigned()).cast_signed();
    // The order of lanes with which what is unpacked from and packed to 32 bits needs no crossing of halves.
    let low = |row| _mm256_setr_epi64x(word(row, 0), word(row, 1), word(row, 4), word(row, 5));
    let high = |row| _mm256_setr_epi64x(word(row, 2), word(row, 3), word(row, 6), word(row, 7));
    let mut words = [[low(0), high(0)], [low(1), high(1)]];
    let mut keys = [[[0; 8]; 3]; 2];
    let mut before = rest;
    for axis in 0..3 {
        for row in 0..2 {
            words[row] = shifted(words[row], before);
            let key = taken(words[row], places.widths[axis]);
            keys[row][axis] = ints(_mm256_add_epi32(key, places.least[axis]));
        }
        before = places.widths[axis];
    }
    keys
}

/// Words shifted right, each by its own number of bits.
#[target_feature(enable = "avx2")]
#[inline]
fn shifted([low, high]: [__m256i; 2], bits: __m256i) -> [__m256i; 2] {
    let zero = _mm256_setzero_si256();
    [
        _mm256_srlv_epi64(low, _mm256_unpacklo_epi32(bits, zero)),
        _mm256_srlv_epi64(high, _mm256_unpackhi_epi32(bits, zero)),
    ]
}

/// The lowest bits of words, of each its own number.
#[target_feature(enable = "avx2")]
#[inline]
fn taken([low, high]: [__m256i; 2], widths: __m256i) -> __m256i {
    let words = _mm256_shuffle_ps::<0b10_00_10_00>(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
    let one = _mm256_set1_epi32(1);
    _mm256_and_si256(_mm256_castps_si256(words), _mm256_sub_epi32(_mm256_sllv_epi32(one, widths), one))
}

#[target_feature(enable = "avx2")]
#[inline]
fn steps(records: &[u8; 32], base: u8) -> [[f32; 8]; 3] {
    let records = load(records);
    let zero = _mm256_set1_epi32((u32::from(base) + STEP_BIAS).cast_signed());
    let step = |codes: __m256i| {
        let code = _mm256_and_si256(codes, _mm256_set1_epi32(63));
        numbers(_mm256_castsi256_ps(_mm256_slli_epi32::<21>(_mm256_add_epi32(code, zero))))
    };
    [step(records), step(_mm256_srli_epi32::<6>(records)), step(_mm256_srli_epi32::<12>(records))]
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: thirty-two bytes, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn ints(vector: __m256i) -> [i32; 8] {
    let mut values = [0; 8];
    // SAFETY: thirty-two bytes, and the store asks for no alignment.
    unsafe { _mm256_storeu_si256(values.as_mut_ptr().cast(), vector) };
    values
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_numbers(values: &[f32; 8]) -> __m256 {
    // SAFETY: eight numbers, and the load asks for no alignment.
    unsafe { _mm256_loadu_ps(values.as_ptr()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn numbers(vector: __m256) -> [f32; 8] {
    let mut values = [0.0; 8];
    // SAFETY: thirty-two bytes, and the store asks for no alignment.
    unsafe { _mm256_storeu_ps(values.as_mut_ptr(), vector) };
    values
}
