//! [`Schema`]: the types that game data must have.

use std::collections::BTreeMap;

use crate::data::basic::Basic;
use crate::data::convert::Range;

/// The types that game data must have.
#[derive(Debug, Default)]
pub(in crate::data) struct Schema {
    /// The name and the type of the root.
    pub(super) root: Option<(String, Type)>,
    pub(super) records: BTreeMap<String, Record>,
}

/// The fields of a record, by name.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) fields: BTreeMap<String, Rule>,
    /// The rule for fields of any other name; `None` where there may be none.
    pub(super) others: Option<Rule>,
}

/// What a field must be.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) is: Type,
    /// Whether it must be present.
    pub(super) required: bool,
    /// Whether it may be null.
    pub(super) nullable: bool,
}

/// What a value must be.
#[derive(Clone, Debug)]
pub(super) enum Type {
    /// Any value.
    Any,
    Basic(Basic, Range),
    /// One of these names. The name of the type may be "".
    Enum {
        name: String,
        values: Vec<String>,
    },
    Reference(Target),
    /// Items. In XML, each in an element of this name; of any one name where it is `None`.
    List {
        item: Box<Type>,
        element: Option<String>,
        flat: bool,
    },
    Map {
        key: Box<Type>,
        value: Box<Type>,
    },
    /// A record of this name.
    Record(String),
}

impl Type {
    /// Its name in messages.
    pub(super) fn what(&self) -> &str {
        match self {
            Self::Any => "`any`",
            Self::Basic(..) => "a basic type",
            Self::Enum { .. } => "an enum",
            Self::Reference(_) => "a reference",
            Self::List { .. } => "a list",
            Self::Map { .. } => "a map",
            Self::Record(_) => "a record",
        }
    }
}

/// What a reference may refer to.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    /// The folder that paths are relative to, from the project's; `None` for the file's own.
    pub(super) folder: Option<String>,
    /// The label of the product, which follows the asset's name.
    pub(super) label: String,
    /// The content type that it must have; "" for any.
    pub(super) asset: String,
}
