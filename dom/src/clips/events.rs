//! [`ClipEventsSource`]: named moments of a clip, as a source describes them.

use serde::Serialize;

use crate::Located;

/// The events of a clip.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClipEventsSource {
    /// The clip's asset name as written: relative to the source's folder unless it begins with `/`. `None` means the asset of this name
    /// without `.events`.
    pub clip: Option<Located<String>>,
    /// Events in the order of the source.
    pub events: Vec<EventSource>,
}

/// A named moment of a clip.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EventSource {
    /// Seconds from the clip's start, at least 0.
    pub time: Located<f32>,
    /// Its name, not empty.
    pub name: String,
    /// A finite number for the game.
    pub value: f32,
    /// A text for the game; empty if there is none.
    pub text: String,
}
