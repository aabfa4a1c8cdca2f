//! Clip events are named moments in a clip, such as footsteps.
//!
//! A clip events file has these sections, in this order:
//!
//! | id     | element type           | contents                                            |
//! |--------|------------------------|-----------------------------------------------------|
//! | `EVNT` | event record, 20 bytes | one record per event, at most 65,536                |
//! | `NAMS` | name record, 16 bytes  | one record per event name, in ascending order of id |
//! | `TEXT` | u8                     | all event names, then the text of each event        |
//!
//! ### ClipEvents: event record
//!
//! | offset | type | field | value                                                                               |
//! |-------:|------|-------|-------------------------------------------------------------------------------------|
//! |      0 | f32  | time  | the time of the event, in seconds from the start of the clip; finite and at least 0 |
//! |      4 | u32  | name  | the index of the event's name in `NAMS`                                             |
//! |      8 | f32  | value | a number for the game; finite                                                       |
//! |     12 | span | text  | a text for the game, in `TEXT`; may be empty                                        |
//!
//! ### ClipEvents: name record
//!
//! | offset | type | field | value                                      |
//! |-------:|------|-------|--------------------------------------------|
//! |      0 | u64  | id    | the 64-bit FNV-1a hash of the name's bytes |
//! |      8 | span | name  | the event name, in `TEXT`; not empty       |
//!
//! ### ClipEvents: rules
//!
//! - Events are in ascending order of time. Several events may have the same time.
//! - Each name in `NAMS` is used by at least one event.
//! - No two names have the same id.

use std::collections::BTreeSet;

use bytemuck::{Pod, Zeroable};

use crate::error::{ensure, invalid};
use crate::layout::numbers::is_duration;
use crate::layout::{Rules, Span, SpanCheck, append_text, count, getters, names, sections};
use crate::{EncodeError, InvalidContent};

/// The maximum number of events of a clip.
pub const MAX_EVENTS: usize = 65_536;

/// The hash of an event's name: 64-bit FNV-1a of its UTF-8 bytes, as specified in
/// <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
///
/// ```
/// use rigmill_format::EventId;
///
/// const FOOTSTEP: EventId = EventId::of("footstep");
/// const SHOT: EventId = EventId::of("shot");
///
/// fn sound(event: EventId) -> Option<&'static str> {
///     match event {
///         FOOTSTEP => Some("Sounds/Footstep"),
///         SHOT => Some("Sounds/Shot"),
///         _ => None,
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(transparent)]
pub struct EventId(pub u64);

impl EventId {
    /// Returns the id of events with this name.
    #[must_use]
    pub const fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut at = 0;
        while at < bytes.len() {
            hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
            at += 1;
        }
        Self(hash)
    }
}

/// The events of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipEvents {
    /// The events in ascending order of time.
    pub events: Vec<ClipEvent>,
}

/// A named moment of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClipEvent {
    /// The time from the clip's start in seconds, at least 0.
    pub time: f32,
    /// The name of the event; not empty. Several events may have the same name.
    pub name: String,
    /// A number for the game.
    pub value: f32,
    /// A string for the game; may be empty.
    pub text: String,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct EventRecord {
    time: f32,
    name: u32,
    value: f32,
    text: Span,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct NameRecord {
    id: EventId,
    name: Span,
}

sections! {
    /// The events of a clip, read from the bytes of their file.
    #[derive(Debug)]
    ClipEvents, version 1 => ClipEventsView, ClipEventsLayout, Tables;
    b"EVNT" events: [EventRecord],
    b"NAMS" names: [NameRecord],
    b"TEXT" text: [u8],
}

impl Tables {
    fn new(clip: &ClipEvents) -> Result<Self, EncodeError> {
        let names: BTreeSet<_> = clip.events.iter().map(key).collect();
        let names = Vec::from_iter(names);
        let mut tables = Self::default();
        for (id, name) in &names {
            tables.names.push(NameRecord { id: *id, name: append_text(&mut tables.text, name)? });
        }
        for event in &clip.events {
            let name = names.binary_search(&key(event)).unwrap_or_else(|place| place);
            tables.events.push(EventRecord {
                time: event.time,
                name: count(name, "names")?,
                value: event.value,
                text: append_text(&mut tables.text, &event.text)?,
            });
        }
        Ok(tables)
    }
}

/// The sort key of a name. It includes the name itself, so that two names with the same id stay separate and the rules can
/// reject them.
fn key(event: &ClipEvent) -> (EventId, &str) {
    (EventId::of(&event.name), &event.name)
}

impl<'a> ClipEventsView<'a> {
    getters! { self:
        /// The number of events.
        len: usize = self.events.len();
        /// Whether the clip has no events.
        is_empty: bool = self.events.is_empty();
        /// A copy that owns its texts.
        to_owned: ClipEvents = ClipEvents { events: self.events().map(|event| event.to_owned()).collect() };
    }

    /// Event number `index`, in order of time.
    #[must_use]
    pub fn event(&self, index: usize) -> Option<EventView<'a>> {
        self.events.get(index).map(|record| EventView::new(self, record))
    }

    /// The events in order of time.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = EventView<'a>> + ExactSizeIterator + use<'a> {
        let view = *self;
        self.events.iter().map(move |record| EventView::new(&view, record))
    }

    /// The number of the first event at or after this time, in seconds. If there is none, returns [`len`](Self::len).
    ///
    /// The events from time `a` on and before time `b` are `first_at_or_after(a)..first_at_or_after(b)`.
    #[must_use]
    pub fn first_at_or_after(&self, time: f32) -> usize {
        self.events.partition_point(|event| event.time < time)
    }

    /// The number of the first event after this time, in seconds. If there is none, returns [`len`](Self::len).
    #[must_use]
    pub fn first_after(&self, time: f32) -> usize {
        self.events.partition_point(|event| event.time <= time)
    }

    /// The names of the events with their ids, in ascending order of ids.
    pub fn names(&self) -> impl ExactSizeIterator<Item = (EventId, &'a str)> + use<'a> {
        let text = self.text;
        self.names.iter().map(move |record| (record.id, record.name.text(text)))
    }
}

/// An event read from the bytes of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventView<'a> {
    /// The time from the clip's start in seconds, at least 0.
    pub time: f32,
    /// The hash of the event's name.
    pub id: EventId,
    /// The name.
    pub name: &'a str,
    /// A number for the game; 0 if the source has none.
    pub value: f32,
    /// A string for the game; empty if the source has none.
    pub text: &'a str,
}

impl<'a> EventView<'a> {
    fn new(clip: &ClipEventsView<'a>, record: &EventRecord) -> Self {
        let EventRecord { time, value, text, .. } = *record;
        let name = usize::try_from(record.name).ok().and_then(|name| clip.names.get(name));
        let (id, name) = name.map(|name| (name.id, name.name.text(clip.text))).unwrap_or_default();
        Self { time, id, name, value, text: text.text(clip.text) }
    }

    /// A copy that owns its texts.
    #[must_use]
    pub fn to_owned(&self) -> ClipEvent {
        let Self { time, name, value, text, .. } = *self;
        ClipEvent { time, name: name.to_owned(), value, text: text.to_owned() }
    }
}

impl Rules for ClipEventsView<'_> {
    const PREFIX: Option<&'static str> = Some("the events are not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        let found = self.events.len();
        ensure!(found <= MAX_EVENTS, "found {found} events, but at most {MAX_EVENTS} are allowed");
        self.check_text()?;
        self.check_names()?;
        self.check_events()
    }
}

impl ClipEventsView<'_> {
    fn check_text(&self) -> Result<(), InvalidContent> {
        let mut spans = SpanCheck::new("TEXT");
        for (index, record) in self.names.iter().enumerate() {
            spans.next(index, record.name)?;
            names::text(record.name.slice(self.text), "event name", index)?;
        }
        for (index, record) in self.events.iter().enumerate() {
            spans.next(index, record.text)?;
            names::text(record.text.slice(self.text), "text of event", index)?;
        }
        spans.finish(self.text.len())
    }

    fn check_names(&self) -> Result<(), InvalidContent> {
        let mut last: Option<(EventId, &str)> = None;
        for (index, (id, name)) in self.names().enumerate() {
            ensure!(!name.is_empty(), "event name {index} is empty");
            ensure!(
                id == EventId::of(name),
                "the id of event name {name:?} is {:016x}, which is not the hash of the name",
                id.0
            );
            match last {
                Some((before, other)) if before == id => {
                    return Err(invalid!(
                        "the event names {other:?} and {name:?} have the same id; rename one of them"
                    ));
                }
                Some((before, _)) if before > id => {
                    return Err(invalid!("event name {index} is not in ascending order of ids"));
                }
                _ => last = Some((id, name)),
            }
        }
        Ok(())
    }

    fn check_events(&self) -> Result<(), InvalidContent> {
        let mut is_used = vec![false; self.names.len()];
        let mut last = 0.0;
        for (index, record) in self.events.iter().enumerate() {
            let EventRecord { time, value, .. } = *record;
            ensure!(is_duration(time), "the time of event {index} is {time} s, expected a finite value of at least 0");
            ensure!(time >= last, "event {index} is earlier than the previous event");
            ensure!(value.is_finite(), "the value of event {index} is {value}, expected a finite value");
            last = time;
            let name = usize::try_from(record.name).ok().and_then(|name| is_used.get_mut(name));
            let missing = || invalid!("event {index} refers to event name {}, which does not exist", record.name);
            *name.ok_or_else(missing)? = true;
        }
        match is_used.iter().position(|is_used| !is_used) {
            Some(name) => Err(invalid!("no event uses event name {name}")),
            None => Ok(()),
        }
    }
}
