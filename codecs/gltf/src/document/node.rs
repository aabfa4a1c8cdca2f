//! [`Node`]: a place in the hierarchy, and what is there.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::light::PunctualLight;
use super::mesh::Attributes;
use crate::whole;

/// The extension that lists the coarser levels of detail of a node.
pub const LOD_EXTENSION: &str = "MSFT_lod";

/// The extension that hides nodes.
pub const VISIBILITY_EXTENSION: &str = "KHR_node_visibility";

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Node {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "whole::list", skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<u32>,
    /// The transform, column by column, instead of translation, rotation and scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<[f32; 16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// A unit quaternion x, y, z, w.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub mesh: Option<u32>,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub skin: Option<u32>,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub camera: Option<u32>,
    /// The weights of the mesh's morph targets, instead of the mesh's own weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<f32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<Box<NodeExtensions>>,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub extras: Value,
}

impl Node {
    /// Returns the index of the node's light.
    #[must_use]
    pub fn light(&self) -> Option<u32> {
        Some(self.extensions.as_ref()?.punctual.as_ref()?.light)
    }

    /// Returns the indices of the coarser levels of detail of the node, finest first.
    #[must_use]
    pub fn levels(&self) -> &[u32] {
        self.extensions.as_ref().and_then(|it| it.lod.as_ref()).map_or(&[], |lod| &lod.ids)
    }

    /// Returns the instances of the node's mesh.
    #[must_use]
    pub fn instances(&self) -> Option<&Instances> {
        self.extensions.as_ref()?.instances.as_ref()
    }

    /// Returns whether the node itself is visible. Its parents may not be.
    #[must_use]
    pub fn is_visible(&self) -> bool {
        self.extensions.as_ref().and_then(|it| it.visibility.as_ref()).is_none_or(|it| it.visible)
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct NodeExtensions {
    #[serde(rename = "KHR_lights_punctual", skip_serializing_if = "Option::is_none")]
    pub punctual: Option<PunctualLight>,
    #[serde(rename = "MSFT_lod", skip_serializing_if = "Option::is_none")]
    pub lod: Option<Lod>,
    #[serde(rename = "KHR_node_visibility", skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Visibility>,
    #[serde(rename = "EXT_mesh_gpu_instancing", skip_serializing_if = "Option::is_none")]
    pub instances: Option<Instances>,
}

/// The transforms of a mesh's instances, relative to the node.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Instances {
    /// `TRANSLATION`, `ROTATION`, `SCALE`, and the attributes of programs.
    #[serde(default, deserialize_with = "whole::map")]
    pub attributes: Attributes,
}

/// The coarser levels of detail of a node, finest first.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Lod {
    #[serde(default, deserialize_with = "whole::list")]
    pub ids: Vec<u32>,
}

/// Whether a node and its children are drawn.
#[derive(Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Visibility {
    pub visible: bool,
}

impl Default for Visibility {
    fn default() -> Self {
        Self { visible: true }
    }
}
