//! Tests of the glTF importer.

mod accessors;
mod attributes;
mod buffers;
mod carried;
mod clips;
mod curves;
mod events;
mod hidden;
mod hierarchies;
mod hostile;
mod limits;
mod materials;
mod meshes;
mod morphs;
#[cfg(feature = "fbx")]
mod robot;
mod support;
mod writer;
