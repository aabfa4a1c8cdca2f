//! What can be wrong with a tree of data.

use thiserror::Error;

use crate::DataKind;

/// A rule of a tree of values that a value or a file breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DataProblem {
    /// No values at all.
    #[error("the data has no root")]
    NoRoot,
    /// Values within values beyond measure.
    #[error("values nest deeper than {limit} levels")]
    TooDeep {
        /// How many levels there may be.
        limit: usize,
    },
    /// A kind that this version does not know.
    #[error("value {node} is of the unknown kind {found}")]
    UnknownKind {
        /// Which value.
        node: usize,
        /// The kind's number.
        found: u16,
    },
    /// What a value holds is no value of its kind.
    #[error("value {node} is no {kind}")]
    Value {
        /// Which value.
        node: usize,
        /// Its kind.
        kind: DataKind,
    },
    /// A value below none.
    #[error("value {node} is below no other")]
    Orphan {
        /// Which value.
        node: usize,
    },
    /// A field without a name, or a name where there is no field.
    #[error("value {node} has a name and is no field, or is a field and has none")]
    Name {
        /// Which value.
        node: usize,
    },
    /// A type name that does not exist, or of a value that has none.
    #[error("value {node} has no such type name")]
    Type {
        /// Which value.
        node: usize,
    },
    /// Strings that do not ascend.
    #[error("string {index} does not follow the one before it in byte order")]
    StringOrder {
        /// Which string.
        index: usize,
    },
    /// Type names that do not ascend, or are no strings.
    #[error("type name {index} does not follow the one before it, or is none")]
    TypeOrder {
        /// Which type name.
        index: usize,
    },
    /// A string that nothing uses.
    #[error("nothing uses string {index}")]
    UnusedString {
        /// Which string.
        index: usize,
    },
    /// A type name that nothing uses.
    #[error("nothing uses type name {index}")]
    UnusedType {
        /// Which type name.
        index: usize,
    },
}
