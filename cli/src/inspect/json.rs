//! Content as a line of JSON: everything in it.

use rigmill_format::{
    ActionSetView, AnimationSequenceView, BreathView, CollisionMeshView, ContentType, CurveClipLayout, DataView,
    DecodeError, Header, KeyFrameSequenceView, ModelView, MotionView, SampledClipView, SkeletonView, SpringBonesView,
    TextureView, UniformClipView,
};
use serde::Serialize;

use super::compressed::CompressedClipJson;
use super::curves::{CurveClipJson, SampledClipJson};
use super::data::DataJson;
use super::layers::{BreathJson, SpringBonesJson};
use super::model_json::{CollisionMeshJson, ModelJson, SkeletonJson, TextureJson};
use super::motion_json::MotionJson;
use super::uniform::UniformClipJson;

#[derive(Serialize)]
struct AnimationSequenceJson<'a> {
    r#type: &'static str,
    key_frame_sequence_count: usize,
    duration: f32,
    sequences: Vec<KeyFrameSequenceJson<'a>>,
    close_loop: bool,
    content_version: u16,
}

#[derive(Serialize)]
struct KeyFrameSequenceJson<'a> {
    bone: &'a str,
    key_count: u32,
    duration: f32,
    key_interval: f32,
    has_translation: bool,
    has_rotation: bool,
    has_scale: bool,
    has_time: bool,
    fixed_translation: bool,
    fixed_rotation: bool,
    fixed_scale: bool,
    translation: &'a [[f32; 3]],
    rotation: &'a [[f32; 4]],
    scale: &'a [[f32; 3]],
    time: &'a [f32],
}

#[derive(Serialize)]
struct ActionSetJson<'a> {
    r#type: &'static str,
    content_version: u16,
    skeleton: &'a str,
    layers: Vec<LayerJson<'a>>,
}

#[derive(Serialize)]
struct LayerJson<'a> {
    name: &'a str,
    actions: Vec<ActionJson<'a>>,
}

#[derive(Serialize)]
struct ActionJson<'a> {
    name: &'a str,
    clip: &'a str,
    mode: &'static str,
    blend: f32,
    start: f32,
    speed: f32,
}

pub(super) fn json(header: &Header, bytes: &[u8]) -> Result<String, DecodeError> {
    let version = header.content_version;
    Ok(match header.content_type {
        ContentType::AnimationSequence => line(&animation_sequence(version, AnimationSequenceView::parse(bytes)?)),
        ContentType::Skeleton => line(&SkeletonJson::of(version, SkeletonView::parse(bytes)?)),
        ContentType::Model => line(&ModelJson::of(version, ModelView::parse(bytes)?)),
        ContentType::CollisionMesh => line(&CollisionMeshJson::of(version, CollisionMeshView::parse(bytes)?)),
        ContentType::Texture => line(&TextureJson::of(version, TextureView::parse(bytes)?)),
        ContentType::Motion => line(&MotionJson::of(version, MotionView::parse(bytes)?)),
        ContentType::ActionSet => line(&action_set(version, ActionSetView::parse(bytes)?)),
        ContentType::CurveClip => line(&CurveClipJson::of(version, CurveClipLayout::parse(bytes)?.view(bytes))),
        ContentType::SampledClip => line(&SampledClipJson::of(version, SampledClipView::parse(bytes)?)),
        ContentType::UniformClip => line(&UniformClipJson::of(version, UniformClipView::parse(bytes)?)),
        ContentType::Breath => line(&BreathJson::of(version, BreathView::parse(bytes)?)),
        ContentType::SpringBones => line(&SpringBonesJson::of(version, SpringBonesView::parse(bytes)?)),
        ContentType::Data => line(&DataJson::of(version, DataView::parse(bytes)?)),
        ContentType::CompressedClip => line(&CompressedClipJson::of(version, bytes)?),
    })
}

/// serde_json prints each f32 with as many digits as it takes to read the same f32 back, the sign of zero included.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn animation_sequence(content_version: u16, clip: AnimationSequenceView<'_>) -> AnimationSequenceJson<'_> {
    AnimationSequenceJson {
        r#type: ContentType::AnimationSequence.name(),
        key_frame_sequence_count: clip.len(),
        duration: clip.duration(),
        sequences: clip.sequences().map(key_frame_sequence).collect(),
        close_loop: clip.close_loop(),
        content_version,
    }
}

fn key_frame_sequence(sequence: KeyFrameSequenceView<'_>) -> KeyFrameSequenceJson<'_> {
    KeyFrameSequenceJson {
        bone: sequence.bone_name(),
        key_count: sequence.key_count(),
        duration: sequence.duration(),
        key_interval: sequence.key_interval(),
        has_translation: sequence.has_translation(),
        has_rotation: sequence.has_rotation(),
        has_scale: sequence.has_scale(),
        has_time: sequence.has_time(),
        fixed_translation: sequence.fixed_translation(),
        fixed_rotation: sequence.fixed_rotation(),
        fixed_scale: sequence.fixed_scale(),
        translation: sequence.translation(),
        rotation: sequence.rotation(),
        scale: sequence.scale(),
        time: sequence.time(),
    }
}

fn action_set(content_version: u16, set: ActionSetView<'_>) -> ActionSetJson<'_> {
    let layers = set.layers().map(|layer| LayerJson {
        name: layer.name(),
        actions: layer
            .actions()
            .map(|action| ActionJson {
                name: action.name(),
                clip: action.clip(),
                mode: action.mode().name(),
                blend: action.blend_time(),
                start: action.start_time(),
                speed: action.time_scale(),
            })
            .collect(),
    });
    ActionSetJson {
        r#type: ContentType::ActionSet.name(),
        content_version,
        skeleton: set.skeleton(),
        layers: layers.collect(),
    }
}
