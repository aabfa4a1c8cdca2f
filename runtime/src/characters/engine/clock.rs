//! [`Clock`]: the time of a playing clip.

use rigmill_format::PlayMode;

use crate::clips::rules::{robot_game, standard};
use crate::error::PlayError;
use crate::{PlayOptions, Rules};

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
    pub(crate) fn new(rules: Rules, duration: f32, options: &PlayOptions) -> Self {
        let PlayOptions { start_time, time_scale, mode, .. } = *options;
        let time = match rules {
            Rules::RobotGame => start_time,
            Rules::Standard => standard::bound_time(start_time, duration, mode),
        };
        Self { time, mode, duration, time_scale }
    }

    /// Advances by `dt` seconds, by [`Rules::Standard`].
    pub(crate) fn advance(&mut self, dt: f32) {
        self.time = standard::bound_time(self.time + self.time_scale * dt, self.duration, self.mode);
    }

    /// Advances by `dt` seconds, by [`Rules::RobotGame`]. Returns false if time stands still, because the original has no pose
    /// then.
    ///
    /// # Errors
    /// The original would never return. The time has advanced, but is not bound.
    pub(crate) fn advance_robot_game(&mut self, dt: f32) -> Result<bool, PlayError> {
        if self.time_scale == 0.0 {
            return Ok(false);
        }
        self.time += self.time_scale * dt;
        self.time = robot_game::bound_time(self.time, self.duration, self.mode)?;
        Ok(true)
    }
}
