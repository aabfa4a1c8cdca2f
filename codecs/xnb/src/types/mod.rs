//! .NET types and their names.

mod name;
mod primitive;

use std::sync::Arc;

use self::name::Namespace;

pub use name::TypeName;
pub use primitive::PrimitiveType;
pub(crate) use primitive::for_primitives;

/// A .NET type.
///
/// In collections, primitives, enums and nullables are stored directly. Values of other types are stored as objects: the number
/// of a type reader (0 for null), then the data that the reader reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A class. Each of its objects names its own type reader.
    Class(TypeName),
    /// A number, a vector or a similar value type.
    Primitive(PrimitiveType),
    /// An enum, with the integer type of its numbers.
    Enum(TypeName, PrimitiveType),
    /// A bool and, if the bool is true, a value.
    Nullable(Arc<Type>),
    /// A string.
    String,
    /// XNA's `Curve`.
    Curve,
    /// A count, followed by the items. An array of bytes is a [`Value::Bytes`](crate::Value::Bytes).
    Array(Arc<Type>),
    /// A count, followed by the items.
    List(Arc<Type>),
    /// A count, followed by the entries, each a key and a value.
    Dictionary(Arc<Type>, Arc<Type>),
    /// One of the types above, in a different assembly than in files of XNA 4.
    Relocated(Arc<Type>, String),
}

impl Type {
    /// Returns .NET's `Object`, which stands for any value.
    #[must_use]
    pub fn object() -> Self {
        Self::Class(TypeName::within(Namespace::System, "Object"))
    }

    /// Returns the type `byte[]`.
    #[must_use]
    pub fn bytes() -> Self {
        Self::Array(Arc::new(Self::Primitive(PrimitiveType::Byte)))
    }

    /// Returns the type's name.
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

    /// Returns the type with this name. `enum_number` returns the number type of an enum, or `None` for a name that is not an
    /// enum.
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

    /// Returns the type without regard to its assembly.
    pub(crate) fn layout(&self) -> &Self {
        if let Self::Relocated(ty, _) = self { ty } else { self }
    }

    /// Returns whether collections store the values directly, without the number of a type reader.
    #[must_use]
    pub fn is_value_type(&self) -> bool {
        matches!(self.layout(), Self::Primitive(_) | Self::Enum(..) | Self::Nullable(_))
    }
}
