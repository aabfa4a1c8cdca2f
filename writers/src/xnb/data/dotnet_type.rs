//! [`DotnetType`]: the types that XNA's type readers read, and their names.

use super::super::readers;
use super::basic::Basic;

/// A type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DotnetType {
    /// Nothing is known yet: of the items of a list without any.
    Unknown,
    /// What null is.
    Null,
    /// Anything: each value says its own type.
    Object,
    Basic(Basic),
    String,
    /// A game's own enum, with its assembly where that is known, and the type of its numbers.
    Enum {
        name: String,
        number: Basic,
    },
    /// A type by its name, with its assembly where that is known: values are enums, or objects that say their own type.
    Named(String),
    Nullable(Box<DotnetType>),
    Array(Box<DotnetType>),
    List(Box<DotnetType>),
    Dictionary(Box<DotnetType>, Box<DotnetType>),
}

const MSCORLIB: &str = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
const FRAMEWORK: &str = "Microsoft.Xna.Framework, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553";
const CONTENT: &str = "Microsoft.Xna.Framework.Content.";

impl DotnetType {
    /// Whether values stand in a file without the number of their type reader.
    pub(super) const fn is_value_type(&self) -> bool {
        matches!(self, Self::Basic(_) | Self::Enum { .. } | Self::Nullable(_))
    }

    /// Whether each value says its own type.
    pub(super) const fn is_open(&self) -> bool {
        matches!(self, Self::Unknown | Self::Null | Self::Object | Self::Named(_))
    }

    /// The types that it is made of.
    pub(super) fn arguments(&self) -> Vec<&Self> {
        match self {
            Self::Nullable(argument) | Self::Array(argument) | Self::List(argument) => vec![argument],
            Self::Dictionary(key, value) => vec![key, value],
            _ => Vec::new(),
        }
    }

    /// The name of its type reader, as XNA's pipeline writes it.
    pub(super) fn reader(&self) -> String {
        let generic = |name: &str, arguments: &[&Self]| {
            let list: Vec<String> = arguments.iter().map(|argument| format!("[{}]", argument.qualified())).collect();
            format!("{CONTENT}{name}Reader`{}[{}]", list.len(), list.join(","))
        };
        match self {
            Self::Basic(basic) => format!("{CONTENT}{}Reader", basic.name()),
            Self::String => readers::STRING.to_owned(),
            Self::Enum { .. } => generic("Enum", &[self]),
            Self::Nullable(value) => generic("Nullable", &[value]),
            Self::Array(item) => generic("Array", &[item]),
            Self::List(item) => generic("List", &[item]),
            Self::Dictionary(key, value) => generic("Dictionary", &[key, value]),
            Self::Unknown | Self::Null | Self::Object | Self::Named(_) => format!("{CONTENT}ObjectReader"),
        }
    }

    /// The name for people, without assemblies.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Unknown | Self::Null | Self::Object => "Object".to_owned(),
            Self::String => "String".to_owned(),
            Self::Basic(basic) => basic.name().to_owned(),
            Self::Enum { name, .. } | Self::Named(name) => name.split(',').next().unwrap_or_default().to_owned(),
            Self::Nullable(value) => format!("{}?", value.shown()),
            Self::Array(item) => format!("{}[]", item.shown()),
            Self::List(item) => format!("List<{}>", item.shown()),
            Self::Dictionary(key, value) => format!("Dictionary<{}, {}>", key.shown(), value.shown()),
        }
    }

    /// The name with the assembly, as .NET finds it.
    fn qualified(&self) -> String {
        match self.parts() {
            (name, "") => name,
            (name, assembly) => format!("{name}, {assembly}"),
        }
    }

    /// The name and the assembly; "" where that is not known.
    fn parts(&self) -> (String, &str) {
        match self {
            Self::Unknown | Self::Null | Self::Object => ("System.Object".to_owned(), MSCORLIB),
            Self::String => ("System.String".to_owned(), MSCORLIB),
            Self::Basic(basic) => {
                let assembly = if basic.namespace() == "System." { MSCORLIB } else { FRAMEWORK };
                (format!("{}{}", basic.namespace(), basic.name()), assembly)
            }
            Self::Enum { name, .. } | Self::Named(name) => match name.split_once(", ") {
                Some((name, assembly)) => (name.to_owned(), assembly),
                None if name.starts_with("System.") => (name.clone(), MSCORLIB),
                None if name.starts_with("Microsoft.Xna.Framework.") => (name.clone(), FRAMEWORK),
                None => (name.clone(), ""),
            },
            Self::Nullable(value) => (format!("System.Nullable`1[[{}]]", value.qualified()), MSCORLIB),
            Self::Array(item) => {
                let (name, assembly) = item.parts();
                (name + "[]", assembly)
            }
            Self::List(item) => (format!("System.Collections.Generic.List`1[[{}]]", item.qualified()), MSCORLIB),
            Self::Dictionary(key, value) => (
                format!("System.Collections.Generic.Dictionary`2[[{}],[{}]]", key.qualified(), value.qualified()),
                MSCORLIB,
            ),
        }
    }
}
