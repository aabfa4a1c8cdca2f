//! [`PlayedClip`]: a clip, as the runtime plays it.

use std::collections::HashMap;

use rigmill_format::{AnimationSequence, KeyFrameSequence, Skeleton, Transform};

use super::channels::sample;
use super::key_times::{KeySpan, KeyTimes};
use crate::clips::compression::{ReferenceClip, SourceBone};
use crate::clips::interpolation::{lerp, slerp};

/// A clip on a skeleton, as the runtime's standard rules play it once. Channels that the clip does not move keep their bind
/// pose.
pub(crate) struct PlayedClip<'a> {
    bones: Vec<SourceBone>,
    moved: Vec<PlayedBone<'a>>,
    duration: f32,
}

struct PlayedBone<'a> {
    bone: usize,
    sequence: &'a KeyFrameSequence,
    times: KeyTimes<'a>,
}

impl<'a> PlayedClip<'a> {
    /// Creates the clip for a skeleton with these bones.
    pub(super) fn new(clip: &'a AnimationSequence, bones: Vec<SourceBone>, skeleton: &Skeleton) -> Self {
        let sequences: HashMap<&str, &KeyFrameSequence> =
            clip.sequences.iter().map(|it| (it.bone_name.as_str(), it)).collect();
        let played = |(bone, name): (usize, &str)| {
            let sequence = *sequences.get(name)?;
            Some(PlayedBone { bone, sequence, times: KeyTimes::as_played(sequence) })
        };
        let moved = skeleton.bones.iter().map(|bone| bone.name.as_str()).enumerate().filter_map(played).collect();
        Self { bones, moved, duration: clip.duration }
    }
}

impl ReferenceClip for PlayedClip<'_> {
    fn bones(&self) -> &[SourceBone] {
        &self.bones
    }

    fn duration(&self) -> f32 {
        self.duration
    }

    fn pose_at(&self, time: f64, pose: &mut [Transform]) {
        for (local, bone) in pose.iter_mut().zip(&self.bones) {
            *local = bone.bind;
        }
        for PlayedBone { bone, sequence, times } in &self.moved {
            let Some(local) = pose.get_mut(*bone) else { continue };
            let span = times.span_at(time);
            let span = |fixed| if fixed { KeySpan::FIRST } else { span };
            if sequence.has_translation {
                let sampled = sample(&sequence.translation, span(sequence.fixed_translation), lerp);
                local.translation = sampled.unwrap_or(local.translation);
            }
            if sequence.has_rotation {
                let sampled = sample(&sequence.rotation, span(sequence.fixed_rotation), slerp);
                local.rotation = sampled.unwrap_or(local.rotation);
            }
            if sequence.has_scale {
                let sampled = sample(&sequence.scale, span(sequence.fixed_scale), lerp);
                local.scale = sampled.unwrap_or(local.scale);
            }
        }
    }

    fn key_times(&self) -> Vec<f64> {
        let mut times: Vec<f64> = self.moved.iter().flat_map(|it| it.times.all()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        times
    }
}
