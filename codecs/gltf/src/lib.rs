#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Reads and writes glTF 2.0 (ISO/IEC 12113:2022): bytes to plain values and back.
//!
//! | part | reading | writing |
//! |---|---|---|
//! | the file, `.glb` or `.gltf` | [`Container`] | [`encode`] |
//! | the document, JSON | [`decode_document`] gives the types of the crate gltf-json ([`json`]) | [`document::Document`] |
//! | materials, textures, samplers | [`material::decode_materials`] gives the types that are written | [`material::Material`] |
//! | lists of numbers in buffers | [`Accessors`] | [`Binary`] |
//! | extras, and levels of detail | [`Extras`] | [`document::Document`] |
//! | transforms of nodes | [`Transform::decompose`] | |
//! | addresses of files, and data within them | [`uri::file_path`], [`uri::data`] | [`uri::escape`] |
//!
//! The checks and the readers of the crate gltf are not used: they trust damaged documents. Here every index is looked up, and every
//! accessor is compared with the bytes there are before anything is allocated.

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
