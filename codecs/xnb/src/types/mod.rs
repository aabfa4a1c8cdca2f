//! .NET types and their names.

mod name;
mod primitive;

use std::sync::Arc;

use self::name::Namespace;

pub use name::TypeName;
pub use primitive::PrimitiveType;
pub(crate) use primitive::for_primitives;

/// A .NET type. In collections, primitives, enums and nullables stand as they are, and values of other types as objects: the number of
/// a type reader, or 0 for null, then what the reader reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A class, each of whose objects has a type reader of its own.
    Class(TypeName),
    /// A number, a vector and the like.
    Primitive(PrimitiveType),
    /// An enum, made of whole numbers.
    Enum(TypeName, PrimitiveType),
    /// A bool and, if that is true, a value.
    Nullable(Arc<Type>),
    /// A string.
    String,
    /// XNA's Curve.
    Curve,
    /// A count and the items. An array of bytes is a [`Value::Bytes`](crate::Value::Bytes).
    Array(Arc<Type>),
    /// A count and the items.
    List(Arc<Type>),
    /// A count and the entries, each a key and a value.
    Dictionary(Arc<Type>, Arc<Type>),
    /// One of the types above, in an assembly other than that of XNA 4's files.
    Relocated(Arc<Type>, String),
}

impl Type {
    /// .NET's Object: any value.
    #[must_use]
    pub fn object() -> Self {
        Self::Class(TypeName::within(Namespace::System, "Object"))
    }

    /// `byte[]`.
    #[must_use]
    pub fn bytes() -> Self {
        Self::Array(Arc::new(Self::Primitive(PrimitiveType::Byte)))
    }

    /// The type's name.
    #[must_use]
    pub fn name(&self) -> TypeName {
        let system = |name, arguments| TypeName { arguments, ..TypeName::within(Namespace::System, name) };
        match self {
            Self::Class(name) | Self::Enum(name, _) => name.clone(),
            Self::Primitive(primitive) => primitive.type_name(),
            Self::String => system("String", vec![]),
            Self::Curve => TypeName::within(Namespace::Framework, "Curve"),
            Self::Nullable(value) => system("Nullable", vec![value.name()]),
            Self::Array(item) => item.name().array(),
            Self::List(item) => system("Collections.Generic.List", vec![item.name()]),
            Self::Dictionary(key, value) => system("Collections.Generic.Dictionary", vec![key.name(), value.name()]),
            Self::Relocated(ty, assembly) => TypeName { assembly: assembly.clone(), ..ty.name() },
        }
    }

    /// The type of a name. `enum_number` gives the type of an enum's numbers, `None` for names that are not an enum's.
    pub(crate) fn of_name(name: &TypeName, enum_number: &dyn Fn(&TypeName) -> Option<PrimitiveType>) -> Self {
        let of = |name: &TypeName| Arc::new(Self::of_name(name, enum_number));
        let class = || Self::Class(name.clone());
        let ty = match (name.in_framework(), name.arguments.as_slice()) {
            _ if let Some(item) = name.item() => Self::Array(of(&item)),
            (_, []) if let Some(number) = enum_number(name) => Self::Enum(name.clone(), number),
            (Some("String"), []) => Self::String,
            (Some("Curve"), []) => Self::Curve,
            (Some(primitive), []) => PrimitiveType::of_name(primitive).map_or_else(class, Self::Primitive),
            (Some("Nullable"), [value]) => Self::Nullable(of(value)),
            (Some("Collections.Generic.List"), [item]) => Self::List(of(item)),
            (Some("Collections.Generic.Dictionary"), [key, value]) => Self::Dictionary(of(key), of(value)),
            _ => class(),
        };
        if ty.name().assembly == name.assembly { ty } else { Self::Relocated(ty.into(), name.assembly.clone()) }
    }

    /// The type, whatever its assembly.
    pub(crate) fn layout(&self) -> &Self {
        if let Self::Relocated(ty, _) = self { ty } else { self }
    }

    /// Whether values stand in collections without the number of a type reader.
    #[must_use]
    pub fn is_value_type(&self) -> bool {
        matches!(self.layout(), Self::Primitive(_) | Self::Enum(..) | Self::Nullable(_))
    }
}
