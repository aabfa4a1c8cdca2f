//! The events of clips, for people and as JSON.

use std::fmt::Write;

use rigmill_format::{ClipEventsView, ContentType, EventView};
use serde::Serialize;

use crate::output::object::object;
use crate::output::printable::quoted;

pub(super) fn clip_events_json(version: u16, clip: ClipEventsView<'_>) -> impl Serialize {
    object! {
        r#type: ContentType::ClipEvents.name(),
        content_version: version,
        events: clip.events().map(event).collect::<Vec<_>>(),
    }
}

/// An event. JSON numbers of many programs have 53 bits, so its id is a text.
fn event(event: EventView<'_>) -> impl Serialize {
    object! {
        time: event.time,
        name: event.name,
        id: format!("{:016x}", event.id.0),
        value: event.value;
        text: Some(event.text).filter(|text| !text.is_empty()),
    }
}

pub(super) fn event_table(clip: ClipEventsView<'_>) -> String {
    let mut text = format!("\n{} events of {} names\n", clip.len(), clip.names().len());
    // Writing to a String cannot fail.
    let _ = writeln!(text, "  {:>9}  {:<24} {:>16} {:>8}  text", "seconds", "name", "id", "value");
    for EventView { time, id, name, value, text: of_event } in clip.events() {
        let of_event = if of_event.is_empty() { "-".to_owned() } else { quoted(of_event).to_string() };
        let _ = writeln!(text, "  {time:>9}  {:<24} {:016x} {value:>8}  {of_event}", quoted(name), id.0);
    }
    text
}
