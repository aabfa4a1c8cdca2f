//! [`Schema`]: the types that game data must have.

use std::collections::BTreeMap;

use rigmill_dom::DataValue;

use crate::data::basic::Basic;
use crate::data::convert::Range;
use crate::syntax::Span;

/// The types that game data must have.
#[derive(Debug, Default)]
pub(in crate::data) struct Schema {
    /// Whether data gets every field of its records, in the schema's order.
    pub(super) complete: bool,
    /// The name and the type of the root.
    pub(super) root: Option<(String, Type)>,
    pub(super) records: BTreeMap<String, Record>,
}

/// The fields of a record, by name.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) fields: BTreeMap<String, Rule>,
    /// The names of the fields, in the order of the schema.
    pub(super) order: Vec<(String, Span)>,
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
    /// The value of a field that is absent.
    pub(super) default: Option<DataValue>,
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
        values: Vec<Enumerator>,
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
    /// Whether another field of the record is present, which no source says by itself.
    Presence(Presence),
}

/// One of an enum's values.
#[derive(Clone, Debug)]
pub(super) struct Enumerator {
    pub(super) name: String,
    pub(super) number: i32,
}

/// Whether a field is present.
#[derive(Clone, Debug)]
pub(super) struct Presence {
    /// The name of the field.
    pub(super) of: String,
    /// The field of that record whose number stands for `true`, and 0 for `false`; a bool where it is `None`.
    pub(super) count: Option<String>,
}

impl Record {
    /// The fields in the order of the schema.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (&str, &Rule)> {
        self.order.iter().filter_map(|(name, _)| Some((name.as_str(), self.fields.get(name)?)))
    }
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
            Self::Presence(_) => "`present`",
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
