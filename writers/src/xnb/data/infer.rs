//! [`infer`]: the type that a value says it is.

use rigmill_format::{DataEnum, DataKind, DataValue};

use super::basic::Basic;
use super::dotnet_type::DotnetType;
use super::fit::fit;
use super::notation::parse;

/// The type of a value. What it names as its type counts where all that is below fits it; otherwise items of one type make a list
/// of it, records whose fields have one type a dictionary of it, and what has none in common is Object.
pub(super) fn infer(value: &DataValue) -> DotnetType {
    if let Some(named) = named(value) {
        return named;
    }
    match value {
        DataValue::Null => DotnetType::Null,
        DataValue::Text(_) => DotnetType::String,
        DataValue::Bytes(_) => DotnetType::Array(Box::new(DotnetType::Basic(Basic::Byte))),
        DataValue::Enum(value) => of_enum(value),
        DataValue::List(list) => DotnetType::List(common(list.items.iter())),
        DataValue::Map(map) => {
            let key = common(map.entries.iter().map(|(key, _)| key));
            DotnetType::Dictionary(key, common(map.entries.iter().map(|(_, value)| value)))
        }
        DataValue::Record(record) => {
            let fields = record.fields.iter().map(|field| &field.value);
            DotnetType::Dictionary(Box::new(DotnetType::String), common(fields))
        }
        leaf => Basic::of_value(leaf).map_or(DotnetType::Object, DotnetType::Basic),
    }
}

/// The type without anything unknown: that is Object.
pub(super) fn settled(found: DotnetType) -> DotnetType {
    let settle = |part: Box<DotnetType>| Box::new(settled(*part));
    match found {
        DotnetType::Unknown | DotnetType::Null => DotnetType::Object,
        DotnetType::Nullable(value) => DotnetType::Nullable(settle(value)),
        DotnetType::Array(item) => DotnetType::Array(settle(item)),
        DotnetType::List(item) => DotnetType::List(settle(item)),
        DotnetType::Dictionary(key, value) => DotnetType::Dictionary(settle(key), settle(value)),
        other => other,
    }
}

/// The type that a list or map names.
fn named(value: &DataValue) -> Option<DotnetType> {
    if !matches!(value.kind(), DataKind::List | DataKind::Map) || value.type_name().is_empty() {
        return None;
    }
    let mut named = parse(value.type_name()).filter(|named| !named.is_open())?;
    fit(value, &mut named).ok()?;
    Some(named)
}

/// An enum's value known by its name alone is a text: what number it has, only the game's code tells.
fn of_enum(value: &DataEnum) -> DotnetType {
    match Basic::of_value(&value.value) {
        None => DotnetType::String,
        Some(number) if value.type_name.is_empty() => DotnetType::Basic(number),
        Some(number) => DotnetType::Enum { name: value.type_name.clone(), number },
    }
}

fn common<'a>(values: impl Iterator<Item = &'a DataValue>) -> Box<DotnetType> {
    let mut common = DotnetType::Unknown;
    for value in values {
        common = united(common, infer(value));
        if common == DotnetType::Object {
            break;
        }
    }
    Box::new(common)
}

/// The type that values of both have.
fn united(a: DotnetType, b: DotnetType) -> DotnetType {
    use DotnetType::{Array, Dictionary, List, Null, Nullable, Object, Unknown};
    let both = |a: Box<DotnetType>, b: Box<DotnetType>| Box::new(united(*a, *b));
    match (a, b) {
        (a, b) if a == b => a,
        (Unknown, other) | (other, Unknown) => other,
        (Null, nullable @ Nullable(_)) | (nullable @ Nullable(_), Null) => nullable,
        (Null, other) | (other, Null) if other.is_value_type() => Nullable(Box::new(other)),
        (Null, other) | (other, Null) => other,
        (Nullable(a), b) | (b, Nullable(a)) => match united(*a, if let Nullable(b) = b { *b } else { b }) {
            Object => Object,
            value => Nullable(Box::new(value)),
        },
        // As TOML, JSON and RON write them: 1 among 0.5 and 2.5.
        (DotnetType::Basic(Basic::Int64), double @ DotnetType::Basic(Basic::Double))
        | (double @ DotnetType::Basic(Basic::Double), DotnetType::Basic(Basic::Int64)) => double,
        (Array(a), Array(b)) => Array(both(a, b)),
        (List(a), List(b)) => List(both(a, b)),
        (Dictionary(key, value), Dictionary(other_key, other_value)) => {
            Dictionary(both(key, other_key), both(value, other_value))
        }
        _ => Object,
    }
}
