//! [`Avx512`]: like [`Avx2`](super::unpack_avx2), but extracts all words of a row with one instruction.
#![allow(unsafe_code, reason = "vectors are loaded through pointers")]

use std::arch::x86_64::{
    _mm256_and_si256, _mm256_set1_epi32, _mm256_srli_epi32, _mm512_add_epi8, _mm512_castsi256_si512,
    _mm512_cvtepi64_epi32, _mm512_cvtepu32_epi64, _mm512_loadu_si512, _mm512_permutexvar_epi8, _mm512_set1_epi64,
    _mm512_srlv_epi64,
};

use super::group::{ROW_WINDOW, Tracks};
use super::unpack::{Parts, Taken, Unpack};
use super::unpack_avx2::{Positions, key, positions};
use crate::blocks::dispatch::Avx512;

impl Unpack for Avx512 {
    #[inline(always)]
    fn unpack<const N: usize>(
        self,
        tracks: &Tracks<'_>,
        windows: [&[u8; ROW_WINDOW]; N],
        keys: &mut [Parts; N],
    ) -> Taken {
        // SAFETY: an `Avx512` exists only on processors that have the features below, and AVX2.
        unsafe { unpack(tracks, windows, keys) }
    }
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512vbmi")]
#[inline]
fn unpack<const N: usize>(tracks: &Tracks<'_>, windows: [&[u8; ROW_WINDOW]; N], keys: &mut [Parts; N]) -> Taken {
    let positions = positions(tracks);
    *keys = self::keys(&positions, windows);
    positions.taken
}

/// For each byte of eight 64-bit words, the index of the lowest byte of the 32-bit lane that belongs to the word.
static NUMBERS: [u8; 64] = numbers();

const fn numbers() -> [u8; 64] {
    let mut numbers = [0; 64];
    let (words, _) = numbers.as_chunks_mut::<8>();
    let mut word = 0;
    let mut place = 0;
    while word < 8 {
        words[word] = [place; 8];
        word += 1;
        place += 4;
    }
    numbers
}

/// Loads one word per key: the eight bytes of a 64-byte window that start at the key's first byte.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512vbmi")]
#[inline]
fn keys<const N: usize>(positions: &Positions, windows: [&[u8; ROW_WINDOW]; N]) -> [Parts; N] {
    // SAFETY: `NUMBERS` has 64 bytes, and the load does not require alignment.
    let numbers = unsafe { _mm512_loadu_si512(NUMBERS.as_ptr().cast()) };
    let first = _mm512_castsi256_si512(_mm256_srli_epi32::<3>(positions.first));
    let first = _mm512_permutexvar_epi8(numbers, first);
    let bytes = _mm512_add_epi8(first, _mm512_set1_epi64(0x0706_0504_0302_0100));
    let rest = _mm512_cvtepu32_epi64(_mm256_and_si256(positions.first, _mm256_set1_epi32(7)));
    let widths = [positions.widths[0], positions.widths[1]].map(|widths| _mm512_cvtepu32_epi64(widths));
    let mut keys = [[[0.0; 8]; 3]; N];
    for (keys, window) in keys.iter_mut().zip(windows) {
        // SAFETY: the window has more than 64 bytes, and the load does not require alignment.
        let row = unsafe { _mm512_loadu_si512(window.as_ptr().cast()) };
        let x = _mm512_srlv_epi64(_mm512_permutexvar_epi8(bytes, row), rest);
        let y = _mm512_srlv_epi64(x, widths[0]);
        let z = _mm512_srlv_epi64(y, widths[1]);
        keys[0] = key(positions, 0, _mm512_cvtepi64_epi32(x));
        keys[1] = key(positions, 1, _mm512_cvtepi64_epi32(y));
        keys[2] = key(positions, 2, _mm512_cvtepi64_epi32(z));
    }
    keys
}
