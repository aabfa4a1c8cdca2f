//! [`Spread`]: distributes values to the lanes of a mask.

use crate::blocks::dispatch::AnyProcessor;

/// An implementation of distributing values to lanes. All implementations give the same result.
pub(super) trait Spread: Copy {
    /// Distributes the next values to the lanes of a mask. The other lanes get the values of `rest`.
    fn spread(self, values: &[f32; 8], mask: u8, rest: &[f32; 8]) -> [f32; 8];

    /// Like [`spread`](Self::spread), but takes the values from two blocks, starting with number `first` (below 8). The loads
    /// match the earlier stores of eight values each, because processors stall on a load that spans two stores.
    fn spread_of_two(self, values: [&[f32; 8]; 2], first: usize, mask: u8, rest: &[f32; 8]) -> [f32; 8];
}

impl Spread for AnyProcessor {
    #[inline(always)]
    fn spread(self, values: &[f32; 8], mask: u8, rest: &[f32; 8]) -> [f32; 8] {
        self.spread_of_two([values, &[0.0; 8]], 0, mask, rest)
    }

    /// Uses one load per lane, either from the values or from `rest`.
    #[inline(always)]
    fn spread_of_two(self, [low, high]: [&[f32; 8]; 2], first: usize, mask: u8, rest: &[f32; 8]) -> [f32; 8] {
        let all = [*low, *high, *rest, [0.0; 8]];
        let tracks = TRACKS[usize::from(mask)];
        std::array::from_fn(|lane| {
            let at = if tracks[lane] < 8 { first + usize::from(tracks[lane]) } else { 16 + lane };
            all.as_flattened()[at % 32]
        })
    }
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
