//! [`ClipEventsSource`]: named moments of a clip, as a source describes them.

use serde::Serialize;

use crate::Located;

/// The events of a clip.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClipEventsSource {
    /// The clip's asset name, exactly as in the source: relative to the source's folder, unless it starts with `/`. `None`
    /// means the asset with the name of this one without `.events`.
    pub clip: Option<Located<String>>,
    /// The events in the order of the source.
    pub events: Vec<EventSource>,
}

/// A named moment of a clip.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EventSource {
    /// The time from the clip's start in seconds, at least 0.
    pub time: Located<f32>,
    /// The name of the event; not empty.
    pub name: String,
    /// A finite number for the game.
    pub value: f32,
    /// A string for the game; may be empty.
    pub text: String,
}
