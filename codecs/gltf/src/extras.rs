//! [`Extras`]: data that programs add to the elements of a document.

use gltf_json::{Value, deserialize};
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::shortened;

/// The extension that lists the coarser levels of detail of a node.
pub const LOD_EXTENSION: &str = "MSFT_lod";

/// The key of extras in the JSON.
const EXTRAS: &str = "\"extras\"";

/// The extras of a document's elements, by index; null for an element without extras. The extras of materials are in
/// [`Material`](crate::material::Material).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Extras {
    /// The extras and levels of detail of each node.
    pub nodes: Vec<NodeExtras>,
    /// The extras of each mesh.
    pub meshes: Vec<WithExtras>,
    /// The extras of each camera.
    pub cameras: Vec<WithExtras>,
    /// The extras of each light (`KHR_lights_punctual`).
    #[serde(rename = "extensions", deserialize_with = "lights")]
    pub lights: Vec<WithExtras>,
}

/// The extras of an element.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct WithExtras {
    /// Any JSON; null if there are no extras.
    pub extras: Value,
}

/// The extras of a node, and its levels of detail.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct NodeExtras {
    /// Any JSON; null if there are no extras.
    pub extras: Value,
    /// The indices of the nodes that may be drawn instead of this node ([`LOD_EXTENSION`]), finest first. These nodes may not
    /// exist.
    #[serde(rename = "extensions", deserialize_with = "levels")]
    pub levels: Vec<usize>,
}

impl Extras {
    /// Decodes the extras of a document that [`decode_document`](crate::decode_document) has read.
    ///
    /// # Errors
    /// If the levels of detail do not follow the specification of their extension.
    pub fn decode(json: &[u8]) -> Result<Self> {
        // Most documents have neither, and parsing the JSON again takes time.
        if !has(json, EXTRAS) && !has(json, LOD_EXTENSION) {
            return Ok(Self::default());
        }
        deserialize::from_slice(json).map_err(unreadable)
    }
}

/// Returns the places of extras that an import loses, as JSON pointers such as `/skins/0`, sorted by name. The extras in
/// [`Extras`], those of materials, and the events of animations are not lost.
///
/// # Errors
/// If `json` is not valid JSON.
pub fn places_of_lost_extras(json: &[u8]) -> Result<Vec<String>> {
    if !has(json, EXTRAS) {
        return Ok(Vec::new());
    }
    let mut document: Value = deserialize::from_slice(json).map_err(unreadable)?;
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

fn unreadable(error: gltf_json::Error) -> Error {
    let message = shortened(&error.to_string());
    Error::invalid(format!("the extras or the extension {LOD_EXTENSION} cannot be read: {message}"))
}

fn levels<'de, D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Vec<usize>, D::Error> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Extensions {
        #[serde(rename = "MSFT_lod")]
        lod: Levels,
    }
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Levels {
        ids: Vec<usize>,
    }
    Ok(Option::<Extensions>::deserialize(deserializer)?.unwrap_or_default().lod.ids)
}

fn lights<'de, D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Vec<WithExtras>, D::Error> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Extensions {
        #[serde(rename = "KHR_lights_punctual")]
        punctual: Lights,
    }
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Lights {
        lights: Vec<WithExtras>,
    }
    Ok(Option::<Extensions>::deserialize(deserializer)?.unwrap_or_default().punctual.lights)
}
