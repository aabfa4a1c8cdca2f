//! [`Frames`]: the times at which a clip is sampled.

/// The times of a clip's frames.
pub(super) struct Frames {
    /// The time of the first frame, in seconds.
    pub(super) start: f64,
    /// The end of the clip in seconds, which is the time of the last frame.
    pub(super) end: f64,
    pub(super) rate: f64,
    pub(super) count: u64,
}

impl Frames {
    /// Returns the results of `evaluate` for the time of each frame, in seconds.
    pub(super) fn map<T>(&self, evaluate: impl Fn(f64) -> T) -> Vec<T> {
        let count = u32::try_from(self.count).unwrap_or(u32::MAX);
        let last = count.saturating_sub(1);
        let time = |frame| match frame {
            0 => self.start,
            _ if frame == last => self.end,
            _ => self.start + f64::from(frame) / self.rate,
        };
        (0..count).map(|frame| evaluate(time(frame))).collect()
    }
}
