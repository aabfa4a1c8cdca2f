//! [`check`]: checks that a type in a schema has only keys that mean something for it.

use super::fields::Fields;
use super::types::Type;
use crate::report::Problems;

/// Every key of a type.
pub(super) const ALL: &[&str] = &[
    "type", "list", "map", "values", "key", "element", "flat", "min", "max", "in", "label", "asset", "required",
    "nullable", "default", "present", "count",
];

/// The place of a type in a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The type of a record's field.
    Field,
    /// The type of a list's items, of a map's keys or values, or of the root.
    Inner,
}

/// Reports every key that means nothing for a type.
pub(super) fn check(fields: &Fields<'_>, is: &Type, place: Place, problems: &mut Problems) {
    let allowed = own_keys(is, place);
    let what = match (fields.get("type").and_then(|name| name.get_ref().as_str()), is) {
        (Some(name), Type::Basic(..) | Type::Any) => format!("`{name}`"),
        _ => is.what().to_owned(),
    };
    fields.refuse_keys(&what, &allowed, |key| help(key, is, place), problems);
}

/// Returns the keys that a type can have.
fn own_keys(is: &Type, place: Place) -> Vec<&'static str> {
    let mut keys = match is {
        Type::Basic(basic, _) if basic.is_number() => vec!["type", "min", "max"],
        Type::Basic(..) | Type::Any | Type::Record(_) => vec!["type"],
        Type::Enum { .. } => vec!["type", "values"],
        Type::Reference(_) => vec!["type", "in", "label", "asset"],
        Type::List { flat: true, .. } => vec!["list", "flat"],
        Type::List { .. } => vec!["list", "flat", "element"],
        Type::Map { .. } => vec!["map", "key"],
        Type::Presence(_) => vec!["present", "count"],
    };
    if place == Place::Field && !matches!(is, Type::Presence(_)) {
        keys.extend(["required", "nullable"]);
        if matches!(is, Type::Basic(..) | Type::Enum { .. }) {
            keys.push("default");
        }
    }
    keys
}

/// Returns the remedy for a key that a type cannot have; `None` for an unknown key.
fn help(key: &str, is: &Type, place: Place) -> Option<String> {
    let owners = match key {
        "min" | "max" => "numbers, vectors and other values of several numbers",
        "in" | "label" | "asset" => "references",
        "element" if matches!(is, Type::List { .. }) => "lists without `flat = true`",
        "element" | "flat" => "lists",
        "key" => "maps",
        "count" => "fields with `present`",
        "default" if place == Place::Field => "basic types and enums",
        "required" | "nullable" | "default" => "fields of records",
        _ => return None,
    };
    let outer = match is {
        Type::List { .. } => "list",
        Type::Map { .. } => "map",
        _ => return Some(format!("remove `{key}`, which only {owners} can have")),
    };
    Some(match key {
        "min" | "max" | "in" | "label" | "asset" => {
            let inner = if matches!(key, "min" | "max") { "f32" } else { "reference" };
            format!("move `{key}` into the inner type, as in `{{ {outer} = {{ type = \"{inner}\", {key} = … }} }}`")
        }
        _ => format!("remove `{key}`, which only {owners} can have"),
    })
}
