//! [`PlayOptions`]: how a clip is played.

use rigmill_format::PlayMode;

use crate::error::PlayError;

/// How a clip is played: start time, speed, cross-fade, and mode at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayOptions {
    /// The time in the clip at which playback starts, in seconds. Under `Rules::Standard`, a time outside the clip is clamped
    /// for a clip that plays once, and wrapped for a clip that repeats.
    pub start_time: f32,
    /// The duration of the cross-fade from the previous clip, in seconds. 0 means no cross-fade.
    pub blend_time: f32,
    /// The speed, in seconds of the clip per second. Under `Rules::Standard`, a speed of 0 holds the pose, and a negative speed
    /// plays backwards.
    pub time_scale: f32,
    /// What happens at the end of the clip.
    pub mode: PlayMode,
}

impl Default for PlayOptions {
    /// Starts at 0 s, at normal speed, without a cross-fade, and repeats.
    fn default() -> Self {
        Self { start_time: 0.0, blend_time: 0.0, time_scale: 1.0, mode: PlayMode::Repeat }
    }
}

impl PlayOptions {
    /// Checks that the options are valid under [`Rules::Standard`](crate::Rules::Standard).
    pub(crate) fn check(&self) -> Result<(), PlayError> {
        check_finite("the start time", self.start_time)?;
        check_finite("the time scale", self.time_scale)?;
        if self.blend_time.is_finite() && self.blend_time >= 0.0 {
            return Ok(());
        }
        Err(PlayError::InvalidArgument {
            argument: "the blend time",
            found: self.blend_time,
            expected: "a finite value of at least 0",
        })
    }
}

pub(crate) fn check_finite(argument: &'static str, found: f32) -> Result<(), PlayError> {
    if found.is_finite() {
        return Ok(());
    }
    Err(PlayError::InvalidArgument { argument, found, expected: "a finite value" })
}
