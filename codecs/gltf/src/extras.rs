//! [`Extras`]: what programs add to the parts of a document.

use gltf_json::{Value, deserialize};
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::shortened;

/// The extension that names the coarser levels of detail of a node.
pub const LOD_EXTENSION: &str = "MSFT_lod";

/// The name of extras, as JSON has it.
const EXTRAS: &str = "\"extras\"";

/// The extras of the parts of a document, by their indices; null where a part has none. Those of materials are in
/// [`Material`](crate::material::Material).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Extras {
    /// Of nodes, with their levels of detail.
    pub nodes: Vec<NodeExtras>,
    /// Of meshes.
    pub meshes: Vec<WithExtras>,
    /// Of cameras.
    pub cameras: Vec<WithExtras>,
    /// Of lights (`KHR_lights_punctual`).
    #[serde(rename = "extensions", deserialize_with = "lights")]
    pub lights: Vec<WithExtras>,
}

/// The extras of a part.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct WithExtras {
    /// Any JSON; null for none.
    pub extras: Value,
}

/// The extras of a node, and its levels of detail.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct NodeExtras {
    /// Any JSON; null for none.
    pub extras: Value,
    /// The nodes that may be drawn instead of this one, finer ones first ([`LOD_EXTENSION`]). They may not exist.
    #[serde(rename = "extensions", deserialize_with = "levels")]
    pub levels: Vec<usize>,
}

impl Extras {
    /// Reads the extras of a document that [`decode_document`](crate::decode_document) has read.
    ///
    /// # Errors
    /// If the levels of detail are not as their extension specifies.
    pub fn decode(json: &[u8]) -> Result<Self> {
        // Most documents have none, and reading them again takes time.
        if !has(json, EXTRAS) && !has(json, LOD_EXTENSION) {
            return Ok(Self::default());
        }
        deserialize::from_slice(json).map_err(unreadable)
    }
}

/// The places of extras that no part of a document keeps, as JSON pointers such as `/skins/0`, sorted by names. Kept are
/// those in [`Extras`], those of materials, and the events of animations.
///
/// # Errors
/// If the document is not JSON.
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

/// Removes the extras that are kept or reported elsewhere.
fn remove_kept(document: &mut Value) {
    for list in ["/nodes", "/meshes", "/materials", "/cameras", "/extensions/KHR_lights_punctual/lights"] {
        for part in document.pointer_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            part.as_object_mut().and_then(|part| part.remove("extras"));
        }
    }
    // Parameters that a material cannot have are reported one by one.
    for material in document.pointer_mut("/materials").and_then(Value::as_array_mut).into_iter().flatten() {
        material.as_object_mut().and_then(|material| material.remove("extensions"));
    }
    for animation in document.pointer_mut("/animations").and_then(Value::as_array_mut).into_iter().flatten() {
        animation.pointer_mut("/extras").and_then(Value::as_object_mut).and_then(|extras| extras.remove("events"));
    }
}

/// Adds where a value has extras. Readers of JSON bound its depth.
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
    Error::invalid(format!("extras, or the extension {LOD_EXTENSION}, cannot be read: {message}"))
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
