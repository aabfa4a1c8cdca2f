//! [`ActionSource`]: a clip and the way it is played.

use serde::Serialize;

use crate::{Located, PlayMode};

/// A clip and the way it is played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionSource {
    /// The action's name.
    pub name: Located<String>,
    /// The clip's asset name, as written: relative to the source's folder unless it begins with `/`.
    pub clip: Located<String>,
    /// What the clip does at its end.
    pub mode: Located<PlayMode>,
    /// Seconds of cross-fade from what played before, at least 0.
    pub blend: Located<f32>,
    /// Where in the clip it starts, in seconds.
    pub start: Located<f32>,
    /// Seconds of the clip a second; below 0 plays backwards.
    pub speed: Located<f32>,
}
