//! [`Mesh`]: primitives, each with its own vertices and one material.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::texture::Extensions;
use crate::whole::{self, Whole};

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Mesh {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub primitives: Vec<Primitive>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f32>,
    #[serde(default, skip_serializing_if = "MeshExtras::is_empty")]
    pub extras: MeshExtras,
}

/// The extras of a mesh.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Value")]
pub struct MeshExtras {
    /// The names of the mesh's morph targets, which are not part of the specification but a common convention. The list is
    /// empty if the extras have no list of strings with the name `targetNames`.
    pub target_names: Vec<String>,
    /// All other extras: any JSON.
    pub others: Value,
}

const TARGET_NAMES: &str = "targetNames";

impl MeshExtras {
    fn is_empty(&self) -> bool {
        self.target_names.is_empty() && (self.others.is_null() || self.others.as_object().is_some_and(Map::is_empty))
    }
}

impl From<Value> for MeshExtras {
    fn from(mut others: Value) -> Self {
        let names = others.as_object_mut().and_then(|others| others.remove(TARGET_NAMES));
        let names = names.and_then(|names| serde_json::from_value(names).ok());
        Self { target_names: names.unwrap_or_default(), others }
    }
}

impl Serialize for MeshExtras {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.target_names.is_empty() {
            return self.others.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(TARGET_NAMES, &self.target_names)?;
        for (name, value) in self.others.as_object().into_iter().flatten() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// Vertex attributes: accessor indices by semantic, in the order in which they are written.
pub type Attributes = BTreeMap<String, u32>;

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Primitive {
    #[serde(deserialize_with = "whole::map")]
    pub attributes: Attributes,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub indices: Option<u32>,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub material: Option<u32>,
    #[serde(default, skip_serializing_if = "Mode::is_triangles")]
    pub mode: Mode,
    /// The attributes that each morph target changes.
    #[serde(default, deserialize_with = "whole::maps", skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Attributes>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extensions: Extensions,
}

/// What a primitive's vertices form. The numbers are OpenGL constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Whole", into = "u32")]
pub enum Mode {
    Points = 0,
    Lines = 1,
    LineLoop = 2,
    LineStrip = 3,
    #[default]
    Triangles = 4,
    TriangleStrip = 5,
    TriangleFan = 6,
    /// None of the specification's modes.
    Unknown = 7,
}

impl Mode {
    const ALL: [Self; 7] = [
        Self::Points,
        Self::Lines,
        Self::LineLoop,
        Self::LineStrip,
        Self::Triangles,
        Self::TriangleStrip,
        Self::TriangleFan,
    ];

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    fn is_triangles(&self) -> bool {
        *self == Self::Triangles
    }
}

impl From<Whole> for Mode {
    fn from(whole: Whole) -> Self {
        let number = u64::from(whole);
        Self::ALL.into_iter().find(|known| *known as u64 == number).unwrap_or(Self::Unknown)
    }
}

impl From<Mode> for u32 {
    fn from(mode: Mode) -> Self {
        mode as Self
    }
}
