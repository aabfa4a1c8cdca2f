//! .NET types: their names, and how their values are laid out.

mod dotnet;
mod name;
mod primitive;

use std::sync::Arc;

use self::name::Namespace;

pub use dotnet::{DateTime, Decimal, TimeSpan};
pub use name::TypeName;
pub use primitive::{Primitive, PrimitiveType};

/// A .NET type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// Its name, with the assembly.
    pub name: TypeName,
    /// How its values are laid out.
    pub layout: Layout,
}

/// How the values of a type are laid out. Primitives, enums and nullables stand in collections as they are; values of other
/// types stand there as objects: the number of a type reader, or 0 for null, then what the reader reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Any class: each object has a type reader of its own.
    Object,
    /// A number, a vector and the like.
    Primitive(PrimitiveType),
    /// A whole number that stands for a name.
    Enum(PrimitiveType),
    /// A bool and, where that is true, a value.
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
}

impl Type {
    /// Any class of .NET's.
    #[must_use]
    pub fn object() -> Self {
        Self { name: TypeName::within(Namespace::System, "Object"), layout: Layout::Object }
    }

    /// A class of this name, each of whose objects has a type reader of its own.
    #[must_use]
    pub fn class(name: TypeName) -> Self {
        Self { name, layout: Layout::Object }
    }

    /// .NET's String.
    #[must_use]
    pub fn string() -> Self {
        Self { name: TypeName::within(Namespace::System, "String"), layout: Layout::String }
    }

    /// XNA's Curve.
    #[must_use]
    pub fn curve() -> Self {
        Self { name: TypeName::within(Namespace::Framework, "Curve"), layout: Layout::Curve }
    }

    /// A primitive type.
    #[must_use]
    pub fn primitive(primitive: PrimitiveType) -> Self {
        Self { name: primitive.type_name(), layout: Layout::Primitive(primitive) }
    }

    /// An enum of this name, made of these whole numbers.
    #[must_use]
    pub fn enumeration(name: TypeName, number: PrimitiveType) -> Self {
        Self { name, layout: Layout::Enum(number) }
    }

    /// `T?`.
    #[must_use]
    pub fn nullable(value: Self) -> Self {
        let name = TypeName::within(Namespace::System, "Nullable").with_arguments(vec![value.name.clone()]);
        Self { name, layout: Layout::Nullable(Arc::new(value)) }
    }

    /// `T[]`.
    #[must_use]
    pub fn array(item: Self) -> Self {
        let name = TypeName { arrays: item.name.arrays + 1, ..item.name.clone() };
        Self { name, layout: Layout::Array(Arc::new(item)) }
    }

    /// `byte[]`.
    #[must_use]
    pub fn bytes() -> Self {
        Self::array(Self::primitive(PrimitiveType::Byte))
    }

    /// `List<T>`.
    #[must_use]
    pub fn list(item: Self) -> Self {
        let name =
            TypeName::within(Namespace::System, "Collections.Generic.List").with_arguments(vec![item.name.clone()]);
        Self { name, layout: Layout::List(Arc::new(item)) }
    }

    /// `Dictionary<K, V>`.
    #[must_use]
    pub fn dictionary(key: Self, value: Self) -> Self {
        let arguments = vec![key.name.clone(), value.name.clone()];
        let name = TypeName::within(Namespace::System, "Collections.Generic.Dictionary").with_arguments(arguments);
        Self { name, layout: Layout::Dictionary(Arc::new(key), Arc::new(value)) }
    }

    /// The type of a name. `enum_number` gives the type of an enum's numbers, `None` for names that are not an enum's.
    pub(crate) fn of_name(name: &TypeName, enum_number: &dyn Fn(&TypeName) -> Option<PrimitiveType>) -> Self {
        let of = |name: &TypeName| Arc::new(Self::of_name(name, enum_number));
        let layout = match (name.in_framework(), name.arguments.as_slice()) {
            _ if let Some(item) = name.item() => Layout::Array(of(&item)),
            (_, []) if let Some(number) = enum_number(name) => Layout::Enum(number),
            (Some("String"), []) => Layout::String,
            (Some("Curve"), []) => Layout::Curve,
            (Some(primitive), []) => PrimitiveType::of_name(primitive).map_or(Layout::Object, Layout::Primitive),
            (Some("Nullable"), [value]) => Layout::Nullable(of(value)),
            (Some("Collections.Generic.List"), [item]) => Layout::List(of(item)),
            (Some("Collections.Generic.Dictionary"), [key, value]) => Layout::Dictionary(of(key), of(value)),
            _ => Layout::Object,
        };
        Self { name: name.clone(), layout }
    }

    /// Whether values stand in collections without the number of a type reader.
    #[must_use]
    pub const fn is_value_type(&self) -> bool {
        matches!(self.layout, Layout::Primitive(_) | Layout::Enum(_) | Layout::Nullable(_))
    }

    /// The fewest bytes of a value in a collection.
    pub(crate) fn smallest(&self) -> usize {
        match self.layout {
            Layout::Primitive(primitive) | Layout::Enum(primitive) => primitive.smallest(),
            _ => 1,
        }
    }
}
