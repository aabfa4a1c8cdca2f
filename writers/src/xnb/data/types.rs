//! The types of XNB values, while they are inferred from game data.

use rigmill_codec_xnb::{PrimitiveType, Type, TypeName};

/// Nothing is known of the type yet: of the items of a list without any.
pub(super) fn unknown() -> Type {
    Type::Class(TypeName::default())
}

/// The type of null.
pub(super) fn null() -> Type {
    Type::Nullable(unknown().into())
}

pub(super) fn is_null(ty: &Type) -> bool {
    matches!(ty, Type::Nullable(value) if **value == unknown())
}

pub(super) fn is_object(ty: &Type) -> bool {
    matches!(ty, Type::Class(name) if name.name == "System.Object")
}

/// Whether each value says its own type.
pub(super) fn is_open(ty: &Type) -> bool {
    matches!(ty, Type::Class(_)) || is_null(ty)
}

/// The type of a name, if it is one that can be written: no generic types but lists, dictionaries and nullables.
pub(super) fn of_name(name: &TypeName) -> Option<Type> {
    if let Some(item) = name.item() {
        return of_name(&item).map(|item| Type::Array(item.into()));
    }
    let short = ["System.Collections.Generic.", "System.", "Microsoft.Xna.Framework."]
        .into_iter()
        .find_map(|namespace| name.name.strip_prefix(namespace))
        .unwrap_or(&name.name);
    let argument = |argument: &TypeName| of_name(argument).map(Into::into);
    Some(match (short, name.arguments.as_slice()) {
        ("", _) => return None,
        ("String" | "string", []) => Type::String,
        ("Object" | "object", []) => Type::object(),
        (short, []) => primitive(short).map_or_else(|| Type::Class(with_assembly(name)), Type::Primitive),
        ("List", [item]) => Type::List(argument(item)?),
        ("Nullable", [value]) => Type::Nullable(argument(value)?),
        ("Dictionary", [key, value]) => Type::Dictionary(argument(key)?, argument(value)?),
        _ => return None,
    })
}

/// The primitive type of a name in C# or .NET, if game data has values of it.
fn primitive(name: &str) -> Option<PrimitiveType> {
    use PrimitiveType::{BoundingFrustum, DateTime, Decimal, TimeSpan};
    let known = PrimitiveType::of_name(name).or_else(|| PrimitiveType::of_keyword(name));
    known.filter(|ty| !matches!(ty, Decimal | DateTime | TimeSpan | BoundingFrustum))
}

/// The name with the assembly that XNA has for its namespace, if it has none of its own.
fn with_assembly(name: &TypeName) -> TypeName {
    if name.assembly.is_empty() { TypeName::standard(name.name.clone()) } else { name.clone() }
}

/// The name of an enum, with its assembly if that is known.
pub(super) fn enum_name(name: &str) -> TypeName {
    let (name, assembly) = name.split_once(", ").unwrap_or((name, ""));
    with_assembly(&TypeName { name: name.to_owned(), assembly: assembly.to_owned(), ..TypeName::default() })
}

/// The name for people, without assemblies.
pub(super) fn shown(ty: &Type) -> String {
    match ty {
        ty if is_object(ty) || *ty == unknown() => "Object".to_owned(),
        Type::Class(name) | Type::Enum(name, _) => name.name.clone(),
        Type::Primitive(primitive) => primitive.name().to_owned(),
        Type::Nullable(value) => format!("{}?", shown(value)),
        Type::Array(item) => format!("{}[]", shown(item)),
        Type::List(item) => format!("List<{}>", shown(item)),
        Type::Dictionary(key, value) => format!("Dictionary<{}, {}>", shown(key), shown(value)),
        Type::String | Type::Curve | Type::Relocated(..) => ty.name().in_framework().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_types() {
        let cases = [
            ("int", Some("System.Int32")),
            ("Vector3[]", Some("Microsoft.Xna.Framework.Vector3[]")),
            (
                "System.Collections.Generic.Dictionary[string,[Game.Kind[], Game]]",
                Some("System.Collections.Generic.Dictionary[System.String,[Game.Kind[], Game]]"),
            ),
            ("List[Nullable[float]]", Some("System.Collections.Generic.List[System.Nullable[System.Single]]")),
            ("List", Some("List")),
            ("DateTime", Some("DateTime")),
            ("List[int,int]", None),
            ("Game.Box[int]", None),
            ("System.", None),
        ];
        for (name, expected) in cases {
            let found = of_name(&TypeName::parse_short(name).unwrap());
            assert_eq!(found.map(|found| found.name().short()).as_deref(), expected, "{name}");
        }
    }
}
