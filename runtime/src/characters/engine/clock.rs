//! [`Clock`]: the time of a playing clip.

use rigmill_format::PlayMode;

use crate::PlayOptions;
use crate::clips::rules::standard;

/// The time of a playing clip, and how it advances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// The time within the clip, in seconds.
    pub(crate) time: f32,
    pub(crate) mode: PlayMode,
    pub(super) duration: f32,
    pub(super) time_scale: f32,
}

impl Clock {
    pub(crate) fn new(duration: f32, options: &PlayOptions) -> Self {
        let PlayOptions { start_time, time_scale, mode, .. } = *options;
        Self { time: standard::bound_time(start_time, duration, mode), mode, duration, time_scale }
    }

    /// Advances by `dt` seconds.
    pub(crate) fn advance(&mut self, dt: f32) {
        self.time = standard::bound_time(self.time + self.time_scale * dt, self.duration, self.mode);
    }
}
