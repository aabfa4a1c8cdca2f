//! [`Shape`]: how a type's values stand in a file.

use std::rc::Rc;

use super::enums::Enums;
use super::foreign::Foreign;
use super::plain::Plain;
use super::type_name::TypeName;
use super::type_notation::{array, generic, notation};

/// How the values of a type stand in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Plain(Plain),
    Foreign(Foreign),
    /// A whole number that stands for a name; its type's name.
    Enum {
        type_name: Rc<str>,
        number: Plain,
    },
    /// A bool and, where that is true, a value.
    Nullable(Box<Shape>),
    Text,
    /// The name of another asset.
    External,
    Curve,
    /// A count and so many bytes: an array of them. Lists of bytes are lists.
    Bytes,
    /// A count and so many elements.
    List {
        type_name: Rc<str>,
        item: Box<Shape>,
    },
    /// A count and so many keys, each with its value.
    Dictionary {
        type_name: Rc<str>,
        key: Box<Shape>,
        value: Box<Shape>,
    },
    /// The number of a type reader, and what that reads.
    Object,
}

const CONTENT: &str = "Microsoft.Xna.Framework.Content.";
const FRAMEWORK: &str = "Microsoft.Xna.Framework.";
const COLLECTIONS: &str = "System.Collections.Generic.";
/// How deep nullables may hold nullables.
const DEEPEST: usize = 8;

impl Shape {
    /// What the type reader of this name reads, if it is one of XNA's for values. `enums` are the enums that the file's type
    /// readers read.
    pub(crate) fn of_reader(reader: &TypeName<'_>, enums: &Enums<'_>) -> Option<Self> {
        let name = reader.name.strip_prefix(CONTENT)?.strip_suffix("Reader")?;
        let shape = |argument: &TypeName<'_>| Box::new(Self::of_type(argument, enums, 0));
        let collection = |name| generic(&format!("{COLLECTIONS}{name}"), &reader.arguments).into();
        Some(match (name, reader.arguments.as_slice()) {
            ("String", []) => Self::Text,
            ("ExternalReference", []) => Self::External,
            ("Curve", []) => Self::Curve,
            ("Object", []) => Self::Object,
            ("Array", [item]) if item.name == "System.Byte" && item.arrays == 0 => Self::Bytes,
            ("Array", [item]) => Self::List { type_name: array(item).into(), item: shape(item) },
            ("List", [item]) => Self::List { type_name: collection(name), item: shape(item) },
            ("Dictionary", [key, value]) => {
                Self::Dictionary { type_name: collection(name), key: shape(key), value: shape(value) }
            }
            ("Nullable", [value]) => Self::Nullable(shape(value)),
            ("Enum", [own]) => Self::Enum { type_name: notation(own).into(), number: enums.number(own) },
            (name, []) => Self::of_value_type(name)?,
            _ => return None,
        })
    }

    /// How elements of this type stand in a list.
    fn of_type(name: &TypeName<'_>, enums: &Enums<'_>, depth: usize) -> Self {
        if name.arrays > 0 {
            return Self::Object;
        }
        let short = name.name.strip_prefix("System.").or_else(|| name.name.strip_prefix(FRAMEWORK));
        match (short, name.arguments.as_slice()) {
            (Some("Nullable"), [argument]) if depth < DEEPEST => {
                Self::Nullable(Self::of_type(argument, enums, depth + 1).into())
            }
            _ if enums.has(name) => Self::Enum { type_name: notation(name).into(), number: enums.number(name) },
            (Some(short), []) => Self::of_value_type(short).unwrap_or(Self::Object),
            _ => Self::Object,
        }
    }

    /// A value type by its name without its namespace.
    fn of_value_type(name: &str) -> Option<Self> {
        Plain::of_name(name).map(Self::Plain).or_else(|| Foreign::of_name(name).map(Self::Foreign))
    }

    /// The fewest bytes of a value.
    pub(crate) fn smallest(&self) -> usize {
        match self {
            Self::Plain(plain) | Self::Enum { number: plain, .. } => plain.smallest(),
            Self::Foreign(foreign) => foreign.size(),
            _ => 1,
        }
    }
}
