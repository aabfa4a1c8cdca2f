#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate reads and writes glTF 2.0 (ISO/IEC 12113:2022), and converts between bytes and plain values.
//!
//! | part | reading | writing |
//! |---|---|---|
//! | the file, `.glb` or `.gltf` | [`Container`] | [`encode`] |
//! | the document (JSON) | [`decode_document`] | [`document::Document`] |
//! | lists of numbers in buffers | [`Accessors`] | [`Binary`] |
//! | transforms of nodes | [`Transform::decompose`] | |
//! | URIs of files and embedded data | [`uri::file_path`], [`uri::data`] | [`uri::escape`] |
//!
//! The crate looks up every index, and compares every accessor with the available bytes before it allocates memory.

mod accessors;
mod binary;
mod component;
mod container;
mod decode;
pub mod document;
mod error;
mod extension_names;
mod lost_extras;
mod transform;
mod triangles;
pub mod uri;
mod whole;

pub use accessors::Accessors;
pub use binary::Binary;
pub use component::{ReadComponent, WriteComponent};
pub use container::{Container, encode};
pub use decode::decode_document;
pub use error::{Error, ErrorKind, shortened};
pub use extension_names::names_of_extensions;
pub use lost_extras::places_of_lost_extras;
pub use transform::Transform;
pub use triangles::triangles;

#[cfg(test)]
mod tests;
