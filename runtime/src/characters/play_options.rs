//! How a clip is played.

use rigmill_format::PlayMode;

use crate::error::PlayError;

/// How a clip is played: start time, speed, cross-fade, and mode at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayOptions {
    /// The time in the clip at which it starts, in seconds. If the time is outside the clip, `Rules::Standard` moves it
    /// into the clip: to the nearest end for a clip that plays once, and to the same time of a loop for a clip that
    /// repeats.
    pub start_time: f32,
    /// Seconds of cross-fade from the previous clip; 0 cuts.
    pub blend_time: f32,
    /// The speed: seconds of the clip per second. At 0, `Rules::Standard` holds the pose. At negative speeds, it plays
    /// backwards.
    pub time_scale: f32,
    /// The play mode at the end of the clip.
    pub mode: PlayMode,
}

impl Default for PlayOptions {
    /// From the start, at normal speed, without a cross-fade, repeated.
    fn default() -> Self {
        Self { start_time: 0.0, blend_time: 0.0, time_scale: 1.0, mode: PlayMode::Repeat }
    }
}

impl PlayOptions {
    /// Checks the options as [`Rules::Standard`](crate::Rules::Standard) wants them.
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
