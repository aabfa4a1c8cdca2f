//! [`Spread`]: distributes values to the lanes of a mask.

use std::array::from_fn;

use crate::blocks::dispatch::AnyProcessor;
use crate::blocks::lanes::Lanes;
use crate::blocks::quad::{Floats, Ints};

/// An implementation of distributing values to lanes. All implementations give the same result.
pub(super) trait Spread: Copy {
    /// Distributes the next values to the lanes of a mask. The other lanes get the values of `rest`.
    fn spread<const N: usize>(self, values: &Lanes<N>, mask: u8, rest: &Lanes<N>) -> Lanes<N>;

    /// Like [`spread`](Self::spread), but takes the values from two blocks, starting with number `first` (below 8). The loads
    /// match the earlier stores of four or eight values each, because processors stall on a load that spans two stores.
    fn spread_of_two<const N: usize>(self, values: &[Lanes<N>; 2], first: usize, mask: u8, rest: &Lanes<N>)
    -> Lanes<N>;
}

impl Spread for AnyProcessor {
    #[inline(always)]
    fn spread<const N: usize>(self, values: &Lanes<N>, mask: u8, rest: &Lanes<N>) -> Lanes<N> {
        gather(values.as_flattened(), packed_tracks(mask) & (EACH * 7), mask, rest)
    }

    #[inline(always)]
    fn spread_of_two<const N: usize>(
        self,
        values: &[Lanes<N>; 2],
        first: usize,
        mask: u8,
        rest: &Lanes<N>,
    ) -> Lanes<N> {
        let tracks = (packed_tracks(mask) & (EACH * 15)) + EACH * first as u64;
        // The second block is `8 * N` numbers after the first.
        let places = (tracks & (EACH * 7)) + (tracks & (EACH * 8)) * N as u64;
        gather(values.as_flattened().as_flattened(), places, mask, rest)
    }
}

/// A 1 in each byte.
const EACH: u64 = u64::from_le_bytes([1; 8]);

/// [`TRACKS`] with one byte per lane.
#[inline(always)]
fn packed_tracks(mask: u8) -> u64 {
    u64::from_le_bytes(TRACKS[usize::from(mask)])
}

/// Loads the values of the lanes of a mask, lane by lane. Each byte of `places` is the index of a lane's first part.
#[inline(always)]
fn gather<const N: usize>(values: &[f32], places: u64, mask: u8, rest: &Lanes<N>) -> Lanes<N> {
    let places = places.to_le_bytes();
    let mut out = [[0.0; 8]; N];
    for (part, (rest, out)) in rest.iter().zip(&mut out).enumerate() {
        for (half, chosen) in [mask & 15, mask >> 4].into_iter().enumerate() {
            let of = |lane: usize| values.get(usize::from(places[4 * half + lane]) + 8 * part).copied();
            let found = Floats::new(from_fn(|lane| of(lane).unwrap_or_default()));
            let rest = Floats::new(from_fn(|lane| rest[4 * half + lane]));
            let four = Ints::new(LANES[usize::from(chosen)]).choose(found, rest);
            out[4 * half..4 * half + 4].copy_from_slice(&four.numbers());
        }
    }
    out
}

/// For each mask of four lanes, all bits of its lanes.
static LANES: [[u32; 4]; 16] = lanes_of_masks();

const fn lanes_of_masks() -> [[u32; 4]; 16] {
    let mut lanes = [[0; 4]; 16];
    let mut bit = 0;
    while bit < 64 {
        if (bit / 4) >> (bit % 4) & 1 == 1 {
            lanes[bit / 4][bit % 4] = u32::MAX;
        }
        bit += 1;
    }
    lanes
}

/// For each mask and lane, the index of the value that the lane gets, or 255 if it gets none.
pub(super) static TRACKS: [[u8; 8]; 256] = tracks();

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

/// The lanes of a mask, each with its position among the lanes of the mask.
#[inline(always)]
pub(super) fn lanes(mask: u8) -> impl Iterator<Item = (usize, usize)> {
    let mut left = mask;
    (0..8_usize).map_while(move |number| {
        let lane = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (lane < 8).then_some((lane & 7, number))
    })
}
