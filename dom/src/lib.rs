#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Source-shaped types: the content of a source, with the positions that later stages need for their diagnostics.
//!
//! A dom value contains what the source states, not what a game needs. Its digest is computed from its serde form, which
//! contains no positions. So moving text within a source does not change the digest.

mod actions;
mod breath;
mod clips;
mod data;
mod font;
mod image;
mod location;
mod raw;
mod scene;
mod skeleton;
mod sound;
mod spring;
mod texture;
mod xnb;

pub use actions::{ActionSetSource, ActionSource, LayerBlend, LayerSource, PlayMode};
pub use breath::BreathSource;
pub use clips::{
    AnimationSource, ClipEventsSource, Curve, CurveClipSource, CurveKey, CurveTrackSource, CurveWrap, EventSource,
    KeyFrameSource, MotionDeltaSource, MotionDeltasSource, SampledClipSource, SampledTrackSource,
};
pub use data::{DataEnum, DataField, DataList, DataMap, DataRecord, DataReference, DataSource, DataValue};
pub use font::{FontSource, GlyphSource, OutlineCommand, StoredFontSource, StoredGlyph};
pub use image::{
    CubeImage, DeepEncoding, DeepImage, Image, ImageContent, ImageError, ImageOptions, ImageSource, PngGamma,
};
pub use location::{Located, Position};
pub use raw::{EffectSource, RawSource};
pub use scene::{
    AlphaMode, CollisionSource, Element, LightUnit, NodeKind, Scene, SceneAttribute, SceneCamera, SceneClip,
    SceneCurveTrack, SceneEffect, SceneEffectValue, SceneInfluence, SceneLevel, SceneLevels, SceneLight,
    SceneLightKind, SceneMaterial, SceneMaterialExtension, SceneMesh, SceneMorph, SceneNode, SceneProjection,
    SceneShape, SceneSkin, SceneTexture, SceneTextureUse, SceneTrack, SceneTransform, SceneWeightTrack, Shading,
    SkinningMethod, StoredMesh, TextureFilter, TexturePlacement, TextureWrap, ThresholdKind, UvSet,
};
pub use skeleton::{BoneSource, SkeletonSource};
pub use sound::{
    DecodedSound, MAX_CHANNELS, MAX_SAMPLE_RATE, SongSource, Sound, SoundEncoding, SoundError, SoundLoop, WaveCodec,
    WaveFormat,
};
pub use spring::{SpringChainSource, SpringColliderSource, SpringSource};
pub use texture::{PixelFormat, TextureCubeSource, TextureFile, TextureSource};
pub use xnb::{Holds, XnbSource};
