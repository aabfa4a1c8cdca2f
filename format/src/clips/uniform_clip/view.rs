//! [`UniformClipView`]: a clip read from the bytes of its file.

use bytemuck::{Pod, Zeroable};

use super::clip::{UniformClip, UniformTrack};
use crate::clips::resting::{self, RestingBone};
use crate::compressed_clip::Channel;
use crate::layout::{getters, names};
use crate::{FrameTimes, InvalidContent, Transform};

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct ClipHeader {
    pub(super) bones: u32,
    pub(super) frames: u32,
    pub(super) frame_rate: f32,
    pub(super) duration: f32,
}

impl ClipHeader {
    pub(super) fn times(&self) -> FrameTimes {
        FrameTimes::new(self.frames, self.frame_rate, self.duration)
    }
}

/// One component of eight bones.
pub type Vector = [f32; 8];

/// The number of vectors in the whole pose of a block: for rotations, translations and scales.
pub const BLOCK_VECTORS: usize = 10;

/// The number of vectors of a channel, by its number.
pub(super) const VECTORS: [usize; 3] = [4, 3, 3];
/// The index of a channel's first vector in a block's pose.
const FIRST: [usize; 3] = [0, 4, 7];

/// A channel of a block that has keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) block: usize,
    pub(super) channel: Channel,
    pub(super) mask: u8,
    /// The index of the group's first vector in a row.
    pub(super) first: usize,
}

impl Group {
    /// The number of the group's vectors.
    pub(super) fn width(&self) -> usize {
        VECTORS[self.channel as usize]
    }

    /// The bones of the block that have keys.
    pub(super) fn lanes(&self) -> impl Iterator<Item = usize> + use<> {
        let mask = self.mask;
        (0..8_usize).filter(move |lane| mask >> lane & 1 == 1)
    }

    /// The group's vectors in a row.
    pub(super) fn vectors<'a>(&self, row: &'a [Vector]) -> &'a [Vector] {
        row.get(self.first..self.first + self.width()).unwrap_or_default()
    }

    /// The group's vectors in the still pose.
    pub(super) fn still<'a>(&self, still: &'a [Vector]) -> &'a [Vector] {
        let first = self.block * BLOCK_VECTORS + FIRST[self.channel as usize];
        still.get(first..first + self.width()).unwrap_or_default()
    }

    fn key(&self, row: &[Vector], lane: usize) -> [f32; 4] {
        let mut key = [0.0; 4];
        key.iter_mut().zip(self.vectors(row)).for_each(|(part, vector)| *part = vector[lane]);
        key
    }
}

/// A uniform clip read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct UniformClipView<'a> {
    header: ClipHeader,
    times: FrameTimes,
    masks: &'a [[u8; 3]],
    still: &'a [Vector],
    rows: &'a [Vector],
    skeleton: &'a [u8],
    resting: &'a [RestingBone],
    pitch: usize,
}

impl<'a> UniformClipView<'a> {
    #[inline]
    pub(super) fn new(
        (header, times): (ClipHeader, FrameTimes),
        masks: &'a [[u8; 3]],
        still: &'a [Vector],
        rows: &'a [Vector],
        (skeleton, resting): (&'a [u8], &'a [RestingBone]),
    ) -> Self {
        // All rows of a checked clip have the same length, so the length need not be computed again from the masks.
        let frames = header.frames.max(1) as usize;
        Self { header, times, masks, still, rows, skeleton, resting, pitch: rows.len() / frames }
    }

    getters! { self:
        /// The asset name of the skeleton. May be empty if the game knows the skeleton.
        skeleton: &'a str = names::checked_text(self.skeleton);
        /// The number of bones of the skeleton.
        bones: usize = self.header.bones as usize;
        /// The number of frames, at least 1.
        frames: usize = self.header.frames as usize;
        /// The number of frames per second.
        frame_rate: f32 = self.header.frame_rate;
        /// The clip's duration in seconds.
        duration: f32 = self.header.duration;
        /// The times of the frames.
        #[inline]
        times: FrameTimes = self.times;
        /// For each block of eight bones, masks of the bones that have keys: for rotations, translations, and scales.
        masks: &'a [[u8; 3]] = self.masks;
        /// The pose for channels without keys: [`BLOCK_VECTORS`] vectors per block.
        still: &'a [Vector] = self.still;
        /// The bytes that sampling reads, which is the clip's size in memory.
        sampled_len: usize = size_of_val(self.masks) + size_of_val(self.still) + size_of_val(self.rows);
    }

    /// The vectors of a frame, in the order of the masks that are not 0. Empty after the last frame.
    #[inline]
    #[must_use]
    pub fn row(&self, frame: usize) -> &'a [Vector] {
        let first = frame.checked_mul(self.pitch);
        first.and_then(|first| self.rows.get(first..)?.get(..self.pitch)).unwrap_or_default()
    }

    pub(super) fn row_vectors(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn skeleton_bytes(&self) -> &'a [u8] {
        self.skeleton
    }

    /// The bones that the source does not move, in ascending order.
    pub fn resting(&self) -> impl ExactSizeIterator<Item = u16> + use<'a> {
        resting::from_section(self.resting)
    }

    pub(super) fn check_resting(&self) -> Result<(), InvalidContent> {
        let has_keys = |bone: usize| self.masks[bone / 8].iter().any(|mask| mask >> (bone % 8) & 1 == 1);
        resting::check(self.resting, self.bones(), has_keys)
    }

    /// A copy that owns its keys.
    #[must_use]
    pub fn to_owned(&self) -> UniformClip {
        let mut tracks = Vec::new();
        for group in self.groups() {
            for lane in group.lanes() {
                let keys = (0..self.frames()).map(|frame| group.key(self.row(frame), lane)).collect();
                let bone = u16::try_from(8 * group.block + lane).unwrap_or(u16::MAX);
                tracks.push(UniformTrack { bone, channel: group.channel, keys });
            }
        }
        UniformClip {
            skeleton: self.skeleton().to_owned(),
            frames: u32::try_from(self.frames()).unwrap_or(u32::MAX),
            frame_rate: self.frame_rate(),
            duration: self.duration(),
            still: (0..self.bones()).map(|bone| transform(self.still, bone)).collect(),
            resting: self.resting().collect(),
            tracks,
        }
    }

    /// The channels that have keys, in order.
    pub(super) fn groups(&self) -> impl Iterator<Item = Group> + use<'a> {
        groups(self.masks)
    }
}

/// The channels that have keys, according to the masks of their blocks.
pub(super) fn groups(masks: &[[u8; 3]]) -> impl Iterator<Item = Group> {
    let mut next = 0;
    let all = masks.iter().enumerate().flat_map(|(block, masks)| {
        Channel::ALL.into_iter().map(move |channel| (block, channel, masks[channel as usize]))
    });
    all.filter(|(_, _, mask)| *mask != 0).map(move |(block, channel, mask)| {
        let first = next;
        next += VECTORS[channel as usize];
        Group { block, channel, mask, first }
    })
}

/// The transform of a bone in a whole pose that is stored as vectors.
fn transform(vectors: &[Vector], bone: usize) -> Transform {
    let part = |number: usize| vectors.get(bone / 8 * BLOCK_VECTORS + number).map_or(0.0, |vector| vector[bone % 8]);
    Transform { rotation: [0, 1, 2, 3].map(part), translation: [4, 5, 6].map(part), scale: [7, 8, 9].map(part) }
}
