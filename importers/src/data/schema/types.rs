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
    /// The name and type of the root.
    pub(super) root: Option<(String, Type)>,
    pub(super) records: BTreeMap<String, Record>,
}

/// The fields of a record, by name.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) fields: BTreeMap<String, Rule>,
    /// The names of the fields, in the schema's order.
    pub(super) order: Vec<(String, Span)>,
    /// The rule for fields with any other name; `None` if there must be no other fields.
    pub(super) others: Option<Rule>,
}

/// The rule for a field.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) is: Type,
    /// Whether the field must be present.
    pub(super) required: bool,
    /// Whether the field may be null.
    pub(super) nullable: bool,
    /// The value to use if the field is absent.
    pub(super) default: Option<DataValue>,
}

/// The type that a value must have.
#[derive(Clone, Debug)]
pub(super) enum Type {
    /// Any value.
    Any,
    Basic(Basic, Range),
    /// One of these names. The name of the type may be empty.
    Enum {
        name: String,
        values: Vec<Enumerator>,
    },
    Reference(Target),
    /// A list of items. In XML, each item is an element with this name. If the name is `None`, the items may have any name, but
    /// all must have the same one.
    List {
        item: Box<Type>,
        element: Option<String>,
        flat: bool,
    },
    Map {
        key: Box<Type>,
        value: Box<Type>,
    },
    /// The record with this name.
    Record(String),
    /// Whether another field of the record is present, which sources do not state themselves.
    Presence(Presence),
}

/// A value of an enum.
#[derive(Clone, Debug)]
pub(super) struct Enumerator {
    pub(super) name: String,
    pub(super) number: i32,
}

/// How the presence of a field is stored.
#[derive(Clone, Debug)]
pub(super) struct Presence {
    /// The name of the field whose presence is stored.
    pub(super) of: String,
    /// The name of a field in the record whose presence is stored. The number in this field is stored in place of `true`, and 0
    /// in place of `false`. If this is `None`, a bool is stored.
    pub(super) count: Option<String>,
}

impl Record {
    /// Returns the fields that sources state.
    pub(super) fn stated(&self) -> impl Iterator<Item = (&str, &Rule)> + Clone {
        let fields = self.fields.iter().filter(|(_, rule)| !matches!(rule.is, Type::Presence(_)));
        fields.map(|(name, rule)| (name.as_str(), rule))
    }

    /// Returns the fields in the schema's order.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (&str, &Rule)> {
        self.order.iter().filter_map(|(name, _)| Some((name.as_str(), self.fields.get(name)?)))
    }
}

impl Type {
    /// Returns the name of the type for messages.
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

/// The assets to which a reference may refer.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    /// The folder to which paths are relative, from the project folder; `None` for the folder of the file.
    pub(super) folder: Option<String>,
    /// The label of the product, which follows the asset's name.
    pub(super) label: String,
    /// The content type that the product must have; "" for any type.
    pub(super) asset: String,
}
