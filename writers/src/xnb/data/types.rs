//! Types of XNB values, used while types are inferred from game data.

use rigmill_codec_xnb::{PrimitiveType, Type, TypeName};

/// Returns the unknown type, such as the type of the items of an empty list.
pub(super) fn unknown() -> Type {
    Type::Class(TypeName::default())
}

/// Returns the type of null.
pub(super) fn null() -> Type {
    Type::Nullable(unknown().into())
}

pub(super) fn is_null(ty: &Type) -> bool {
    matches!(ty, Type::Nullable(value) if **value == unknown())
}

pub(super) fn is_object(ty: &Type) -> bool {
    matches!(ty, Type::Class(name) if name.name == "System.Object")
}

/// Returns whether each value states its own type.
pub(super) fn is_open(ty: &Type) -> bool {
    matches!(ty, Type::Class(_)) || is_null(ty)
}

/// Returns the type with this name, if such values can be written. The only generic types are lists, dictionaries and
/// nullables.
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

/// Returns the primitive type with this name in C# or .NET, if game data can contain such values.
fn primitive(name: &str) -> Option<PrimitiveType> {
    use PrimitiveType::{BoundingFrustum, DateTime, Decimal, TimeSpan};
    let known = PrimitiveType::of_name(name).or_else(|| PrimitiveType::of_keyword(name));
    known.filter(|ty| !matches!(ty, Decimal | DateTime | TimeSpan | BoundingFrustum))
}

/// Returns the name with the assembly that XNA uses for its namespace, unless the name has an assembly.
fn with_assembly(name: &TypeName) -> TypeName {
    if name.assembly.is_empty() { TypeName::standard(name.name.clone()) } else { name.clone() }
}

/// Returns the name of an enum, with its assembly if the assembly is known.
pub(super) fn enum_name(name: &str) -> TypeName {
    let (name, assembly) = name.split_once(", ").unwrap_or((name, ""));
    with_assembly(&TypeName { name: name.to_owned(), assembly: assembly.to_owned(), ..TypeName::default() })
}

/// Returns the type's name for messages, without assemblies.
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
