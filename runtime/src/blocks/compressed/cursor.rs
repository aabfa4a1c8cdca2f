//! [`Cursor`]: the position of a time in a clip.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::SEGMENT_FRAMES;

use super::group::Row;

/// The position of a time in a clip.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    pub(super) rows: [Row; 2],
    /// Whether both rows are in the same segment.
    pub(super) same: bool,
    pub(super) fraction: f32,
}

impl Cursor {
    #[inline(always)]
    pub(super) fn at(clip: &CompressedClipView<'_>, time: f32) -> Self {
        let (from, to, fraction) = clip.times().around(time);
        let first = clip.segment(from / SEGMENT_FRAMES);
        let same = from / SEGMENT_FRAMES == to / SEGMENT_FRAMES;
        let second = if same { first } else { clip.segment(to / SEGMENT_FRAMES) };
        let rows = [Row::new(&first, from % SEGMENT_FRAMES), Row::new(&second, to % SEGMENT_FRAMES)];
        Self { rows, same, fraction }
    }
}
