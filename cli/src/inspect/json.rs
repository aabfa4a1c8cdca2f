//! Content as a line of JSON, complete.
//!
//! serde_json prints each f32 with the digits that read back to the same f32, the sign of zero included.

use rigmill_format::{
    ActionLayerView, ActionSetView, ActionView, AnimationSequenceView, BreathView, ClipEventsView, ClipWeightsView,
    CollisionMeshView, ContentType, CurveClipLayout, DataView, DecodeError, FontView, Header, KeyFrameSequenceView,
    ModelView, MotionView, SampledClipView, SkeletonView, SoundView, SpringBonesView, TextureCubeView, TextureView,
    UniformClipView,
};
use serde::Serialize;

use super::compressed::compressed_clip_json;
use super::curves::{curve_clip_json, sampled_clip_json};
use super::data::data_json;
use super::events::clip_events_json;
use super::fonts::font_json;
use super::layers::{breath_json, spring_bones_json};
use super::models::{collision_mesh, model, skeleton, texture, texture_cube};
use super::motion::motion;
use super::sound::sound;
use super::uniform::uniform_clip_json;
use super::weights::clip_weights_json;
use crate::output::object::{line, object};

pub(super) fn json(header: &Header, bytes: &[u8]) -> Result<String, DecodeError> {
    let version = header.content_version;
    Ok(match header.content_type {
        ContentType::AnimationSequence => line(&animation_sequence(version, AnimationSequenceView::parse(bytes)?)),
        ContentType::Skeleton => line(&skeleton(version, SkeletonView::parse(bytes)?)),
        ContentType::Model => line(&model(version, ModelView::parse(bytes)?)),
        ContentType::CollisionMesh => line(&collision_mesh(version, CollisionMeshView::parse(bytes)?)),
        ContentType::Texture => line(&texture(version, TextureView::parse(bytes)?)),
        ContentType::TextureCube => line(&texture_cube(version, TextureCubeView::parse(bytes)?)),
        ContentType::Sound => line(&sound(version, SoundView::parse(bytes)?)),
        ContentType::Font => line(&font_json(version, FontView::parse(bytes)?)),
        ContentType::Motion => line(&motion(version, MotionView::parse(bytes)?)),
        ContentType::ActionSet => line(&action_set(version, ActionSetView::parse(bytes)?)),
        ContentType::CurveClip => line(&curve_clip_json(version, CurveClipLayout::parse(bytes)?.view(bytes).curves())),
        ContentType::SampledClip => line(&sampled_clip_json(version, SampledClipView::parse(bytes)?)),
        ContentType::UniformClip => line(&uniform_clip_json(version, UniformClipView::parse(bytes)?)),
        ContentType::Breath => line(&breath_json(version, BreathView::parse(bytes)?)),
        ContentType::SpringBones => line(&spring_bones_json(version, SpringBonesView::parse(bytes)?)),
        ContentType::ClipWeights => line(&clip_weights_json(version, ClipWeightsView::parse(bytes)?)),
        ContentType::ClipEvents => line(&clip_events_json(version, ClipEventsView::parse(bytes)?)),
        ContentType::Data => line(&data_json(version, DataView::parse(bytes)?)),
        ContentType::CompressedClip => line(&compressed_clip_json(version, bytes)?),
    })
}

fn animation_sequence(version: u16, clip: AnimationSequenceView<'_>) -> impl Serialize {
    object! {
        r#type: ContentType::AnimationSequence.name(),
        key_frame_sequence_count: clip.len(),
        duration: clip.duration(),
        sequences: clip.sequences().map(key_frame_sequence).collect::<Vec<_>>(),
        close_loop: clip.close_loop(),
        content_version: version,
    }
}

fn key_frame_sequence(sequence: KeyFrameSequenceView<'_>) -> impl Serialize {
    object! {
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

fn action_set(version: u16, set: ActionSetView<'_>) -> impl Serialize {
    let action = |action: ActionView<'_>| {
        object! {
            name: action.name().to_owned(),
            clip: action.clip().to_owned(),
            mode: action.mode().name(),
            blend: action.blend_time(),
            start: action.start_time(),
            speed: action.time_scale(),
        }
    };
    let layer = |layer: ActionLayerView<'_>| {
        object! {
            name: layer.name().to_owned(),
            bones: layer.bones().map(str::to_owned).collect::<Vec<_>>(),
            blend: layer.blend().name(),
            actions: layer.actions().map(action).collect::<Vec<_>>(),
        }
    };
    object! {
        r#type: ContentType::ActionSet.name(),
        content_version: version,
        skeleton: set.skeleton(),
        layers: set.layers().map(layer).collect::<Vec<_>>(),
    }
}
