#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate reads and writes XNB, the content files of XNA 4, MonoGame and FNA, and converts between bytes and plain values.
//!
//! [`decode`] opens the container (header, LZX or LZ4 compression), then reads the table of type readers and the values of
//! these readers. [`encode`] writes the values again. A [`Value`] is, for example, a number, a collection, a [`Model`] or a
//! [`Texture2D`]. If strict decoding accepts a file, the file can be encoded again byte for byte, except for its compression.
//!
//! Decoding any bytes returns values or an [`Error`], never panics, and uses only as much time and memory as the size of the
//! file justifies.

mod bytes;
mod container;
mod content;
mod error;
mod field;
mod file;
mod type_readers;
mod types;
mod value;
mod values;

pub use container::{Compression, Header, Platform, Profile, UnknownPlatform};
pub use error::{Error, ErrorKind};
pub use field::ResourceId;
pub use file::{DecodeOptions, Decoded, XnbFile, decode, decode_outline, encode};
pub use types::{PrimitiveType, Type, TypeName};
pub use value::{Value, describe_entries};
pub use values::{
    Animation, BasicEffect, BoneId, Curve, CurveContinuity, CurveKey, CurveLoopType, DateTime, Decimal, Effect,
    EffectColors, EffectMaterial, ExternalReference, FieldReader, FieldWriter, FixedLists, GameObject, IndexBuffer,
    KeyFrameSequence, Model, ModelBone, ModelMesh, ModelMeshPart, Primitive, SkinnedEffect, Song, SoundEffect,
    SpriteFont, SurfaceFormat, Texture2D, TextureCube, TimeSpan, UsedLists, VertexBuffer, VertexElement,
    VertexElementFormat, VertexElementUsage,
};

#[cfg(test)]
mod tests;
