//! [`TypeReader`]: the readers that a file names in its table, each by the name that XNA's pipeline writes.

use std::collections::HashMap;
use std::sync::Arc;

use crate::types::{Layout, PrimitiveType, Type, TypeName};

/// A type reader of XNA's assembly for graphics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GraphicsReader {
    Model,
    Texture2D,
    VertexBuffer,
    IndexBuffer,
    BasicEffect,
    SkinnedEffect,
    EffectMaterial,
    /// Of textures of any kind. No value has it for its own.
    Texture,
    /// Of the start of a vertex buffer. No value has it for its own.
    VertexDeclaration,
}

impl GraphicsReader {
    const ALL: [Self; 9] = [
        Self::Model,
        Self::Texture2D,
        Self::VertexBuffer,
        Self::IndexBuffer,
        Self::BasicEffect,
        Self::SkinnedEffect,
        Self::EffectMaterial,
        Self::Texture,
        Self::VertexDeclaration,
    ];
}

/// XNA's readers whose values this crate does not read.
const UNREAD: [&str; 10] = [
    "AlphaTestEffect",
    "DualTextureEffect",
    "Effect",
    "EnvironmentMapEffect",
    "Song",
    "SoundEffect",
    "SpriteFont",
    "Texture3D",
    "TextureCube",
    "Video",
];

/// A type reader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TypeReader {
    Object,
    Primitive(PrimitiveType),
    String,
    Curve,
    ExternalReference,
    /// Of an enum, a nullable or a collection.
    Generic(Arc<Type>),
    Graphics(GraphicsReader),
    /// One of XNA's whose values this crate does not read.
    Unread(&'static str),
    /// Of a class of the game's that has no reader of its own; its short name.
    Reflective(String),
    /// The game's own, or unknown; the name in the table.
    Game(String),
}

const NAMESPACE: &str = "Microsoft.Xna.Framework.Content.";

impl TypeReader {
    /// The reader of a type's values, unless each of them has a reader of its own.
    pub(crate) fn of_type(ty: &Arc<Type>) -> Option<Self> {
        match ty.layout {
            Layout::Object => None,
            Layout::Primitive(primitive) => Some(Self::Primitive(primitive)),
            Layout::String => Some(Self::String),
            Layout::Curve => Some(Self::Curve),
            _ => Some(Self::Generic(Arc::clone(ty))),
        }
    }

    /// The name that XNA's pipeline writes.
    pub(crate) fn name(&self) -> String {
        let plain = |name: &str| format!("{NAMESPACE}{name}Reader");
        let generic = |name: &str, arguments: &[&TypeName]| {
            let arguments = arguments.iter().map(|&argument| argument.clone()).collect();
            TypeName { name: plain(name), arguments, ..TypeName::default() }.qualified()
        };
        match self {
            Self::Object => plain("Object"),
            Self::Primitive(primitive) => plain(primitive.name()),
            Self::String => plain("String"),
            Self::Curve => plain("Curve"),
            Self::ExternalReference => plain("ExternalReference"),
            Self::Unread(name) => plain(name),
            Self::Graphics(reader) => format!(
                "{}, Microsoft.Xna.Framework.Graphics, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553",
                plain(&format!("{reader:?}"))
            ),
            Self::Reflective(name) | Self::Game(name) => name.clone(),
            Self::Generic(ty) => match &ty.layout {
                Layout::Enum(_) => generic("Enum", &[&ty.name]),
                Layout::Nullable(value) => generic("Nullable", &[&value.name]),
                Layout::Array(item) => generic("Array", &[&item.name]),
                Layout::List(item) => generic("List", &[&item.name]),
                Layout::Dictionary(key, value) => generic("Dictionary", &[&key.name, &value.name]),
                _ => plain("Object"),
            },
        }
    }

    /// The reader of a name, if it is one of XNA's.
    fn of_name(name: &TypeName, enum_number: &dyn Fn(&TypeName) -> Option<PrimitiveType>) -> Option<Self> {
        let ty = |argument: &TypeName| Type::of_name(argument, enum_number);
        let plain = name.name.strip_prefix(NAMESPACE)?.strip_suffix("Reader")?;
        let generic = match (plain, name.arguments.as_slice()) {
            ("Object", []) => return Some(Self::Object),
            ("String", []) => return Some(Self::String),
            ("Curve", []) => return Some(Self::Curve),
            ("ExternalReference", []) => return Some(Self::ExternalReference),
            ("Reflective", [class, ..]) => return Some(Self::Reflective(class.short())),
            ("Array", [item]) if ty(item).layout == Layout::Primitive(PrimitiveType::Byte) => Type::bytes(),
            ("Enum", [own]) => Type::enumeration(own.clone(), enum_number(own).unwrap_or(PrimitiveType::Int32)),
            ("Nullable", [value]) => Type::nullable(ty(value)),
            ("Array", [item]) => Type::array(ty(item)),
            ("List", [item]) => Type::list(ty(item)),
            ("Dictionary", [key, value]) => Type::dictionary(ty(key), ty(value)),
            (plain, arguments) => return Self::of_plain_name(plain).filter(|_| arguments.is_empty()),
        };
        Some(Self::Generic(Arc::new(generic)))
    }

    fn of_plain_name(name: &str) -> Option<Self> {
        let graphics = || GraphicsReader::ALL.into_iter().find(|reader| format!("{reader:?}") == name);
        let unread = || UNREAD.into_iter().find(|&unread| unread == name);
        let primitive = PrimitiveType::of_name(name).map(Self::Primitive);
        primitive.or_else(|| graphics().map(Self::Graphics)).or_else(|| unread().map(Self::Unread))
    }

    /// The readers that XNA names after this one if it is new in the table: those of the parts of its values.
    pub(crate) fn part_readers(&self) -> Vec<Self> {
        let Self::Generic(ty) = self else {
            let is_vertex_buffer = *self == Self::Graphics(GraphicsReader::VertexBuffer);
            return is_vertex_buffer.then_some(Self::Graphics(GraphicsReader::VertexDeclaration)).into_iter().collect();
        };
        match &ty.layout {
            Layout::Enum(number) => vec![Self::Primitive(*number)],
            Layout::Nullable(part) | Layout::Array(part) | Layout::List(part) => {
                Self::of_type(part).into_iter().collect()
            }
            Layout::Dictionary(key, value) => [key, value].into_iter().filter_map(Self::of_type).collect(),
            _ => Vec::new(),
        }
    }
}

/// The readers of a table of names.
pub(crate) fn of_table(names: &[String]) -> Vec<TypeReader> {
    let parsed: Vec<_> = names.iter().map(|name| TypeName::parse_qualified(name)).collect();
    let enums = enums(&parsed);
    let number = |name: &TypeName| {
        let is_simple = name.arguments.is_empty() && name.arrays == 0;
        enums.get(name.name.as_str()).copied().filter(|_| is_simple)
    };
    let reader = |(name, parsed): (&String, &Option<TypeName>)| {
        let known = parsed.as_ref().and_then(|parsed| TypeReader::of_name(parsed, &number));
        known.unwrap_or_else(|| TypeReader::Game(name.clone()))
    };
    names.iter().zip(&parsed).map(reader).collect()
}

/// The enums of a table by name, with the types of their numbers.
///
/// An enum's reader asks for that of its numbers, which stands behind it if it did not stand in the table before. Where the
/// table leaves a choice, numbers are those that most enums have, Int32.
fn enums(table: &[Option<TypeName>]) -> HashMap<&str, PrimitiveType> {
    let plain = |name: &TypeName| Some(name.name.strip_prefix(NAMESPACE)?.strip_suffix("Reader")?.to_owned());
    let plain: Vec<Option<String>> = table.iter().map(|name| plain(name.as_ref()?)).collect();
    let whole = |name: &Option<String>| PrimitiveType::of_name(name.as_ref()?).filter(|it| it.is_whole_number());
    let numbers: Vec<Option<PrimitiveType>> = plain.iter().map(whole).collect();
    let number = |at: usize| {
        let before = &numbers[..at];
        if before.contains(&Some(PrimitiveType::Int32)) {
            return PrimitiveType::Int32;
        }
        let next = numbers.get(at + 1).copied().flatten();
        next.or_else(|| before.iter().copied().flatten().next()).unwrap_or(PrimitiveType::Int32)
    };
    let own = |at: usize| table[at].as_ref()?.arguments.first().filter(|_| plain[at].as_deref() == Some("Enum"));
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
        of_table(&names.iter().map(name).collect::<Vec<_>>())
    }

    #[test]
    fn each_reader_is_found_by_its_name() {
        let primitives = PrimitiveType::ALL.iter().map(|&primitive| TypeReader::Primitive(primitive));
        let graphics = GraphicsReader::ALL.map(TypeReader::Graphics);
        let others = [TypeReader::Object, TypeReader::String, TypeReader::Curve, TypeReader::ExternalReference];
        let kind = Type::enumeration(TypeName::parse_short("Game.Kind, Game").unwrap(), PrimitiveType::Int32);
        let generics = [
            Type::bytes(),
            Type::array(Type::string()),
            Type::list(Type::dictionary(Type::string(), Type::object())),
            Type::dictionary(Type::primitive(PrimitiveType::Vector3), Type::nullable(kind.clone())),
            Type::list(Type::curve()),
            kind,
        ];
        let generics = generics.map(|ty| TypeReader::Generic(Arc::new(ty)));
        let all: Vec<_> = primitives.chain(graphics).chain(others).chain(generics).collect();
        assert_eq!(of_table(&all.iter().map(TypeReader::name).collect::<Vec<_>>()), all);
        let unread = UNREAD.map(TypeReader::Unread);
        assert_eq!(table(&UNREAD), unread);
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
            let expected = TypeReader::Generic(Arc::new(Type::enumeration(own, number)));
            assert_eq!(table(names)[at], expected, "{names:?}");
        }
    }
}
