//! Extras that an import loses.

use serde_json::Value;

use crate::error::{Error, Result, shortened};

/// The key of extras in the JSON.
const EXTRAS: &str = "\"extras\"";

/// Returns the places of extras that an import loses, as JSON pointers such as `/skins/0`, sorted by name. The extras
/// of nodes, meshes, materials, cameras and lights, and the events of animations are not lost.
///
/// # Errors
/// If `json` is not valid JSON.
pub fn places_of_lost_extras(json: &[u8]) -> Result<Vec<String>> {
    if !has(json, EXTRAS) {
        return Ok(Vec::new());
    }
    let mut document: Value = serde_json::from_slice(json).map_err(unreadable)?;
    remove_kept(&mut document);
    let mut places = Vec::new();
    add_places(&document, String::new(), &mut places);
    Ok(places)
}

/// Removes the extras that are imported or reported elsewhere.
fn remove_kept(document: &mut Value) {
    for list in ["/nodes", "/meshes", "/materials", "/cameras", "/extensions/KHR_lights_punctual/lights"] {
        for part in document.pointer_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            part.as_object_mut().and_then(|part| part.remove("extras"));
        }
    }
    // Extensions of materials are reported one by one elsewhere, if a material cannot represent their parameters.
    for material in document.pointer_mut("/materials").and_then(Value::as_array_mut).into_iter().flatten() {
        material.as_object_mut().and_then(|material| material.remove("extensions"));
    }
    for animation in document.pointer_mut("/animations").and_then(Value::as_array_mut).into_iter().flatten() {
        animation.pointer_mut("/extras").and_then(Value::as_object_mut).and_then(|extras| extras.remove("events"));
    }
}

/// Adds the places of extras in a value. JSON parsers limit the depth of the recursion.
fn add_places(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| add_places(item, format!("{place}/{index}"), places));
        }
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| *name != "extras") {
                add_places(value, format!("{place}/{name}"), places);
            }
            if fields.get("extras").is_some_and(|extras| !is_empty(extras)) {
                places.push(if place.is_empty() { "/".to_owned() } else { place });
            }
        }
        _ => {}
    }
}

fn is_empty(extras: &Value) -> bool {
    extras.is_null() || extras.as_object().is_some_and(serde_json::Map::is_empty)
}

fn has(json: &[u8], text: &str) -> bool {
    json.windows(text.len()).any(|window| window == text.as_bytes())
}

fn unreadable(error: serde_json::Error) -> Error {
    let message = shortened(&error.to_string());
    Error::invalid(format!("the extras cannot be read: {message}"))
}
