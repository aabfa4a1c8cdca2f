#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Reads and writes XNB, the content files of XNA 4, MonoGame and FNA: bytes to plain values and back.
//!
//! [`decode`] opens the container (header, LZX, LZ4), reads the table of type readers and the values that they read;
//! [`encode`] writes them again. A [`Value`] is a number, a collection, a [`Model`], a [`Texture2D`] and the like.
//! Everything that strict decoding accepts can be encoded again byte for byte, except for compression.
//!
//! Any bytes give values or an [`Error`]: never a panic, and never more time or memory than the size of the file justifies.

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
