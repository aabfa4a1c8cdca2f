//! The values of the type readers of XNA and RobotGame. For each type, reading and writing are side by side.

mod animation;
mod curve;
mod dotnet;
mod effect;
mod game_object;
mod model;
mod primitive;
mod sound;
mod sprite_font;
mod surface_format;
mod texture;
mod vertices;

pub use animation::{Animation, FixedLists, KeyFrameSequence, UsedLists};
pub use curve::{Curve, CurveContinuity, CurveKey, CurveLoopType};
pub use dotnet::{DateTime, Decimal, TimeSpan};
pub use effect::{BasicEffect, Effect, EffectColors, EffectMaterial, ExternalReference, SkinnedEffect};
pub use game_object::{FieldReader, FieldWriter, GameObject};
pub use model::{BoneId, Model, ModelBone, ModelMesh, ModelMeshPart};
pub use primitive::Primitive;
pub use sound::{Song, SoundEffect};
pub use sprite_font::SpriteFont;
pub use surface_format::SurfaceFormat;
pub use texture::{Texture2D, TextureCube};
pub use vertices::{IndexBuffer, VertexBuffer, VertexElement, VertexElementFormat, VertexElementUsage};
