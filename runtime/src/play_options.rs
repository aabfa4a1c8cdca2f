//! How a clip is played.

use rigmill_format::PlayMode;

/// How a clip is played: from where, how fast, and how it takes over from what played before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayOptions {
    /// Where in the clip it starts, in seconds.
    pub start_time: f32,
    /// Seconds of cross-fade from what played before; 0 cuts.
    pub blend_time: f32,
    /// Seconds of the clip a second. `Rules::Standard` holds the pose at 0 and plays backwards
    /// below.
    pub time_scale: f32,
    /// What the clip does at its end.
    pub mode: PlayMode,
}

impl Default for PlayOptions {
    /// From the start, at its own speed, without a cross-fade, again and again.
    fn default() -> Self {
        Self { start_time: 0.0, blend_time: 0.0, time_scale: 1.0, mode: PlayMode::Repeat }
    }
}
