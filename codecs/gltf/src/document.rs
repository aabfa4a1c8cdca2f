//! [`Document`]: the JSON of a glTF file, for writing.
//!
//! Names and meanings are those of chapter 5 of the specification. These types contain only the fields that Rigmill writes, in
//! the order in which it writes them. The document types of the crate gltf-json, which are used for reading, contain every
//! field, and have defaults for few of them.
#![allow(missing_docs, reason = "the specification's names")]

use std::collections::{BTreeMap, BTreeSet};

use gltf_json::accessor::{ComponentType, Type};
use gltf_json::animation::{Interpolation, Property};
use gltf_json::buffer::Target;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::material::{Material, Texture, TextureSampler};

/// A whole document. Empty lists are left out, as the specification requires.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    pub asset: Asset,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub extensions_used: BTreeSet<String>,
    pub scene: u32,
    pub scenes: Vec<Scene>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<Mesh>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<Skin>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<Texture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samplers: Vec<TextureSampler>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<Camera>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<Animation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<DocumentExtensions>,
}

/// The extensions of the whole document.
#[derive(Debug, Default, Serialize)]
pub struct DocumentExtensions {
    #[serde(rename = "KHR_lights_punctual")]
    pub punctual: PunctualLights,
}

#[derive(Debug, Default, Serialize)]
pub struct PunctualLights {
    pub lights: Vec<Light>,
}

/// A light of `KHR_lights_punctual`.
#[derive(Debug, Serialize)]
pub struct Light {
    pub name: String,
    #[serde(rename = "type")]
    pub type_: &'static str,
    pub color: [f32; 3],
    pub intensity: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extras: ExtrasObject,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spot {
    pub inner_cone_angle: f32,
    pub outer_cone_angle: f32,
}

#[derive(Debug, Serialize)]
pub struct Camera {
    pub name: String,
    #[serde(rename = "type")]
    pub type_: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perspective: Option<Perspective>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orthographic: Option<Orthographic>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extras: ExtrasObject,
}

#[derive(Debug, Serialize)]
pub struct Perspective {
    #[serde(rename = "aspectRatio", skip_serializing_if = "Option::is_none")]
    pub aspect_ratio: Option<f32>,
    pub yfov: f32,
    pub znear: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zfar: Option<f32>,
}

#[derive(Debug, Serialize)]
pub struct Orthographic {
    pub xmag: f32,
    pub ymag: f32,
    pub znear: f32,
    pub zfar: f32,
}

/// Extras that a program adds to an element, by name.
pub type ExtrasObject = Map<String, Value>;

#[derive(Debug, Serialize)]
pub struct Asset {
    pub version: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub generator: &'static str,
}

impl Default for Asset {
    fn default() -> Self {
        Self { version: "2.0", generator: "" }
    }
}

#[derive(Debug, Default, Serialize)]
pub struct Scene {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<u32>,
}

#[derive(Debug, Default, Serialize)]
pub struct Node {
    pub name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// A unit quaternion x, y, z, w.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<u32>,
    #[serde(skip_serializing_if = "NodeExtensions::is_empty")]
    pub extensions: NodeExtensions,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extras: ExtrasObject,
}

#[derive(Debug, Default, Serialize)]
pub struct NodeExtensions {
    #[serde(rename = "KHR_lights_punctual", skip_serializing_if = "Option::is_none")]
    pub punctual: Option<PunctualLight>,
    #[serde(rename = "MSFT_lod", skip_serializing_if = "Option::is_none")]
    pub lod: Option<Lod>,
}

impl NodeExtensions {
    fn is_empty(&self) -> bool {
        self.punctual.is_none() && self.lod.is_none()
    }
}

#[derive(Debug, Serialize)]
pub struct PunctualLight {
    pub light: u32,
}

/// The coarser levels of detail of a node, finest first.
#[derive(Debug, Serialize)]
pub struct Lod {
    pub ids: Vec<u32>,
}

#[derive(Debug, Serialize)]
pub struct Mesh {
    pub name: String,
    pub primitives: Vec<Primitive>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f32>,
    #[serde(skip_serializing_if = "MeshExtras::is_empty")]
    pub extras: MeshExtras,
}

/// The extras of a mesh: the names of its morph targets, which are a common convention, and the extras that a program adds.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshExtras {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_names: Vec<String>,
    /// All extras other than `targetNames`.
    #[serde(flatten)]
    pub others: ExtrasObject,
}

impl MeshExtras {
    fn is_empty(&self) -> bool {
        self.target_names.is_empty() && self.others.is_empty()
    }
}

#[derive(Debug, Serialize)]
pub struct Primitive {
    pub attributes: Attributes,
    pub indices: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Attributes>,
}

/// Vertex attributes: accessor indices by semantic, in the order in which they are written.
pub type Attributes = BTreeMap<String, u32>;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Skin {
    pub inverse_bind_matrices: u32,
    pub joints: Vec<u32>,
}

#[derive(Debug, Serialize)]
pub struct Image {
    pub name: String,
    pub uri: String,
}

#[derive(Debug, Serialize)]
pub struct Animation {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub channels: Vec<Channel>,
    pub samplers: Vec<Sampler>,
}

#[derive(Debug, Serialize)]
pub struct Channel {
    pub sampler: u32,
    pub target: ChannelTarget,
}

#[derive(Debug, Serialize)]
pub struct ChannelTarget {
    pub node: u32,
    pub path: Property,
}

#[derive(Debug, Serialize)]
pub struct Sampler {
    pub input: u32,
    #[serde(skip_serializing_if = "is_linear")]
    pub interpolation: Interpolation,
    pub output: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    /// If there is no buffer view, all elements are zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer_view: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_offset: Option<usize>,
    pub component_type: ComponentType,
    pub count: usize,
    #[serde(rename = "type")]
    pub type_: Type,
    /// The smallest value of each component. Double precision, so that the text represents the exact single-precision value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub min: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub max: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sparse: Option<Sparse>,
}

#[derive(Debug, Serialize)]
pub struct Sparse {
    pub count: usize,
    pub indices: SparseIndices,
    pub values: SparseValues,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseIndices {
    pub buffer_view: u32,
    pub byte_offset: usize,
    pub component_type: ComponentType,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseValues {
    pub buffer_view: u32,
    pub byte_offset: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: u32,
    pub byte_offset: usize,
    pub byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_stride: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    pub byte_length: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_linear(interpolation: &Interpolation) -> bool {
    *interpolation == Interpolation::Linear
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
