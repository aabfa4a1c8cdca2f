//! The sections of a uniform clip during encoding.

use super::clip::{UniformClip, track_order};
use super::view::{BLOCK_VECTORS, ClipHeader, UniformClipView, VECTORS, Vector, groups};
use crate::clips::resting::{self, RestingBone};
use crate::error::ensure;
use crate::layout::count;
use crate::models::skeleton::check_bone_count;
use crate::{EncodeError, InvalidContent, Transform};

pub(super) struct Tables {
    pub(super) header: ClipHeader,
    pub(super) masks: Vec<[u8; 3]>,
    pub(super) still: Vec<Vector>,
    pub(super) rows: Vec<Vector>,
    pub(super) resting: Vec<RestingBone>,
}

impl Tables {
    pub(super) fn new(clip: &UniformClip) -> Result<Self, EncodeError> {
        check_bone_count(clip.still.len())?;
        check_tracks(clip)?;
        let blocks = clip.still.len().div_ceil(8);
        let mut masks = vec![[0; 3]; blocks];
        for track in &clip.tracks {
            masks[usize::from(track.bone / 8)][track.channel as usize] |= 1 << (track.bone % 8);
        }
        let still = still(&clip.still);
        let rows = rows(clip, &masks, &still);
        let bones = count(clip.still.len(), "bones")?;
        let (frames, frame_rate, duration) = (clip.frames, clip.frame_rate, clip.duration);
        let header = ClipHeader { bones, frames, frame_rate, duration };
        Ok(Self { header, masks, still, rows, resting: resting::to_section(&clip.resting) })
    }

    pub(super) fn view<'a>(&'a self, skeleton: &'a str) -> UniformClipView<'a> {
        UniformClipView::new(
            (self.header, self.header.times()),
            &self.masks,
            &self.still,
            &self.rows,
            (skeleton.as_bytes(), &self.resting),
        )
    }
}

fn check_tracks(clip: &UniformClip) -> Result<(), InvalidContent> {
    let mut last = None;
    for (number, track) in clip.tracks.iter().enumerate() {
        let fits = usize::from(track.bone) < clip.still.len() && track.keys.len() == clip.frames as usize;
        let ordered = last.is_none_or(|last| last < track_order(track));
        let whole = VECTORS[track.channel as usize] == 4 || track.keys.iter().all(|key| key[3].to_bits() == 0);
        ensure!(
            fits && ordered && whole,
            "track {number} of the uniform clip is out of order, moves a bone that does not exist, \
             or does not have one key per frame"
        );
        last = Some(track_order(track));
    }
    Ok(())
}

/// A pose as vectors. Lanes after the last bone are identities.
fn still(transforms: &[Transform]) -> Vec<Vector> {
    let mut vectors = Vec::with_capacity(transforms.len().div_ceil(8) * BLOCK_VECTORS);
    for bones in transforms.chunks(8) {
        let mut block = [[0.0; 8]; BLOCK_VECTORS];
        for lane in 0..8 {
            let it = bones.get(lane).unwrap_or(&Transform::IDENTITY);
            let parts = it.rotation.iter().chain(&it.translation).chain(&it.scale);
            block.iter_mut().zip(parts).for_each(|(vector, part)| vector[lane] = *part);
        }
        vectors.extend(block);
    }
    vectors
}

fn rows(clip: &UniformClip, masks: &[[u8; 3]], still: &[Vector]) -> Vec<Vector> {
    let pitch: usize = groups(masks).map(|group| group.width()).sum();
    // If there are any keys, each track has one per frame.
    let mut rows = vec![[0.0; 8]; if pitch == 0 { 0 } else { pitch * clip.frames as usize }];
    for (row, frame) in rows.chunks_exact_mut(pitch.max(1)).zip(0..) {
        let mut tracks = clip.tracks.iter();
        for group in groups(masks) {
            let vectors = &mut row[group.first..group.first + group.width()];
            vectors.copy_from_slice(group.still(still));
            for (lane, track) in group.lanes().zip(&mut tracks) {
                vectors.iter_mut().zip(track.keys[frame]).for_each(|(vector, part)| vector[lane] = part);
            }
        }
    }
    rows
}
