//! [`Cursor`]: where in a clip a time is.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::SEGMENT_FRAMES;

use super::group::Row;

/// Where in a clip a time is.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    pub(super) rows: [Row; 2],
    /// Whether both rows are of one segment.
    pub(super) same: bool,
    pub(super) fraction: f32,
}

impl Cursor {
    #[inline(always)]
    pub(super) fn at(clip: &CompressedClipView<'_>, time: f32) -> Self {
        let (from, to, fraction) = around(clip, time);
        let first = clip.segment(from / SEGMENT_FRAMES);
        let same = from / SEGMENT_FRAMES == to / SEGMENT_FRAMES;
        let second = if same { first } else { clip.segment(to / SEGMENT_FRAMES) };
        let rows = [Row::new(&first, from % SEGMENT_FRAMES), Row::new(&second, to % SEGMENT_FRAMES)];
        Self { rows, same, fraction }
    }
}

/// The frames around a time, and how far it is from the one to the other.
#[inline(always)]
fn around(clip: &CompressedClipView<'_>, time: f32) -> (usize, usize, f32) {
    let last = clip.frames() - 1;
    let frames = time * clip.frame_rate();
    let whole = frames.floor();
    if frames.is_nan() || frames <= 0.0 {
        return (0, 0, 0.0);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "above 0, and it saturates")]
    let from = whole as usize;
    if from >= last { (last, last, 0.0) } else { (from, from + 1, frames - whole) }
}
