//! [`Frames`]: when a clip is sampled.

/// The times of a clip's frames.
pub(super) struct Frames {
    /// Of the first, in seconds.
    pub(super) start: f64,
    /// When the clip ends, in seconds: the time of the last frame.
    pub(super) end: f64,
    pub(super) rate: f64,
    pub(super) count: u64,
}

impl Frames {
    /// What `evaluate` finds at the time of each frame, in seconds.
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
