//! [`Document`]: the JSON of a glTF file, for reading and writing.
//!
//! Names and meanings are those of chapter 5 of the specification. These types contain only what Rigmill reads or writes, in the
//! order in which it writes them. Members that they do not contain are ignored. Indices refer to the lists of the document;
//! those of a document that was read may refer to nothing.
#![allow(missing_docs, reason = "the specification's names")]

mod accessor;
mod animation;
mod buffer;
mod camera;
mod light;
mod material;
mod mesh;
mod node;
mod skin;
mod texture;

use serde::{Deserialize, Serialize};

use crate::whole;

pub use accessor::{Accessor, ComponentType, Sparse, SparseIndices, SparseValues, Type};
pub use animation::{
    Animation, AnimationPointer, Channel, ChannelTarget, Interpolation, Property, Sampler, TargetExtensions,
};
pub use buffer::{ARRAY_BUFFER, Buffer, BufferView, ELEMENT_ARRAY_BUFFER};
pub use camera::{Camera, CameraType, Orthographic, Perspective};
pub use light::{Light, LightType, PunctualLight, PunctualLights, Spot};
pub use material::{AlphaMode, Material, MetallicRoughness};
pub use mesh::{Attributes, Mesh, MeshExtras, Mode, Primitive};
pub use node::{Instances, LOD_EXTENSION, Lod, Node, NodeExtensions, VISIBILITY_EXTENSION, Visibility};
pub use skin::Skin;
pub use texture::{
    Extensions, FILTERS, IMAGE_EXTENSIONS, Image, TEXTURE_TRANSFORM_EXTENSION, Texture, TextureInfo, TextureSampler,
    TextureTransform, WRAPS,
};

/// A whole document. Empty lists are left out, as the specification requires.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    pub asset: Asset,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions_used: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions_required: Vec<String>,
    #[serde(default, deserialize_with = "whole::maybe", skip_serializing_if = "Option::is_none")]
    pub scene: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<Scene>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<Mesh>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<Skin>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<Texture>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samplers: Vec<TextureSampler>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<Camera>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<Animation>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<DocumentExtensions>,
}

impl Document {
    /// Adds an extension to the list of those that the document uses, which is sorted.
    pub fn uses(&mut self, extension: &str) {
        if let Err(at) = self.extensions_used.binary_search_by(|known| known.as_str().cmp(extension)) {
            self.extensions_used.insert(at, extension.to_owned());
        }
    }

    /// Returns the lights of `KHR_lights_punctual`.
    #[must_use]
    pub fn lights(&self) -> &[Light] {
        self.extensions.as_ref().map_or(&[], |extensions| &extensions.punctual.lights)
    }
}

/// The extensions of the whole document.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct DocumentExtensions {
    #[serde(rename = "KHR_lights_punctual", default)]
    pub punctual: PunctualLights,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asset {
    pub version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
}

impl Default for Asset {
    fn default() -> Self {
        Self { version: "2.0".to_owned(), min_version: None, generator: None }
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Scene {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "whole::list", skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<u32>,
}

/// Converts a position in a list to an index that other elements can refer to. No list in memory has 2^32 or more elements.
#[must_use]
pub fn to_index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Appends an element to a list, and returns its index.
pub fn push<T>(list: &mut Vec<T>, element: T) -> u32 {
    list.push(element);
    to_index(list.len() - 1)
}
