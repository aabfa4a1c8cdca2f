#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate reads and writes glTF 2.0 (ISO/IEC 12113:2022), and converts between bytes and plain values.
//!
//! | part | reading | writing |
//! |---|---|---|
//! | the file, `.glb` or `.gltf` | [`Container`] | [`encode`] |
//! | the document (JSON) | [`decode_document`], as types of the crate gltf-json ([`json`]) | [`document::Document`] |
//! | materials, textures, samplers | [`material::decode_materials`], as the types used for writing | [`material::Material`] |
//! | lists of numbers in buffers | [`Accessors`] | [`Binary`] |
//! | extras and levels of detail | [`Extras`] | [`document::Document`] |
//! | transforms of nodes | [`Transform::decompose`] | |
//! | URIs of files and embedded data | [`uri::file_path`], [`uri::data`] | [`uri::escape`] |
//!
//! This crate does not use the checks and readers of the crate gltf, because they trust damaged documents. This crate looks up
//! every index, and compares every accessor with the available bytes before it allocates memory.

mod accessors;
mod binary;
mod component;
mod container;
mod decode;
pub mod document;
mod error;
mod extras;
pub mod material;
mod transform;
mod triangles;
pub mod uri;

pub use accessors::Accessors;
pub use binary::Binary;
pub use component::{ReadComponent, WriteComponent};
pub use container::{Container, encode};
pub use decode::{
    Attributes, PrimitiveAttributes, VISIBILITY_EXTENSION, decode_animation_extras, decode_attributes, decode_document,
    decode_target_names, decode_visibility, shortened,
};
pub use error::{Error, ErrorKind};
pub use extras::{Extras, LOD_EXTENSION, NodeExtras, WithExtras, places_of_lost_extras};
pub use gltf_json as json;
pub use transform::Transform;
pub use triangles::triangles;

#[cfg(test)]
mod tests;
