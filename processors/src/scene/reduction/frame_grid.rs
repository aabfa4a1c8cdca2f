//! [`FrameGrid`]: when the frames of a clip are, in whole frames but for the last.

use rigmill_format::KeyFrameSequence;

/// The frames of a clip: whole intervals apart, but the last interval may be shorter.
pub(super) struct FrameGrid {
    pub(super) count: usize,
    /// Seconds.
    interval: f32,
    /// When the last frame is, in intervals.
    last: f32,
}

impl FrameGrid {
    pub(super) fn of(sequence: &KeyFrameSequence) -> Self {
        let (count, interval) = (sequence.key_count as usize, sequence.key_interval);
        let whole = (count - 1) as f32;
        Self { count, interval, last: sequence.time.last().map_or(whole, |time| time / interval) }
    }

    /// When a frame is, in intervals.
    fn intervals(&self, frame: usize) -> f32 {
        if frame + 1 == self.count { self.last } else { frame as f32 }
    }

    /// When a half frame is, in seconds: a frame where the number is even, and halfway between two where it is odd.
    pub(super) fn time(&self, half_frame: usize) -> f32 {
        let [before, after] = [half_frame / 2, half_frame.div_ceil(2)].map(|frame| self.intervals(frame));
        (before + after) * 0.5 * self.interval
    }

    /// How far a frame is from one frame to another, 0 to 1.
    pub(super) fn fraction(&self, frame: usize, from: usize, to: usize) -> f32 {
        let [frame, from, to] = [frame, from, to].map(|frame| self.intervals(frame));
        (frame - from) / (to - from)
    }
}
