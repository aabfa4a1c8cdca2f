//! [`Times`]: the times of a `sample` command.

use rigmill_runtime::PlayMode;

/// The times at which to sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Times {
    pub(super) mode: PlayMode,
    pub(super) start: f64,
    pub(super) delta: f64,
    pub(super) count: u32,
}

impl Times {
    #[expect(clippy::cast_possible_truncation, reason = "the script's times are computed in f64 and rounded once")]
    pub(super) fn all(self) -> impl Iterator<Item = f32> {
        (0..self.count).map(move |step| (self.start + f64::from(step) * self.delta) as f32)
    }

    /// The time to evaluate. Beyond the clip's ends its own wrap modes apply, unless the whole clip is repeated.
    pub(super) fn within(self, time: f32, duration: f32) -> f32 {
        let wraps = self.mode == PlayMode::Repeat && duration > 0.0 && !(0.0..=duration).contains(&time);
        if wraps { time.rem_euclid(duration) } else { time }
    }
}
