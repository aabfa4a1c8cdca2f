//! From tracks to bones.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::{BlockMasks, window};

use super::scratch::{CompressedScratch, two};
use super::unpack::Unpack;
use crate::blocks::PoseBlock;
use crate::blocks::lanes::multiply;

/// Writes the values of tracks, and the constants beside them, to the bones of the wanted blocks.
#[inline(always)]
pub(super) fn assemble(
    unpack: impl Unpack,
    clip: &CompressedClipView<'_>,
    scratch: &CompressedScratch,
    bind: &[PoseBlock],
    wanted: &[bool],
    out: &mut [PoseBlock],
) {
    let [rotations, translations, _] = clip.tracks_by_channel();
    let [mut rotation, mut translation, mut scale] = [0, rotations % 8, rotations % 8 + translations];
    let mut constants = Constants::of(clip);
    for (block, ((masks, bind), out)) in clip.blocks().zip(bind).zip(&mut *out).enumerate() {
        let BlockMasks { animated, constant } = masks;
        if wanted.get(block) == Some(&false) {
            rotation += animated[0].count_ones() as usize;
            translation += animated[1].count_ones() as usize;
            scale += animated[2].count_ones() as usize;
            constants.skip(constant);
            continue;
        }
        write_rotations(unpack, scratch, (animated[0], &mut rotation), &bind.rotation, &mut out.rotation);
        write_vectors(unpack, scratch, (animated[1], &mut translation), &bind.translation, &mut out.translation);
        write_vectors(unpack, scratch, (animated[2], &mut scale), &bind.scale, &mut out.scale);
        constants.hold(unpack, 0, constant[0], &mut out.rotation);
        constants.hold(unpack, 1, constant[1], &mut out.translation);
        constants.hold(unpack, 2, constant[2], &mut out.scale);
    }
}

/// Writes the next rotations to the bones of a mask.
#[inline(always)]
fn write_rotations(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &[[f32; 8]; 4],
    out: &mut [[f32; 8]; 4],
) {
    if mask == 0 {
        return copy(bind, out);
    }
    let ([a, b], first) = (two(&scratch.rotations, *next), *next % 8);
    let part = |axis: usize, rest| unpack.spread_of_two([&a[axis], &b[axis]], first, mask, &[rest; 8]);
    *out = multiply(bind, &[part(0, 0.0), part(1, 0.0), part(2, 0.0), part(3, 1.0)]);
    *next += mask.count_ones() as usize;
}

/// Writes the next translations or scales to the bones of a mask.
#[inline(always)]
fn write_vectors(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &[[f32; 8]; 3],
    out: &mut [[f32; 8]; 3],
) {
    if mask == 0 {
        return copy(bind, out);
    }
    let ([a, b], first) = (two(&scratch.vectors, *next), *next % 8);
    for axis in 0..3 {
        let mut moved = unpack.spread_of_two([&a[axis], &b[axis]], first, mask, &[0.0; 8]);
        for lane in 0..8 {
            moved[lane] += bind[axis][lane];
        }
        out[axis] = moved;
    }
    *next += mask.count_ones() as usize;
}

/// Copies vector by vector; compilers copy the whole number by number, or with a call.
#[inline(always)]
fn copy<const N: usize>(from: &[[f32; 8]; N], to: &mut [[f32; 8]; N]) {
    for (from, to) in from.iter().zip(to) {
        *to = *from;
    }
}

/// The constants of a clip.
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

    /// Skips the constants of a block.
    #[inline(always)]
    fn skip(&mut self, masks: [u8; 3]) {
        for (next, mask) in self.next.iter_mut().zip(masks) {
            *next += 4 * mask.count_ones() as usize;
        }
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
