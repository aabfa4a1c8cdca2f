//! [`Extras`]: what programs add to the parts of a document.

use gltf_json::{Value, deserialize};
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::shortened;

/// The extension that names the coarser levels of detail of a node.
pub const LOD_EXTENSION: &str = "MSFT_lod";

/// The extras of the parts of a document, by their indices; null where a part has none. Those of materials are in
/// [`Material`](crate::material::Material).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Extras {
    /// Of nodes, with their levels of detail.
    pub nodes: Vec<NodeExtras>,
    /// Of meshes.
    pub meshes: Vec<MeshExtras>,
    /// Of cameras.
    pub cameras: Vec<WithExtras>,
    /// Of scenes.
    pub scenes: Vec<WithExtras>,
    /// Of the asset, which says who made the document.
    pub asset: WithExtras,
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

/// The extras of a mesh, and of its primitives.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct MeshExtras {
    /// Any JSON; null for none.
    pub extras: Value,
    /// Of its primitives.
    pub primitives: Vec<WithExtras>,
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
        let has = |text: &str| json.windows(text.len()).any(|window| window == text.as_bytes());
        if !has("\"extras\"") && !has(LOD_EXTENSION) {
            return Ok(Self::default());
        }
        deserialize::from_slice(json).map_err(|error| {
            let message = shortened(&error.to_string());
            Error::invalid(format!("extras, or the extension {LOD_EXTENSION}, cannot be read: {message}"))
        })
    }
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
