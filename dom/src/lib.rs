//! Source-shaped types: what an importer understood, with the place in the source of everything a later stage may
//! complain about.
//!
//! A dom value holds what the source says, not yet what a game needs. Its serde form is what its digest is taken
//! of, and positions are no part of it: moving text about in a source changes no digest.

mod action_set_source;
mod action_source;
mod animation_source;
mod bone_source;
mod breath_source;
mod collision_source;
mod curve;
mod curve_clip_source;
mod data_source;
mod image;
mod key_frame_source;
mod layer_source;
mod located;
mod motion_deltas_source;
mod play_mode;
mod position;
mod raw_source;
mod sampled_clip_source;
mod scene;
mod skeleton_source;
mod spring_source;
mod texture_source;
mod xnb_source;

pub use action_set_source::ActionSetSource;
pub use action_source::ActionSource;
pub use animation_source::AnimationSource;
pub use bone_source::BoneSource;
pub use breath_source::BreathSource;
pub use collision_source::CollisionSource;
pub use curve::{Curve, CurveKey, CurveWrap};
pub use curve_clip_source::{CurveClipSource, CurveTrackSource};
pub use data_source::{DataEnum, DataField, DataList, DataMap, DataRecord, DataReference, DataSource, DataValue};
pub use image::{Image, ImageError};
pub use key_frame_source::KeyFrameSource;
pub use layer_source::LayerSource;
pub use located::Located;
pub use motion_deltas_source::{MotionDeltaSource, MotionDeltasSource};
pub use play_mode::PlayMode;
pub use position::Position;
pub use raw_source::RawSource;
pub use sampled_clip_source::{SampledClipSource, SampledTrackSource};
pub use scene::{
    Element, NodeKind, Scene, SceneClip, SceneCurveTrack, SceneEffect, SceneEffectValue, SceneInfluence, SceneMaterial,
    SceneMesh, SceneNode, SceneSkin, SceneTexture, SceneTrack, SceneTransform, StoredMesh, UvSet,
};
pub use skeleton_source::SkeletonSource;
pub use spring_source::{SpringChainSource, SpringColliderSource, SpringSource};
pub use texture_source::{PixelFormat, TextureSource};
pub use xnb_source::{Holds, XnbSource};
