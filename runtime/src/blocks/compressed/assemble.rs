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
    let mut constants = Constants::new(clip);
    let mut blocks = clip.blocks();
    for (block, (bind, out)) in bind.iter().zip(out).enumerate() {
        let Some(BlockMasks { animated, constant }) = blocks.next() else { return };
        if wanted.get(block) == Some(&false) {
            rotation += count(animated[0]);
            translation += count(animated[1]);
            scale += count(animated[2]);
            constants.skip(constant);
            continue;
        }
        let rotations = turned(unpack, scratch, (animated[0], &mut rotation), &bind.rotation);
        put(constants.hold(unpack, 0, constant[0], rotations), &mut out.rotation);
        let translations = moved(unpack, scratch, (animated[1], &mut translation), &bind.translation);
        put(constants.hold(unpack, 1, constant[1], translations), &mut out.translation);
        let scales = moved(unpack, scratch, (animated[2], &mut scale), &bind.scale);
        put(constants.hold(unpack, 2, constant[2], scales), &mut out.scale);
    }
}

/// Takes the next rotations for the bones of a mask. The other bones stay in the bind pose.
#[inline(always)]
fn turned(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &Lanes<4>,
) -> Lanes<4> {
    if mask == 0 {
        return *bind;
    }
    let turned = unpack.spread_of_two(two(&scratch.rotations, *next), *next % 8, mask, &PoseBlock::IDENTITY.rotation);
    *next += count(mask);
    multiply(bind, &turned)
}

/// Takes the next translations or scales for the bones of a mask. The other bones stay in the bind pose.
#[inline(always)]
fn moved(
    unpack: impl Unpack,
    scratch: &CompressedScratch,
    (mask, next): (u8, &mut usize),
    bind: &Lanes<3>,
) -> Lanes<3> {
    if mask == 0 {
        return *bind;
    }
    let mut moved = unpack.spread_of_two(two(&scratch.vectors, *next), *next % 8, mask, &[[0.0; 8]; 3]);
    *next += count(mask);
    for axis in 0..3 {
        for lane in 0..8 {
            moved[axis][lane] += bind[axis][lane];
        }
    }
    moved
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
    fn new(clip: &CompressedClipView<'a>) -> Self {
        let counts = clip.constants_by_channel();
        let first = clip.constants_position();
        let next = [first, first + 16 * counts[0], first + 16 * counts[0] + 12 * counts[1]];
        Self { bytes: clip.packed(), counts, next }
    }

    /// Skips the constants of a block.
    #[inline(always)]
    fn skip(&mut self, masks: [u8; 3]) {
        for (next, mask) in self.next.iter_mut().zip(masks) {
            *next += 4 * count(mask);
        }
    }

    /// Replaces the lanes of a mask by constants. The constants are inserted before the values are stored, because stores of
    /// single lanes are slow on many processors.
    #[inline(always)]
    fn hold<const N: usize>(&mut self, unpack: impl Unpack, channel: usize, mask: u8, lanes: Lanes<N>) -> Lanes<N> {
        if mask == 0 {
            return lanes;
        }
        let mut values = [[0.0; 8]; N];
        for (part, values) in values.iter_mut().enumerate() {
            let bytes: [u8; 32] = window(self.bytes, self.next[channel] + 4 * part * self.counts[channel]);
            for (value, bytes) in values.iter_mut().zip(bytes.as_chunks().0) {
                *value = f32::from_le_bytes(*bytes);
            }
        }
        self.next[channel] += 4 * count(mask);
        unpack.spread(&values, mask, &lanes)
    }
}

/// Copies vector by vector. Compilers would otherwise copy number by number, or call `memcpy`.
#[inline(always)]
fn put<const N: usize>(from: Lanes<N>, to: &mut Lanes<N>) {
    for (from, to) in from.into_iter().zip(to) {
        *to = from;
    }
}

/// The number of lanes of each mask. Counting bits takes several instructions on processors without POPCNT.
static COUNTS: [u8; 256] = counts();

const fn counts() -> [u8; 256] {
    let mut counts = [0; 256];
    let mut mask = 1;
    while mask < 256 {
        counts[mask] = counts[mask >> 1] + mask.to_le_bytes()[0] % 2;
        mask += 1;
    }
    counts
}

/// The number of lanes of a mask.
#[inline(always)]
fn count(mask: u8) -> usize {
    COUNTS[usize::from(mask)].into()
}
