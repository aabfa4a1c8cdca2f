//! Tests of the glTF importer.

mod accessors;
mod attributes;
mod buffers;
mod carried;
mod clips;
mod curves;
mod events;
mod extensions;
mod hidden;
mod hierarchies;
mod hostile;
mod instances;
mod ktx2_images;
mod limits;
mod materials;
mod meshes;
mod morphs;
mod pointers;
#[cfg(feature = "fbx")]
mod robot;
mod support;
mod unread_data;
mod writer;
