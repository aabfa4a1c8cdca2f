//! What was found for tracks to their bones.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::{BlockMasks, window};

use super::scratch::{CompressedScratch, two};
use super::unpack::Unpack;
use crate::PoseBlock;

/// Brings what was found for tracks to their bones, and what does not move beside it.
#[inline(always)]
pub(super) fn assemble(
    unpack: impl Unpack,
    clip: &CompressedClipView<'_>,
    scratch: &CompressedScratch,
    bind: &[PoseBlock],
    out: &mut [PoseBlock],
) {
    let [rotations, translations, _] = clip.tracks_by_channel();
    let [mut turn, mut translation, mut scale] = [0, rotations % 8, rotations % 8 + translations];
    let mut constants = Constants::of(clip);
    for ((BlockMasks { animated, constant }, bind), out) in clip.blocks().zip(bind).zip(&mut *out) {
        place_turns(unpack, scratch, (animated[0], &mut turn), &bind.rotation, &mut out.rotation);
        place_moves(unpack, scratch, (animated[1], &mut translation), &bind.translation, &mut out.translation);
        place_moves(unpack, scratch, (animated[2], &mut scale), &bind.scale, &mut out.scale);
        constants.hold(unpack, 0, constant[0], &mut out.rotation);
        constants.hold(unpack, 1, constant[1], &mut out.translation);
        constants.hold(unpack, 2, constant[2], &mut out.scale);
    }
}

/// The next rotations to the bones of a mask.
#[inline(always)]
fn place_turns(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &[[f32; 8]; 4],
    out: &mut [[f32; 8]; 4],
) {
    if mask == 0 {
        return copy(bind, out);
    }
    let ([a, b], first) = (two(&scratch.turns, *next), *next % 8);
    let part = |axis: usize, rest| unpack.spread_of_two([&a[axis], &b[axis]], first, mask, &[rest; 8]);
    *out = turn_bind(&[part(0, 0.0), part(1, 0.0), part(2, 0.0), part(3, 1.0)], bind);
    *next += mask.count_ones() as usize;
}

/// The next translations or scales to the bones of a mask.
#[inline(always)]
fn place_moves(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &[[f32; 8]; 3],
    out: &mut [[f32; 8]; 3],
) {
    if mask == 0 {
        return copy(bind, out);
    }
    let ([a, b], first) = (two(&scratch.moves, *next), *next % 8);
    for axis in 0..3 {
        let mut moved = unpack.spread_of_two([&a[axis], &b[axis]], first, mask, &[0.0; 8]);
        for lane in 0..8 {
            moved[lane] += bind[axis][lane];
        }
        out[axis] = moved;
    }
    *next += mask.count_ones() as usize;
}

/// Vector by vector: as a whole compilers copy them number by number, or by a call.
#[inline(always)]
fn copy<const N: usize>(from: &[[f32; 8]; N], to: &mut [[f32; 8]; N]) {
    for (from, to) in from.iter().zip(to) {
        *to = *from;
    }
}

/// What keeps values of its own.
struct Constants<'a> {
    bytes: &'a [u8],
    counts: [usize; 3],
    /// Where the next value of each channel lies.
    next: [usize; 3],
}

impl<'a> Constants<'a> {
    #[inline(always)]
    fn of(clip: &CompressedClipView<'a>) -> Self {
        let counts = clip.constants_by_channel();
        let first = clip.constants_position();
        let next = [first, first + 16 * counts[0], first + 16 * counts[0] + 12 * counts[1]];
        Self { bytes: clip.packed(), counts, next }
    }

    /// Sets the constants of a block.
    #[inline(always)]
    fn hold<const N: usize>(&mut self, unpack: impl Unpack, channel: usize, mask: u8, out: &mut [[f32; 8]; N]) {
        if mask == 0 {
            return;
        }
        for (part, out) in out.iter_mut().enumerate() {
            let bytes: [u8; 32] = window(self.bytes, self.next[channel] + 4 * part * self.counts[channel]);
            let mut values = [0.0; 8];
            for (value, bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
                *value = f32::from_le_bytes(*bytes);
            }
            *out = unpack.spread(&values, mask, out);
        }
        self.next[channel] += 4 * mask.count_ones() as usize;
    }
}

/// Bind, then the turn.
#[inline(always)]
fn turn_bind(turn: &[[f32; 8]; 4], bind: &[[f32; 8]; 4]) -> [[f32; 8]; 4] {
    let mut out = [[0.0; 8]; 4];
    for lane in 0..8 {
        let [x, y, z, w] = [turn[0][lane], turn[1][lane], turn[2][lane], turn[3][lane]];
        let [p, q, r, v] = [bind[0][lane], bind[1][lane], bind[2][lane], bind[3][lane]];
        out[0][lane] = v * x + p * w + q * z - r * y;
        out[1][lane] = v * y - p * z + q * w + r * x;
        out[2][lane] = v * z + p * y - q * x + r * w;
        out[3][lane] = v * w - p * x - q * y - r * z;
    }
    out
}
