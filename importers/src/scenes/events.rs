//! Events of clips, written as JSON in properties of animations, takes or nodes.
//!
//! The property `events` is a list, or a text that contains a list:
//!
//! ```json
//! [{"time": 0.31, "name": "footstep", "value": 1, "text": "left"}]
//! ```
//!
//! `value` and `text` are optional. Times are in seconds on the source's timeline, so that a take can be cut into several
//! clips.

use std::collections::BTreeMap;

use rigmill_dom::{Element, EventSource, Located, Position, SceneClip};
use rigmill_math::to_f32;
use rigmill_pipeline::Diagnostic;
use serde::Deserialize;
use serde_json::Value;

use crate::codes;
use crate::report::shortened;

/// The name of the property.
pub(super) const PROPERTY: &str = "events";

/// The maximum number of events in a take.
const MAX_EVENTS: usize = 65_536;
/// The maximum distance of an event from the start or end of a clip, in seconds, for which the event still counts as inside.
/// Frame times are rounded.
const ROUNDING: f64 = 1e-3;
/// The maximum number of characters of a message about an event.
const LONGEST_MESSAGE: usize = 200;
const HELP: &str = r#"write a list such as [{"time": 0.31, "name": "footstep"}]; `value` and `text` are optional"#;

/// An event as it is written in the property.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    time: f64,
    name: String,
    #[serde(default)]
    value: f32,
    #[serde(default)]
    text: String,
}

/// The property of a take.
pub(super) struct TakeEvents {
    /// The take, as its clips refer to it.
    pub(super) take: Element,
    /// The take or node that has the property.
    pub(super) owner: Element,
    /// The value of the property.
    pub(super) value: Value,
}

/// Adds the events of takes to the clips that were cut from them. Returns warnings about properties that cannot be read, and
/// about events that are not in any clip of their take.
pub(super) fn add(clips: &mut [SceneClip], takes: impl IntoIterator<Item = TakeEvents>) -> Vec<Diagnostic> {
    let mut by_take = BTreeMap::<u64, Vec<&mut SceneClip>>::new();
    for clip in clips {
        by_take.entry(clip.element.id).or_default().push(clip);
    }
    let of_take = |TakeEvents { take, owner, value }| match read(value) {
        Ok(events) => outside(place(events, by_take.get_mut(&take.id)?), &owner),
        Err(fact) => Some(unreadable(&owner, &fact)),
    };
    takes.into_iter().filter_map(of_take).collect()
}

fn read(value: Value) -> Result<Vec<Written>, String> {
    let events = match value {
        Value::String(text) => serde_json::from_str::<Value>(&text)
            .map_err(|error| format!("its text is not valid JSON: {}", message(&error)))?,
        value => value,
    };
    let Value::Array(events) = events else { return Err("it is not a list".to_owned()) };
    if events.len() > MAX_EVENTS {
        return Err(format!("it contains {} events, but at most {MAX_EVENTS} are allowed", events.len()));
    }
    let (mut read, mut faults) = (Vec::with_capacity(events.len()), Vec::new());
    for (number, event) in (1..).zip(events) {
        match event_of(event) {
            Ok(event) => read.push(event),
            Err(fact) => faults.push(format!("event {number} is not valid: {fact}")),
        }
    }
    match faults.split_first() {
        Some((first, [])) => Err(first.clone()),
        Some((first, [_])) => Err(format!("{first} (1 more event is not valid)")),
        Some((first, more)) => Err(format!("{first} ({} more events are not valid)", more.len())),
        None => Ok(read),
    }
}

fn event_of(event: Value) -> Result<Written, String> {
    let event: Written = serde_json::from_value(event).map_err(|error| message(&error))?;
    match problem(&event) {
        Some(fact) => Err(format!("{:?} at {} s has {fact}", shortened(&event.name), event.time)),
        None => Ok(event),
    }
}

/// Returns the message of an error. It may contain text of any length from the file.
fn message(error: &serde_json::Error) -> String {
    error.to_string().chars().take(LONGEST_MESSAGE).collect()
}

fn problem(event: &Written) -> Option<&'static str> {
    if event.name.is_empty() {
        return Some("an empty name");
    }
    (!event.value.is_finite()).then_some("a value that does not fit in 32 bits")
}

/// Adds the events to the clips that contain them. Returns the events that are in no clip.
fn place(events: Vec<Written>, clips: &mut [&mut SceneClip]) -> Vec<Written> {
    let mut outside = Vec::new();
    for event in events {
        let mut is_placed = false;
        for clip in clips.iter_mut() {
            let time = event.time - clip.start;
            if (-ROUNDING..=clip.duration + ROUNDING).contains(&time) {
                clip.events.push(at(time.clamp(0.0, clip.duration), &event));
                is_placed = true;
            }
        }
        if !is_placed {
            outside.push(event);
        }
    }
    outside
}

fn at(time: f64, event: &Written) -> EventSource {
    let Written { name, value, text, .. } = event;
    let time = Located::new(to_f32(time), Position::START);
    EventSource { time, name: name.clone(), value: *value, text: text.clone() }
}

/// Creates the warning about events that are in no clip.
fn outside(events: Vec<Written>, owner: &Element) -> Option<Diagnostic> {
    let first = events.first()?;
    let more = if events.len() > 1 { format!(" (and {} more)", events.len() - 1) } else { String::new() };
    let name = shortened(&first.name);
    let fact = format!(
        "{owner}: event {name:?} at {} s{more} is left out, because no clip of the take contains this time",
        first.time
    );
    let help = "correct the time (in seconds, on the take's timeline), or remove the event";
    Some(Diagnostic::warning(codes::SCENE_EVENTS, fact).help(help))
}

fn unreadable(owner: &Element, fact: &str) -> Diagnostic {
    let fact = format!("{owner}: the `{PROPERTY}` property is left out, because {fact}");
    Diagnostic::warning(codes::SCENE_EVENTS, fact).help(HELP)
}

/// Returns whether a property is probably meant to be [`PROPERTY`].
pub(super) fn is_misspelt(name: &str) -> bool {
    name != PROPERTY && name.eq_ignore_ascii_case(PROPERTY)
}

/// Creates the warning about a property whose name differs from [`PROPERTY`] only in upper and lower case.
pub(super) fn misspelt(owner: &Element, name: &str) -> Diagnostic {
    let fact = format!("{owner}: the `{name}` property is not read as events");
    Diagnostic::warning(codes::SCENE_EVENTS, fact).help(format!("rename the property to `{PROPERTY}`, in lower case"))
}

/// Creates the warning about events of a node in a file with several takes.
#[cfg(any(feature = "fbx", feature = "fbx-dom"))]
pub(super) fn unknown_take(owner: &Element, takes: usize) -> Diagnostic {
    let fact = format!("{owner}: the `{PROPERTY}` property is left out, because the file has {takes} takes");
    Diagnostic::warning(codes::SCENE_EVENTS, fact).help("move the property to the take that the events belong to")
}
