//! The rules of a uniform clip, which are checked before encoding and after reading.

use super::view::{BLOCK_VECTORS, Group, UniformClipView, Vector};
use crate::InvalidContent;
use crate::compressed_clip::Channel;
use crate::error::ensure;
use crate::layout::numbers::check_duration;
use crate::models::skeleton::check_bone_count;

/// The maximum difference between the squared length of a rotation and 1.
const TOLERANCE: f32 = 2e-3;

pub(super) fn check(clip: &UniformClipView<'_>) -> Result<(), InvalidContent> {
    clip.check_header()?;
    check_masks(clip)?;
    clip.check_resting()?;
    check_still(clip)?;
    check_rows(clip)
}

impl UniformClipView<'_> {
    /// Checks the header, and the lengths of the sections that follow from it.
    pub(super) fn check_header(&self) -> Result<(), InvalidContent> {
        check_bone_count(self.bones())?;
        let rate = self.frame_rate();
        let frames = self.frames();
        ensure!(
            frames > 0 && rate.is_finite() && rate > 0.0,
            "the uniform clip has {frames} frames at a rate of {rate}, expected at least 1 frame and a finite rate above 0"
        );
        check_duration(self.duration())?;
        let blocks = self.bones().div_ceil(8);
        let pitch = self.groups().map(|group| group.width()).sum::<usize>();
        let fits = self.masks().len() == blocks
            && self.still().len() == blocks * BLOCK_VECTORS
            && pitch.checked_mul(self.frames()) == Some(self.row_vectors());
        ensure!(
            fits,
            "the masks, still pose or rows of the uniform clip do not have the length that its bones and frames need"
        );
        Ok(())
    }
}

/// The mask of the bones that exist in a block.
fn present(bones: usize, block: usize) -> u8 {
    match bones.saturating_sub(8 * block) {
        8.. => 0xff,
        rest => (1_u8 << rest) - 1,
    }
}

fn check_masks(clip: &UniformClipView<'_>) -> Result<(), InvalidContent> {
    for (block, masks) in clip.masks().iter().enumerate() {
        let missing = (masks[0] | masks[1] | masks[2]) & !present(clip.bones(), block);
        ensure!(missing == 0, "the masks of block {block} of the uniform clip refer to a bone that does not exist");
    }
    Ok(())
}

fn check_still(clip: &UniformClipView<'_>) -> Result<(), InvalidContent> {
    for (block, still) in clip.still().as_chunks::<BLOCK_VECTORS>().0.iter().enumerate() {
        let present = present(clip.bones(), block);
        let mut wrong = is_wrong(Channel::Rotation, &still[..4]) || is_wrong(Channel::Translation, &still[4..]);
        for (number, vector) in still.iter().enumerate() {
            let identity = if number == 3 || number >= 7 { 1.0_f32 } else { 0.0 };
            for (lane, value) in vector.iter().enumerate() {
                wrong |= present >> lane & 1 == 0 && value.to_bits() != identity.to_bits();
            }
        }
        ensure!(
            !wrong,
            "the still pose of block {block} of the uniform clip is not finite, has a rotation that is not of unit length, \
             or has a bone that does not exist"
        );
    }
    Ok(())
}

fn check_rows(clip: &UniformClipView<'_>) -> Result<(), InvalidContent> {
    let groups: Vec<Group> = clip.groups().collect();
    let mut before = clip.row(0);
    // Without keys, all rows are empty, regardless of the number of frames.
    for frame in 0..if groups.is_empty() { 0 } else { clip.frames() } {
        let row = clip.row(frame);
        for group in &groups {
            let vectors = group.vectors(row);
            let wrong = is_wrong(group.channel, vectors)
                || moves(group.mask, vectors, group.still(clip.still()))
                || flips(group.channel, vectors, group.vectors(before));
            ensure!(
                !wrong,
                "frame {frame} of block {} of the uniform clip is not finite, moves a bone without keys, or has a \
                 rotation that is not of unit length or not in the hemisphere of the previous rotation",
                group.block
            );
        }
        before = row;
    }
    Ok(())
}

/// Whether a value is not finite or a rotation is not normalized. The loops have no early exit so that they vectorize, because
/// loading spends most of its time here.
fn is_wrong(channel: Channel, vectors: &[Vector]) -> bool {
    let mut wrong = 0;
    for vector in vectors {
        for value in vector {
            wrong |= u32::from(!value.is_finite());
        }
    }
    if channel == Channel::Rotation
        && let [x, y, z, w] = vectors
    {
        for lane in 0..8 {
            let length = x[lane] * x[lane] + y[lane] * y[lane] + z[lane] * z[lane] + w[lane] * w[lane];
            wrong |= u32::from((length - 1.0).abs() > TOLERANCE);
        }
    }
    wrong != 0
}

/// Whether a bone without keys differs from the still pose.
fn moves(mask: u8, vectors: &[Vector], still: &[Vector]) -> bool {
    let keyed: [u32; 8] = std::array::from_fn(|lane| u32::from(mask >> lane & 1 == 1));
    let mut wrong = 0;
    for (vector, still) in vectors.iter().zip(still) {
        for lane in 0..8 {
            wrong |= (vector[lane].to_bits() ^ still[lane].to_bits()) & keyed[lane].wrapping_sub(1);
        }
    }
    wrong != 0
}

/// Whether a rotation is in the opposite hemisphere from the rotation in the previous row.
fn flips(channel: Channel, vectors: &[Vector], before: &[Vector]) -> bool {
    let (Channel::Rotation, [x, y, z, w], [a, b, c, d]) = (channel, vectors, before) else { return false };
    let mut wrong = 0;
    for lane in 0..8 {
        let side = x[lane] * a[lane] + y[lane] * b[lane] + z[lane] * c[lane] + w[lane] * d[lane];
        wrong |= u32::from(side < 0.0);
    }
    wrong != 0
}
