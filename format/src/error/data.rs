//! [`DataProblem`]: errors in a tree of data.

use thiserror::Error;

use crate::DataKind;

/// A broken rule of a tree of values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DataProblem {
    /// No values at all.
    #[error("the data has no root")]
    NoRoot,
    /// Values that are nested too deeply.
    #[error("values nest deeper than {0} levels")]
    TooDeep(usize),
    /// A kind that this version does not know.
    #[error("value {node} has the unknown kind {found}")]
    UnknownKind {
        /// The index of the value.
        node: usize,
        /// The kind's number.
        found: u16,
    },
    /// A value that is not valid for its kind.
    #[error("value {node} is not a valid {kind}")]
    Value {
        /// The index of the value.
        node: usize,
        /// The kind.
        kind: DataKind,
    },
    /// A value without a parent.
    #[error("value {0} has no parent")]
    Orphan(usize),
    /// A field without a name, or a name on a value that is not a field.
    #[error("value {0} is a field without a name, or has a name but is not a field")]
    Name(usize),
    /// A type name that does not exist, or that belongs to a value that cannot have one.
    #[error("value {0} has an invalid type name")]
    Type(usize),
    /// Strings that are not in ascending order.
    #[error("string {0} does not follow the previous string in byte order")]
    StringOrder(usize),
    /// Type names that are not in ascending order, or that are not strings.
    #[error("type name {0} does not follow the previous type name, or is not a string")]
    TypeOrder(usize),
    /// A string that nothing uses.
    #[error("nothing uses string {0}")]
    UnusedString(usize),
    /// A type name that nothing uses.
    #[error("nothing uses type name {0}")]
    UnusedType(usize),
}
