//! [`Step`]: the location of a value in a tree of values.

use std::fmt::Write;

use rigmill_format::DataValue;

/// A step from a value to a value directly below it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    Field(&'a str),
    Item(usize),
    Key(usize),
    Entry(usize),
}

/// The length of the longest location in a message, in bytes.
const LONGEST: usize = 400;

impl<'a> Step<'a> {
    /// Creates the step to the value of a map's entry.
    pub(super) fn of_entry(at: usize, key: &'a DataValue) -> Self {
        if let DataValue::Text(name) = key { Self::Field(name) } else { Self::Entry(at) }
    }
}

/// Formats the location to which steps lead, such as `Units[3].Life`; "the root" if there are none.
pub(super) fn location<'a>(steps: impl IntoIterator<Item = &'a Step<'a>>) -> String {
    let mut text = String::new();
    for step in steps {
        // Writing to a String cannot fail.
        let _ = match step {
            Step::Field(name) if text.is_empty() => write!(text, "{name:.64}"),
            Step::Field(name) => write!(text, ".{name:.64}"),
            Step::Item(at) => write!(text, "[{at}]"),
            Step::Key(at) => write!(text, "(key {at})"),
            Step::Entry(at) => write!(text, "(entry {at})"),
        };
        if text.len() > LONGEST {
            return text + "…";
        }
    }
    if text.is_empty() { "the root".to_owned() } else { format!("`{text}`") }
}
