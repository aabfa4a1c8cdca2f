//! [`Shape`]: how a type's values stand in a file.

use super::type_name::TypeName;

/// How the values of a type stand in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Bool,
    Char,
    /// An integer of this many bytes, signed or not.
    Integer {
        bytes: u8,
        signed: bool,
    },
    Single,
    Double,
    /// This many singles: vectors, matrices, spheres.
    Floats {
        type_name: &'static str,
        count: u8,
    },
    /// This many integers of four bytes: points, rectangles.
    Integers {
        type_name: &'static str,
        count: u8,
    },
    /// Bytes red, green, blue, alpha.
    Color,
    /// Sixteen bytes.
    Decimal,
    /// An integer that stands for a name; its type's name.
    Enum(String),
    /// A bool and, where that is true, a value.
    Nullable(Box<Shape>),
    Text,
    /// The name of another asset.
    External,
    Curve,
    /// A count and so many elements.
    List(Box<Shape>),
    /// A count and so many keys, each with its value.
    Dictionary(Box<Shape>, Box<Shape>),
    /// The number of a type reader, and what that reads.
    Object,
}

const CONTENT: &str = "Microsoft.Xna.Framework.Content.";
const FRAMEWORK: &str = "Microsoft.Xna.Framework.";
/// How deep lists may hold lists.
const DEEPEST: usize = 8;

impl Shape {
    /// What the type reader of this name reads, if it is one of XNA's for values.
    pub(crate) fn of_reader(reader: &TypeName<'_>) -> Option<Self> {
        let name = reader.name.strip_prefix(CONTENT)?.strip_suffix("Reader")?;
        let argument = |at: usize| reader.arguments.get(at).map(|argument| Self::of_type(argument, 0));
        Some(match (name, reader.arguments.len()) {
            ("String", 0) => Self::Text,
            ("ExternalReference", 0) => Self::External,
            ("Curve", 0) => Self::Curve,
            ("Object", 0) => Self::Object,
            ("List" | "Array", 1) => Self::List(argument(0)?.into()),
            ("Dictionary", 2) => Self::Dictionary(argument(0)?.into(), argument(1)?.into()),
            ("Nullable", 1) => Self::Nullable(argument(0)?.into()),
            ("Enum", 1) => Self::Enum(reader.arguments[0].name.to_owned()),
            (name, 0) => Self::plain(name)?,
            _ => return None,
        })
    }

    /// How elements of this type stand in a list.
    fn of_type(name: &TypeName<'_>, depth: usize) -> Self {
        let short = name.name.strip_prefix("System.").or_else(|| name.name.strip_prefix(FRAMEWORK));
        match (name.name, name.arguments.first()) {
            ("System.Nullable", Some(argument)) if depth < DEEPEST => {
                Self::Nullable(Self::of_type(argument, depth + 1).into())
            }
            _ => short.and_then(Self::plain).unwrap_or(Self::Object),
        }
    }

    /// A value type by its name without its namespace.
    fn plain(name: &str) -> Option<Self> {
        let integer = |bytes, signed| Self::Integer { bytes, signed };
        let floats = |type_name, count| Self::Floats { type_name, count };
        let integers = |type_name, count| Self::Integers { type_name, count };
        Some(match name {
            "Boolean" => Self::Bool,
            "Char" => Self::Char,
            "Byte" => integer(1, false),
            "SByte" => integer(1, true),
            "UInt16" => integer(2, false),
            "Int16" => integer(2, true),
            "UInt32" => integer(4, false),
            "Int32" => integer(4, true),
            "UInt64" => integer(8, false),
            "Int64" | "TimeSpan" | "DateTime" => integer(8, true),
            "Single" => Self::Single,
            "Double" => Self::Double,
            "Decimal" => Self::Decimal,
            "Vector2" => floats("Vector2", 2),
            "Vector3" => floats("Vector3", 3),
            "Vector4" => floats("Vector4", 4),
            "Quaternion" => floats("Quaternion", 4),
            "Plane" => floats("Plane", 4),
            "BoundingSphere" => floats("BoundingSphere", 4),
            "BoundingBox" => floats("BoundingBox", 6),
            "Ray" => floats("Ray", 6),
            "Matrix" => floats("Matrix", 16),
            "BoundingFrustum" => floats("BoundingFrustum", 16),
            "Color" => Self::Color,
            "Point" => integers("Point", 2),
            "Rectangle" => integers("Rectangle", 4),
            _ => return None,
        })
    }

    /// The fewest bytes of a value.
    pub(crate) fn smallest(&self) -> usize {
        match self {
            Self::Integer { bytes, .. } => usize::from(*bytes),
            Self::Floats { count, .. } | Self::Integers { count, .. } => 4 * usize::from(*count),
            Self::Single | Self::Color | Self::Enum(_) => 4,
            Self::Double => 8,
            Self::Decimal => 16,
            _ => 1,
        }
    }
}
