//! The names of the extensions in a document.

use std::collections::BTreeSet;

use serde_json::Value;

/// Returns the names of the extensions that elements of a document have, whether or not the document lists them as used. Returns
/// an empty set if `json` is not valid JSON.
#[must_use]
pub fn names_of_extensions(json: &[u8]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let key = b"\"extensions\"";
    if json.windows(key.len()).any(|window| window == key)
        && let Ok(document) = serde_json::from_slice(json)
    {
        add_names(&document, &mut names);
    }
    names
}

/// Adds the names in a value. Extras can have members with any names. JSON parsers limit the depth of the recursion.
fn add_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| add_names(item, names)),
        Value::Object(fields) => {
            let extensions = fields.get("extensions").and_then(Value::as_object);
            names.extend(extensions.into_iter().flat_map(|it| it.keys().cloned()));
            fields.iter().filter(|(name, _)| *name != "extras").for_each(|(_, value)| add_names(value, names));
        }
        _ => {}
    }
}
