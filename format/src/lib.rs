#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! The content files (`.rmb`) that a game loads. For each content type, one module contains its owned value, its byte layout,
//! its encoder, its decoder and its view.
//!
//! - [`container`]: the parts that all files have: header, checksum, section table, aligned sections.
//! - [`animation_sequence`], [`skeleton`], [`model`], [`collision_mesh`], [`texture`], [`texture_cube`], [`sound`], [`font`],
//!   [`action_set`], [`breath`], [`spring_bones`], [`motion`], [`data`], [`curve_clip`], [`sampled_clip`], [`compressed_clip`],
//!   [`uniform_clip`], [`events`]: one content type each.
//! - [`curves`]: the common parts of curve clips and sampled clips.
//! - [`pack`]: all content of a target in one file (`.rmp`).
//! - [`MotionDeltas`]: root motion as frame-by-frame deltas, which is content of other programs' files.
//! - [`peek`] and [`verify`]: functions for files of unknown type.
//!
//! [`Content::encode`] encodes a value, and [`Content::decode`] decodes it. A view such as [`AnimationSequenceView`] reads
//! content directly from the file's bytes, and allocates no memory. The macro `sections!` in `layout` generates the view,
//! layout and codec of a content type from one list of its sections.
//!
//! This crate does no I/O: bytes are passed in and returned as slices. Any bytes give content or a [`DecodeError`], but never
//! cause a panic or an allocation larger than the input justifies. Each value has exactly one encoding: decoding a file and
//! encoding it again gives the same bytes.

#[cfg(target_endian = "big")]
compile_error!("rigmill-format casts sections in place, and content files are little-endian");

pub mod action_set;
mod clips;
pub mod container;
pub mod data;
mod error;
mod geometry;
mod inspect;
mod layers;
mod layout;
mod models;
pub mod motion;
pub mod pack;
mod raw_file;
mod sounds;

pub use clips::{animation_sequence, compressed_clip, curve_clip, curves, events, sampled_clip, uniform_clip, weights};
pub use layers::{breath, spring_bones};
pub use models::{collision_mesh, font, model, skeleton, texture, texture_cube};
pub use sounds::sound;

pub use action_set::{
    Action, ActionLayer, ActionLayerView, ActionSet, ActionSetLayout, ActionSetView, ActionView, LayerBlend, PlayMode,
};
pub use animation_sequence::{
    AnimationSequence, AnimationSequenceLayout, AnimationSequenceView, KeyFrameSequence, KeyFrameSequenceView,
};
pub use breath::{Breath, BreathLayout, BreathPhase, BreathRotation, BreathView};
pub use clips::FrameTimes;
pub use collision_mesh::{
    CollisionMesh, CollisionMeshLayout, CollisionMeshView, CollisionNode, MAX_TREE_DEPTH, NodeBelow,
};
pub use compressed_clip::{CompressedClip, CompressedClipLayout, CompressedClipView, DecodeLimits};
pub use container::{
    AlignedBytes, ContentType, HEADER_LENGTH, Header, SectionId, SectionInfo, stated_length, stated_type,
};
pub use curve_clip::{CurveClip, CurveClipLayout, CurveClipView};
pub use curves::{Component, Curve, CurveKey, CurveTrack, CurveTrackView, CurveView, CurvesView, WrapMode};
pub use data::{
    Data, DataEnum, DataEnumView, DataField, DataKind, DataLayout, DataList, DataListView, DataMap, DataMapView,
    DataRecord, DataRecordView, DataValue, DataValueView, DataView, MAX_DATA_DEPTH,
};
pub use error::{DecodeError, EncodeError, InvalidContent};
pub use events::{ClipEvent, ClipEvents, ClipEventsLayout, ClipEventsView, EventId, EventView, MAX_EVENTS};
pub use font::{Font, FontLayout, FontView, Glyph, MAX_GLYPHS};
pub use geometry::{BoundingBox, BoundingSphere, RigidTransform, Transform};
pub use inspect::{peek, verify};
pub use layers::Easing;
pub use layout::Content;
pub use model::{
    AlphaMode, Carrier, DetailLevel, DetailLevelView, EffectParameter, EffectValue, ExtensionTexture, Indices,
    JointSet, LevelGroup, LevelGroupView, LevelMeasure, LightKind, LightUnit, MAX_ATTRIBUTES, MAX_COLOR_SETS,
    MAX_JOINT_SETS, MAX_UV_SETS, MaterialEffect, MaterialExtension, MaterialExtensionView, MaterialTexture,
    MaterialTextureView, MeshPart, MeshSkin, Model, ModelBone, ModelBoneView, ModelCamera, ModelCameraView,
    ModelLayout, ModelLight, ModelLightView, ModelMaterial, ModelMaterialView, ModelMesh, ModelMeshView,
    ModelProperties, ModelPropertiesView, ModelView, MorphShape, MorphShapeView, MorphTarget, MorphTargetView,
    NormalFormat, Normals, PositionFormat, PositionGrid, Positions, Projection, PropertyKind, PropertyOwner, Shading,
    SkinningMethod, Tangents, TextureFilter, TexturePlacement, TextureUse, TextureWrap, VertexAttribute,
    VertexAttributeView, Vertices, shape_weights,
};
pub use models::{ModelWithClips, NamedClip};
pub use motion::{
    MAX_MOTION_TICKS, MAX_QUANTUM_BITS, Motion, MotionDelta, MotionDeltas, MotionInterpolation, MotionLayout,
    MotionView, RootPose, TICKS_PER_SECOND,
};
pub use raw_file::{CompiledEffect, RawFile};
pub use sampled_clip::{SampledClip, SampledClipLayout, SampledClipView};
pub use skeleton::{Bone, BoneView, Skeleton, SkeletonLayout, SkeletonView};
pub use sound::{
    MAX_SOUND_CHANNELS, MAX_SOUND_RATE, Sound, SoundData, SoundEncoding, SoundLayout, SoundLoop, SoundView,
};
pub use sounds::Song;
pub use spring_bones::{
    SpringBones, SpringBonesLayout, SpringBonesView, SpringBound, SpringChain, SpringChainView, SpringCollider,
    SpringColliderView, SpringSettings,
};
pub use texture::{MAX_TEXTURE_SIZE, MipView, Texture, TextureFormat, TextureLayout, TextureView, mip_limit, mip_size};
pub use texture_cube::{CubeFace, TextureCube, TextureCubeLayout, TextureCubeView};
pub use uniform_clip::{UniformClip, UniformClipLayout, UniformClipView, UniformTrack};
pub use weights::{ClipWeights, ClipWeightsLayout, ClipWeightsView, WeightTrack, WeightTrackView};
