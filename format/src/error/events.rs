//! [`EventProblem`]: errors in the events of a clip.

use thiserror::Error;

/// An error in the events of a clip.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EventProblem {
    /// More events than a clip can have.
    #[error("found {found} events, but at most {limit} are allowed")]
    TooMany {
        /// The number of events.
        found: usize,
        /// The maximum number of events.
        limit: usize,
    },
    /// A time that is negative or not a number.
    #[error("the time of event {index} is {found} s, expected a finite value of at least 0")]
    Time {
        /// The index of the event.
        index: usize,
        /// Its time in seconds.
        found: f32,
    },
    /// An event that is earlier than the previous one.
    #[error("event {0} is earlier than the previous event")]
    TimeOrder(usize),
    /// A value that is not a number.
    #[error("the value of event {index} is {found}, expected a finite value")]
    Value {
        /// The index of the event.
        index: usize,
        /// The value.
        found: f32,
    },
    /// An event whose name does not exist.
    #[error("event {index} refers to event name {found}, which does not exist")]
    Name {
        /// The index of the event.
        index: usize,
        /// The number of its name.
        found: u32,
    },
    /// An empty name.
    #[error("event name {0} is empty")]
    EmptyName(usize),
    /// An id that is not the hash of its name.
    #[error("the id of event name {name:?} is {found:016x}, which is not the hash of the name")]
    Id {
        /// The name.
        name: String,
        /// The id in the file.
        found: u64,
    },
    /// Two names with the same id, or the same name twice.
    #[error("the event names {:?} and {:?} have the same id; rename one of them", .0[0], .0[1])]
    SameId([String; 2]),
    /// Names that are not in the order of their ids.
    #[error("event name {0} is not in ascending order of ids")]
    NameOrder(usize),
    /// A name that no event has.
    #[error("no event uses event name {0}")]
    UnusedName(usize),
}
