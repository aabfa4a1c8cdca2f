//! [`TypeReader`]: the readers in a file's table, identified by the names that XNA's pipeline writes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::types::{PrimitiveType, Type, TypeName};

/// A type reader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TypeReader {
    Primitive(PrimitiveType),
    /// The reader of an enum, a nullable or a collection.
    Generic(Arc<Type>),
    /// Any other XNA reader, identified by its name without namespace and `Reader`, such as `Model`.
    Xna(Cow<'static, str>),
    /// The reflective reader of a game class that has no reader of its own; contains the short name of the class.
    Reflective(String),
    /// The game's animation reader; contains its name in the table.
    Animation(String),
    /// The game's reader of objects that are kept as bytes; contains its name in the table.
    GameObject(String),
    /// Any other reader of the game; contains its name in the table.
    Game(String),
}

const NAMESPACE: &str = "Microsoft.Xna.Framework.Content.";
const GRAPHICS: &str =
    "Microsoft.Xna.Framework.Graphics, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553";

impl TypeReader {
    pub(crate) const STRING: Self = Self::xna("String");

    pub(crate) const fn xna(name: &'static str) -> Self {
        Self::Xna(Cow::Borrowed(name))
    }

    /// Returns the reader for a type's values; `None` if each value has its own reader.
    fn of_type(ty: &Arc<Type>) -> Option<Self> {
        match &**ty {
            Type::Class(_) => None,
            Type::Primitive(primitive) => Some(Self::Primitive(*primitive)),
            Type::String => Some(Self::STRING),
            Type::Curve => Some(Self::xna("Curve")),
            Type::Relocated(ty, _) => Self::of_type(ty),
            _ => Some(Self::Generic(Arc::clone(ty))),
        }
    }

    /// Returns whether both readers read the same values. The assemblies of list items may differ.
    pub(crate) fn reads_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Generic(own), Self::Generic(other)) => match (own.layout(), other.layout()) {
                (Type::List(own), Type::List(other)) => own.layout() == other.layout(),
                (own, other) => own == other,
            },
            (own, other) => own == other,
        }
    }

    /// Returns the name that XNA's pipeline writes.
    pub(crate) fn name(&self) -> String {
        let (name, arguments, assembly) = match self {
            Self::Reflective(name) | Self::Animation(name) | Self::GameObject(name) | Self::Game(name) => {
                return name.clone();
            }
            Self::Primitive(primitive) => (primitive.name(), vec![], ""),
            Self::Xna(name) => (&**name, vec![], if is_of_graphics(name) { GRAPHICS } else { "" }),
            Self::Generic(ty) => match &**ty {
                Type::Nullable(value) => ("Nullable", vec![value.name()], ""),
                Type::Array(item) => ("Array", vec![item.name()], ""),
                Type::List(item) => ("List", vec![item.name()], ""),
                Type::Dictionary(key, value) => ("Dictionary", vec![key.name(), value.name()], ""),
                own => ("Enum", vec![own.name()], ""),
            },
        };
        let name = format!("{NAMESPACE}{name}Reader");
        TypeName { name, arguments, assembly: assembly.to_owned(), ..TypeName::default() }.qualified()
    }

    /// Returns the reader for a name in the table, if the name is in XNA's namespace.
    fn of_name(name: &TypeName, enum_number: &dyn Fn(&TypeName) -> Option<PrimitiveType>) -> Option<Self> {
        let ty = |argument: &TypeName| Arc::new(Type::of_name(argument, enum_number));
        let generic = match (plain_name(name)?, name.arguments.as_slice()) {
            ("Reflective", [class, ..]) => return Some(Self::Reflective(class.short())),
            ("Array", [item]) if *ty(item).layout() == Type::Primitive(PrimitiveType::Byte) => Type::bytes(),
            ("Enum", [own]) => Type::Enum(own.clone(), enum_number(own).unwrap_or(PrimitiveType::Int32)),
            ("Nullable", [value]) => Type::Nullable(ty(value)),
            ("Array", [item]) => Type::Array(ty(item)),
            ("List", [item]) => Type::List(ty(item)),
            ("Dictionary", [key, value]) => Type::Dictionary(ty(key), ty(value)),
            (plain, []) => {
                let primitive = PrimitiveType::of_name(plain).map(Self::Primitive);
                return primitive.or_else(|| Some(Self::Xna(plain.to_owned().into())));
            }
            _ => return None,
        };
        Some(Self::Generic(Arc::new(generic)))
    }

    /// Returns the readers for the parts of this reader's values. XNA adds them to the table after this reader, if this reader
    /// is new in the table.
    pub(crate) fn part_readers(&self) -> Vec<Self> {
        let parts = match self {
            Self::Xna(name) if name == "VertexBuffer" => return vec![Self::xna("VertexDeclaration")],
            Self::Generic(ty) => match &**ty {
                Type::Enum(_, number) => return vec![Self::Primitive(*number)],
                Type::Nullable(part) | Type::Array(part) | Type::List(part) => vec![part],
                Type::Dictionary(key, value) => vec![key, value],
                _ => vec![],
            },
            _ => vec![],
        };
        parts.into_iter().filter_map(Self::of_type).collect()
    }
}

/// Returns whether an XNA reader is in the graphics assembly, which its name then includes.
fn is_of_graphics(name: &str) -> bool {
    !["Object", "String", "Curve", "ExternalReference", "SoundEffect", "Song"].contains(&name)
}

/// Returns the name of an XNA reader without its namespace and `Reader`.
fn plain_name(name: &TypeName) -> Option<&str> {
    name.name.strip_prefix(NAMESPACE)?.strip_suffix("Reader")
}

/// The game's known readers, as type names without their assemblies; "" for none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GameReaders<'a> {
    /// The reader of animations.
    pub(crate) animation: &'a str,
    /// The reader of a [`GameObject`](crate::GameObject).
    pub(crate) object: &'a str,
}

/// Returns the readers for a table of names.
pub(crate) fn of_table(names: &[String], game: GameReaders<'_>) -> Vec<TypeReader> {
    let parsed: Vec<_> = names.iter().map(|name| TypeName::parse_qualified(name)).collect();
    let enums = enums(&parsed);
    let number = |name: &TypeName| {
        let is_simple = name.arguments.is_empty() && name.arrays == 0;
        enums.get(name.name.as_str()).copied().filter(|_| is_simple)
    };
    // If a name has no assembly, .NET looks for the type only in its own core assembly.
    let is_type = |parsed: &TypeName, name: &str| parsed.name == name && !parsed.assembly.is_empty();
    let reader = |(name, parsed): (&String, &Option<TypeName>)| match parsed {
        Some(parsed) if is_type(parsed, game.animation) => TypeReader::Animation(name.clone()),
        Some(parsed) if is_type(parsed, game.object) => TypeReader::GameObject(name.clone()),
        Some(parsed) => TypeReader::of_name(parsed, &number).unwrap_or_else(|| TypeReader::Game(name.clone())),
        None => TypeReader::Game(name.clone()),
    };
    names.iter().zip(&parsed).map(reader).collect()
}

/// Returns the enums in a table by name, with their underlying number types.
///
/// The table does not contain the number type of an enum. But an enum's reader adds the reader of its number type, which
/// therefore directly follows the enum's reader, unless it was already in the table. If this is ambiguous, the function assumes
/// Int32, the most common type.
fn enums(table: &[Option<TypeName>]) -> HashMap<&str, PrimitiveType> {
    let plain: Vec<Option<&str>> = table.iter().map(|name| plain_name(name.as_ref()?)).collect();
    let whole = |name: &Option<&str>| PrimitiveType::of_name((*name)?).filter(|it| it.is_whole_number());
    let numbers: Vec<Option<PrimitiveType>> = plain.iter().map(whole).collect();
    let number = |at: usize| {
        let before = &numbers[..at];
        if before.contains(&Some(PrimitiveType::Int32)) {
            return PrimitiveType::Int32;
        }
        let next = numbers.get(at + 1).copied().flatten();
        next.or_else(|| before.iter().copied().flatten().next()).unwrap_or(PrimitiveType::Int32)
    };
    let own = |at: usize| table[at].as_ref()?.arguments.first().filter(|_| plain[at] == Some("Enum"));
    (0..table.len()).filter_map(|at| Some((own(at)?.name.as_str(), number(at)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str]) -> Vec<TypeReader> {
        let name = |name: &&str| match name.split_once('`') {
            Some((name, arguments)) => format!("{NAMESPACE}{name}Reader`{arguments}"),
            None => format!("{NAMESPACE}{name}Reader"),
        };
        of_table(&names.iter().map(name).collect::<Vec<_>>(), GameReaders::default())
    }

    #[test]
    fn each_reader_is_found_by_its_name() {
        let kind = || Type::Enum(TypeName::parse_short("Game.Kind, Game").unwrap(), PrimitiveType::Int32);
        let object = || Type::object().into();
        let vector = Type::Primitive(PrimitiveType::Vector3);
        let generics = [
            Type::bytes(),
            Type::Array(Type::String.into()),
            Type::List(Type::Dictionary(Type::String.into(), object()).into()),
            Type::Dictionary(vector.into(), Type::Nullable(kind().into()).into()),
            Type::List(Type::Curve.into()),
            kind(),
        ];
        let generics = generics.map(|ty| TypeReader::Generic(Arc::new(ty)));
        let others = ["Object", "String", "Curve", "ExternalReference", "Model"].map(TypeReader::xna);
        let primitives = PrimitiveType::all().map(TypeReader::Primitive);
        let all: Vec<_> = primitives.chain(others).chain(generics).collect();
        assert_eq!(of_table(&all.iter().map(TypeReader::name).collect::<Vec<_>>(), GameReaders::default()), all);
    }

    #[test]
    fn an_enums_numbers_are_those_of_the_reader_that_its_own_asked_for() {
        let cases = [
            (&["Enum`1[[A]]", "Byte"][..], 0, PrimitiveType::Byte),
            (&["Enum`1[[A]]", "Int32", "Byte"], 0, PrimitiveType::Int32),
            (&["Int32", "Enum`1[[A]]", "Byte"], 1, PrimitiveType::Int32),
            (&["Byte", "Enum`1[[A]]", "String"], 1, PrimitiveType::Byte),
            (&["Enum`1[[A]]"], 0, PrimitiveType::Int32),
        ];
        for (names, at, number) in cases {
            let own = TypeName::parse_short("A").unwrap();
            assert_eq!(table(names)[at], TypeReader::Generic(Arc::new(Type::Enum(own, number))), "{names:?}");
        }
    }
}
