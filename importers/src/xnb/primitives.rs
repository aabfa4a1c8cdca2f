//! Converts XNB's primitive values to game data.

use rigmill_codec_xnb::{Primitive, PrimitiveType, TypeName};
use rigmill_dom::DataValue;

/// Converts a value to game data.
pub(super) fn data_value(primitive: Primitive) -> DataValue {
    match primitive {
        Primitive::Boolean(it) => DataValue::Bool(it),
        Primitive::Char(it) => DataValue::Char(it),
        Primitive::SByte(it) => DataValue::I8(it),
        Primitive::Int16(it) => DataValue::I16(it),
        Primitive::Int32(it) => DataValue::I32(it),
        Primitive::Int64(it) => DataValue::I64(it),
        Primitive::Byte(it) => DataValue::U8(it),
        Primitive::UInt16(it) => DataValue::U16(it),
        Primitive::UInt32(it) => DataValue::U32(it),
        Primitive::UInt64(it) => DataValue::U64(it),
        Primitive::Single(it) => DataValue::F32(it),
        Primitive::Double(it) => DataValue::F64(it),
        Primitive::Decimal(it) => DataValue::Text(it.to_string()),
        Primitive::DateTime(it) => DataValue::Text(it.to_string()),
        Primitive::TimeSpan(it) => DataValue::Text(it.to_string()),
        Primitive::Vector2(it) => DataValue::Vector2(it),
        Primitive::Vector3(it) => DataValue::Vector3(it),
        Primitive::Vector4(it) => DataValue::Vector4(it),
        Primitive::Quaternion(it) => DataValue::Quaternion(it),
        Primitive::Matrix(it) | Primitive::BoundingFrustum(it) => DataValue::Matrix(it),
        Primitive::Color(it) => DataValue::Color(it),
        Primitive::BoundingSphere(it) => DataValue::BoundingSphere(it),
        Primitive::BoundingBox(it) => DataValue::BoundingBox(*it),
        Primitive::Plane(it) => DataValue::Plane(it),
        Primitive::Ray(it) => DataValue::Ray(*it),
        Primitive::Point(it) => DataValue::Point(it),
        Primitive::Rectangle(it) => DataValue::Rectangle(it),
    }
}

/// Returns the type (and its plural for messages) that replaces a type that game data cannot represent.
pub(super) const fn replacement(ty: PrimitiveType) -> Option<(&'static str, &'static str)> {
    match ty {
        PrimitiveType::Decimal | PrimitiveType::DateTime | PrimitiveType::TimeSpan => Some((STRING, "strings")),
        PrimitiveType::BoundingFrustum => Some(("Microsoft.Xna.Framework.Matrix", "matrices")),
        _ => None,
    }
}

const STRING: &str = "System.String";

/// Returns the type of the converted values, by the short name of XNA's XML.
pub(super) fn data_type(name: &TypeName) -> String {
    replaced(name).short()
}

/// Replaces all types that game data cannot represent. Strings are always nullable.
fn replaced(name: &TypeName) -> TypeName {
    if let Some(replacement) = replacement_of(name) {
        return TypeName { name: replacement.to_owned(), arrays: name.arrays, ..TypeName::default() };
    }
    let arguments: Vec<TypeName> = name.arguments.iter().map(replaced).collect();
    match (name.name.as_str(), name.arguments.as_slice(), arguments.as_slice()) {
        ("System.Nullable", [own], [string]) if string.name == STRING && string.arrays == 0 && string != own => {
            TypeName { arrays: name.arrays, assembly: name.assembly.clone(), ..string.clone() }
        }
        _ => TypeName { arguments, ..name.clone() },
    }
}

fn replacement_of(name: &TypeName) -> Option<&'static str> {
    let simple = TypeName { arrays: 0, ..name.clone() };
    let ty = PrimitiveType::of_name(simple.in_framework()?).filter(|_| name.arguments.is_empty())?;
    replacement(ty).map(|(replacement, _)| replacement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_game_data_does_not_have_are_replaced() {
        let cases = [
            ("System.Nullable`1[[System.DateTime]]", "System.String"),
            ("System.TimeSpan[], mscorlib", "System.String[]"),
            (
                "System.Nullable`1[[Microsoft.Xna.Framework.BoundingFrustum]][]",
                "System.Nullable[Microsoft.Xna.Framework.Matrix][]",
            ),
            ("System.Collections.Generic.List`1[[System.Decimal]]", "System.Collections.Generic.List[System.String]"),
        ];
        for (name, expected) in cases {
            assert_eq!(data_type(&TypeName::parse_qualified(name).unwrap()), expected);
        }
    }
}
