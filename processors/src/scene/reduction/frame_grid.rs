//! [`FrameGrid`]: the times of a clip's frames, in units of the frame interval.

use rigmill_format::KeyFrameSequence;

/// The frames of a clip. They are evenly spaced, except that the last interval may be shorter.
pub(super) struct FrameGrid {
    pub(super) count: usize,
    /// The interval in seconds.
    interval: f32,
    /// The time of the last frame, in intervals.
    last: f32,
}

impl FrameGrid {
    pub(super) fn new(sequence: &KeyFrameSequence) -> Self {
        let (count, interval) = (sequence.key_count as usize, sequence.key_interval);
        let whole = (count - 1) as f32;
        Self { count, interval, last: sequence.time.last().map_or(whole, |time| time / interval) }
    }

    /// Returns the time of a frame, in intervals.
    fn intervals(&self, frame: usize) -> f32 {
        if frame + 1 == self.count { self.last } else { frame as f32 }
    }

    /// Returns the time of a half frame in seconds. Even numbers are frames, and odd numbers are half way between two frames.
    pub(super) fn time(&self, half_frame: usize) -> f32 {
        let [before, after] = [half_frame / 2, half_frame.div_ceil(2)].map(|frame| self.intervals(frame));
        (before + after) * 0.5 * self.interval
    }

    /// Returns the position of a frame between two other frames, from 0 to 1.
    pub(super) fn fraction(&self, frame: usize, from: usize, to: usize) -> f32 {
        let [frame, from, to] = [frame, from, to].map(|frame| self.intervals(frame));
        (frame - from) / (to - from)
    }
}
