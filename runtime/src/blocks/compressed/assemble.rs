//! Distributes the interpolated values of tracks to the bones they belong to.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::{BlockMasks, window};

use super::scratch::{CompressedScratch, two};
use super::unpack::Unpack;
use crate::blocks::PoseBlock;
use crate::blocks::lanes::{Lanes, multiply};

/// Writes the values of tracks, and the clip's constant values, to the bones of the wanted blocks.
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
        match turned(unpack, scratch, (animated[0], &mut rotation), &bind.rotation) {
            None => constants.hold(unpack, 0, constant[0], &bind.rotation, &mut out.rotation),
            Some(turned) => constants.hold(unpack, 0, constant[0], &turned, &mut out.rotation),
        }
        match moved(unpack, scratch, (animated[1], &mut translation), &bind.translation) {
            None => constants.hold(unpack, 1, constant[1], &bind.translation, &mut out.translation),
            Some(moved) => constants.hold(unpack, 1, constant[1], &moved, &mut out.translation),
        }
        match moved(unpack, scratch, (animated[2], &mut scale), &bind.scale) {
            None => constants.hold(unpack, 2, constant[2], &bind.scale, &mut out.scale),
            Some(scaled) => constants.hold(unpack, 2, constant[2], &scaled, &mut out.scale),
        }
    }
}

/// Takes the next rotations for the bones of a mask. `None` if the mask is empty.
#[inline(always)]
fn turned(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &Lanes<4>,
) -> Option<Lanes<4>> {
    if mask == 0 {
        return None;
    }
    let ([a, b], first) = (two(&scratch.rotations, *next), *next % 8);
    let part = |axis: usize, rest| unpack.spread_of_two([&a[axis], &b[axis]], first, mask, &[rest; 8]);
    *next += mask.count_ones() as usize;
    Some(multiply(bind, &[part(0, 0.0), part(1, 0.0), part(2, 0.0), part(3, 1.0)]))
}

/// Takes the next translations or scales for the bones of a mask. `None` if the mask is empty.
#[inline(always)]
fn moved(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &Lanes<3>,
) -> Option<Lanes<3>> {
    if mask == 0 {
        return None;
    }
    let ([a, b], first) = (two(&scratch.vectors, *next), *next % 8);
    *next += mask.count_ones() as usize;
    let mut out = [[0.0; 8]; 3];
    for axis in 0..3 {
        let moved = unpack.spread_of_two([&a[axis], &b[axis]], first, mask, &[0.0; 8]);
        for lane in 0..8 {
            out[axis][lane] = moved[lane] + bind[axis][lane];
        }
    }
    Some(out)
}

/// A reader of the clip's constant values.
struct Constants<'a> {
    bytes: &'a [u8],
    counts: [usize; 3],
    /// The position of the next value of each channel.
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

    /// Copies a channel of a block, and replaces the lanes of a mask by constants. The constants are inserted before the values
    /// are stored, because stores of single lanes are slow on many processors.
    #[inline(always)]
    fn hold<const N: usize>(
        &mut self,
        unpack: impl Unpack,
        channel: usize,
        mask: u8,
        from: &Lanes<N>,
        out: &mut Lanes<N>,
    ) {
        if mask == 0 {
            return copy(from, out);
        }
        for (part, (from, out)) in from.iter().zip(out).enumerate() {
            let bytes: [u8; 32] = window(self.bytes, self.next[channel] + 4 * part * self.counts[channel]);
            let mut values = [0.0; 8];
            for (value, bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
                *value = f32::from_le_bytes(*bytes);
            }
            *out = unpack.spread(&values, mask, from);
        }
        self.next[channel] += 4 * mask.count_ones() as usize;
    }
}

/// Copies vector by vector. Compilers would otherwise copy number by number, or call `memcpy`.
#[inline(always)]
fn copy<const N: usize>(from: &Lanes<N>, to: &mut Lanes<N>) {
    for (from, to) in from.iter().zip(to) {
        *to = *from;
    }
}
