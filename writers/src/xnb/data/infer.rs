//! [`infer`]: infers the type of a value.

use std::sync::Arc;

use rigmill_codec_xnb::{PrimitiveType, Type, TypeName};
use rigmill_format::{DataEnum, DataKind, DataValue};

use super::fit::fit;
use super::primitives::primitive_type;
use super::types::{enum_name, is_null, is_object, is_open, null, of_name, unknown};

/// Returns the type of a value. If the value names its type and everything below it fits, returns this type. Otherwise, a list
/// whose items have the same type is a list of this type, and a record whose fields have the same type is a dictionary of this
/// type. Values without a common type are `Object`.
pub(super) fn infer(value: &DataValue) -> Type {
    if let Some(named) = named(value) {
        return named;
    }
    match value {
        DataValue::Null => null(),
        DataValue::Text(_) => Type::String,
        DataValue::Bytes(_) => Type::bytes(),
        DataValue::Enum(value) => of_enum(value),
        DataValue::List(list) => Type::List(common(list.items.iter())),
        DataValue::Map(map) => {
            let key = common(map.entries.iter().map(|(key, _)| key));
            Type::Dictionary(key, common(map.entries.iter().map(|(_, value)| value)))
        }
        DataValue::Record(record) => {
            let fields = record.fields.iter().map(|field| &field.value);
            Type::Dictionary(Type::String.into(), common(fields))
        }
        leaf => primitive_type(leaf).map_or_else(Type::object, Type::Primitive),
    }
}

/// Returns the type with `Object` in place of everything unknown.
pub(super) fn resolved(found: Type) -> Type {
    let resolve = |part: Arc<Type>| Arc::new(resolved(Arc::unwrap_or_clone(part)));
    match found {
        found if found == unknown() || is_null(&found) => Type::object(),
        Type::Nullable(value) => Type::Nullable(resolve(value)),
        Type::Array(item) => Type::Array(resolve(item)),
        Type::List(item) => Type::List(resolve(item)),
        Type::Dictionary(key, value) => Type::Dictionary(resolve(key), resolve(value)),
        other => other,
    }
}

/// Returns the type that a list or map names.
fn named(value: &DataValue) -> Option<Type> {
    if !matches!(value.kind(), DataKind::List | DataKind::Map) || value.type_name().is_empty() {
        return None;
    }
    let mut named = of_name(&TypeName::parse_short(value.type_name())?).filter(|named| !is_open(named))?;
    fit(value, &mut named).ok()?;
    Some(named)
}

/// Returns the type of an enum value. If only its name is known, the type is string, because only the game's code knows its
/// number.
fn of_enum(value: &DataEnum) -> Type {
    match primitive_type(&value.value) {
        None => Type::String,
        Some(number) if value.type_name.is_empty() => Type::Primitive(number),
        Some(number) => Type::Enum(enum_name(&value.type_name), number),
    }
}

fn common<'a>(values: impl Iterator<Item = &'a DataValue>) -> Arc<Type> {
    let mut common = unknown();
    for value in values {
        common = united(common, infer(value));
        if is_object(&common) {
            break;
        }
    }
    common.into()
}

/// Returns the common type of two types.
fn united(a: Type, b: Type) -> Type {
    use PrimitiveType::{Double, Int64};
    use Type::{Array, Dictionary, List, Nullable, Primitive};
    let both = |a: Arc<Type>, b: Arc<Type>| Arc::new(united(Arc::unwrap_or_clone(a), Arc::unwrap_or_clone(b)));
    match (a, b) {
        (a, b) if a == b => a,
        (a, other) | (other, a) if a == unknown() => other,
        (a, other) | (other, a) if is_null(&a) => match other {
            value @ (Primitive(_) | Type::Enum(..)) => Nullable(value.into()),
            other => other,
        },
        (Nullable(a), b) | (b, Nullable(a)) => match both(a, if let Nullable(b) = b { b } else { b.into() }) {
            value if is_object(&value) => Type::object(),
            value => Nullable(value),
        },
        // TOML and JSON write numbers in this way: 1 in a list with 0.5 and 2.5.
        (Primitive(Int64), Primitive(Double)) | (Primitive(Double), Primitive(Int64)) => Primitive(Double),
        (Array(a), Array(b)) => Array(both(a, b)),
        (List(a), List(b)) => List(both(a, b)),
        (Dictionary(key, value), Dictionary(other_key, other_value)) => {
            Dictionary(both(key, other_key), both(value, other_value))
        }
        _ => Type::object(),
    }
}
