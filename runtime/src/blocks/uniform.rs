//! Samples uniform clips into blocks of eight bones, directly from the bytes of the file.

use rigmill_format::UniformClipView;
use rigmill_format::uniform_clip::{BLOCK_VECTORS, Vector};

use super::lanes::{Lanes, lerp, set_normalized};
use crate::blocks::PoseBlock;
use crate::blocks::dispatch::dispatched;
use crate::error::{JobError, check_length};

/// Samples the bones of a uniform clip at one time. Between frames, rotations take the shorter arc and are interpolated
/// component by component (nlerp). Translations and scales are interpolated linearly.
#[derive(Debug)]
pub struct UniformSampleJob<'a> {
    /// The clip.
    pub clip: UniformClipView<'a>,
    /// The time in seconds from the clip's start. Times before the start give the first frame; times after the end give the
    /// last frame.
    pub time: f32,
    /// One flag per block: `false` leaves the block unchanged. Blocks beyond its end are sampled.
    pub wanted: &'a [bool],
    /// Receives the pose: one block per eight bones.
    pub out: &'a mut [PoseBlock],
}

impl UniformSampleJob<'_> {
    /// Runs the job.
    ///
    /// # Errors
    /// The buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let clip = &self.clip;
        check_length("out", self.out.len(), clip.masks().len())?;
        let (from, to, fraction) = clip.times().around(self.time);
        let rows = [clip.row(from), clip.row(to)];
        sample(clip.masks(), clip.still(), rows, fraction, self.wanted, self.out);
        Ok(())
    }
}

dispatched! {
    fn sample(
        masks: &[[u8; 3]],
        still: &[Vector],
        rows: [&[Vector]; 2],
        fraction: f32,
        wanted: &[bool],
        out: &mut [PoseBlock],
    ) {
        let mut rows = Rows { from: rows[0], to: rows[1] };
        let still = still.as_chunks::<BLOCK_VECTORS>().0;
        for (block, ((masks, still), out)) in masks.iter().zip(still).zip(out).enumerate() {
            if wanted.get(block) == Some(&false) {
                rows.skip(masks);
                continue;
            }
            let [x, y, z, w, tx, ty, tz, sx, sy, sz] = still;
            out.rotation = match rows.take(masks[0]) {
                Some((a, b)) => nlerp(a, b, fraction),
                None => [*x, *y, *z, *w],
            };
            out.translation = match rows.take(masks[1]) {
                Some((a, b)) => lerp(a, b, fraction),
                None => [*tx, *ty, *tz],
            };
            out.scale = match rows.take(masks[2]) {
                Some((a, b)) => lerp(a, b, fraction),
                None => [*sx, *sy, *sz],
            };
        }
    }
}

/// The unread parts of two rows.
struct Rows<'a> {
    from: &'a [Vector],
    to: &'a [Vector],
}

impl<'a> Rows<'a> {
    /// The next vectors of both rows. `None` if no bone of the mask has keys.
    #[inline(always)]
    fn take<const N: usize>(&mut self, mask: u8) -> Option<(&'a [Vector; N], &'a [Vector; N])> {
        if mask == 0 {
            return None;
        }
        let (from, rest_of_from) = self.from.split_first_chunk()?;
        let (to, rest_of_to) = self.to.split_first_chunk()?;
        (self.from, self.to) = (rest_of_from, rest_of_to);
        Some((from, to))
    }

    /// Skips a block.
    #[inline(always)]
    fn skip(&mut self, masks: &[u8; 3]) {
        let width = |(mask, width): (&u8, usize)| if *mask == 0 { 0 } else { width };
        let count = masks.iter().zip([4, 3, 3]).map(width).sum::<usize>();
        self.from = self.from.get(count..).unwrap_or_default();
        self.to = self.to.get(count..).unwrap_or_default();
    }
}

/// Interpolates the rotations of two rows. Both rotations of a bone are in the same hemisphere.
#[inline(always)]
fn nlerp(a: &Lanes<4>, b: &Lanes<4>, fraction: f32) -> Lanes<4> {
    let mut out = [[0.0; 8]; 4];
    for lane in 0..8 {
        let toward = |part: usize| a[part][lane] + (b[part][lane] - a[part][lane]) * fraction;
        set_normalized(&mut out, lane, [toward(0), toward(1), toward(2), toward(3)]);
    }
    out
}
