//! Clips with a transform for every bone of a skeleton at every frame, from which `uniform-clip` and `compress` make their
//! clips.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::sync::Arc;

use rigmill_dom::{AnimationSource, Scene};
use rigmill_format::{AnimationSequence, Bone, KeyFrameSequence, Skeleton, Transform};
use rigmill_math::to_f32;
use rigmill_pipeline::{Diagnostic, Labelled, ProcessContext, Value};

use super::channels::{Frames, TooManyKeys, rotations, scales, translations};
use super::key_budget::check_keys;
use super::key_times::{own_rate, stated_rate};
use super::played::PlayedClip;
use crate::clips::animation::convert;
use crate::clips::compression::{NUMBERS, SourceBone, SourceClip, rates};
use crate::clips::interpolation::normalize;
use crate::codes;
use crate::data::push_events;
use crate::motion::{RootMotion, WithMotion, push_with_motion, take_motion, take_scene_motion};
use crate::numbers::{KeyCount, SampleRate};
use crate::report::Result;
use crate::scene::{self, NamedClip, push_weights};
use crate::skeletons::{BonePaths, named_skeleton, other_unit, warn_of_units};

/// How a processor's parameters say to sample clips on a skeleton.
pub(crate) struct Sampling<'a> {
    /// The frame rate in frames per second; `None` for the clip's own rate.
    pub(crate) rate: Option<SampleRate>,
    pub(crate) max_keys: Option<KeyCount>,
    /// The asset name of the skeleton; empty for the source's own skeleton.
    pub(crate) skeleton: &'a str,
    /// The movement to remove from the clips.
    pub(crate) root_motion: Option<&'a RootMotion>,
}

/// A clip, its skeleton, and the rates at which the clip may be sampled.
pub(crate) struct ClipOnSkeleton<'a> {
    pub(crate) clip: &'a AnimationSequence,
    pub(crate) skeleton: &'a Skeleton,
    /// The asset name of the skeleton.
    pub(crate) skeleton_name: String,
    /// The frame rate in the manifest or in the source, in frames per second.
    rate: f64,
    /// The highest rate that the limits on keys allow, in frames per second.
    highest_rate: f64,
}

impl ClipOnSkeleton<'_> {
    /// Samples the clip at its rate.
    pub(crate) fn source(&self, ctx: &mut ProcessContext<'_>) -> Result<SourceClip> {
        on_skeleton(self.clip, self.skeleton, self.rate).map_err(|error| error.report(ctx))
    }

    /// Returns the bones that the clip does not move.
    pub(crate) fn resting(&self) -> Vec<u16> {
        let moved: HashSet<&str> = self.clip.sequences.iter().map(|it| it.bone_name.as_str()).collect();
        let bones = (0..).zip(&self.skeleton.bones);
        bones.filter(|(_, bone)| !moved.contains(bone.name.as_str())).map(|(number, _)| number).collect()
    }

    /// Returns the clip in a form that has a pose at any time.
    pub(crate) fn played(&self) -> PlayedClip<'_> {
        PlayedClip::new(self.clip, source_bones(self.skeleton), self.skeleton)
    }

    /// Returns the rates at which the clip may be sampled, ascending.
    pub(crate) fn rates(&self, keys: &[f64]) -> Vec<f64> {
        rates(self.rate, stated_rate(&self.clip.sequences), keys, self.highest_rate)
    }
}

impl Sampling<'_> {
    /// Samples an animation, and makes a product from it in addition to its motion.
    pub(crate) fn animation<T>(
        &self,
        source: &AnimationSource,
        ctx: &mut ProcessContext<'_>,
        make: impl FnOnce(ClipOnSkeleton<'_>, &mut ProcessContext<'_>) -> Result<T>,
    ) -> Result<WithMotion<T>> {
        let mut clip = convert(source, ctx)?;
        let rate = self.rate.map_or_else(|| own_rate(&clip.sequences), SampleRate::get);
        let headroom = check_keys(iter::once((&clip, rate)), NUMBERS, self.max_keys, ctx)?;
        let Some(skeleton) = named_skeleton(self.skeleton, ctx)? else {
            let message = "no skeleton is set, and the clip's file does not contain one";
            let help = "set the skeleton that the clip is for: params = { skeleton = \"…\" }";
            return Err(
                ctx.fail(Diagnostic::error(codes::SAMPLED_SKELETON, message).of_parameter("skeleton").help(help))
            );
        };
        BonePaths::new(Some(&skeleton)).warn_of_unknown(source, "so the built clip does not contain this bone", ctx);
        warn_of_units(other_unit(&clip, "the clip", &skeleton), ctx);
        let skeleton_name = self.skeleton.trim_start_matches('/').to_owned();
        let highest_rate = rate * headroom;
        let motion = take_motion(&mut clip, self.root_motion, Some(&skeleton), ctx)?;
        let clip = make(ClipOnSkeleton { clip: &clip, skeleton: &skeleton, skeleton_name, rate, highest_rate }, ctx)?;
        Ok(WithMotion { clip, motion })
    }

    /// Samples each clip of a scene that moves anything, and makes a product from it, labelled with its name, in addition to
    /// its motion. Also makes the scene's skeleton, `.skeleton`, if the clips use it.
    pub(crate) fn scene<T: Value>(
        &self,
        source: &Scene,
        ctx: &mut ProcessContext<'_>,
        make: impl Fn(ClipOnSkeleton<'_>, &mut ProcessContext<'_>) -> Result<T>,
    ) -> Result<Labelled> {
        let bones = scene::named_bones(source, ctx);
        let clips = scene::named_clips(source, &bones, ctx);
        let rate = |clip: &NamedClip<'_>| self.rate.map_or(clip.source.rate, SampleRate::get);
        let headroom = check_keys(clips.iter().map(|it| (&it.clip, rate(it))), NUMBERS, self.max_keys, ctx)?;
        let mut products = Labelled::default();
        let (skeleton, name) = match named_skeleton(self.skeleton, ctx)? {
            Some(skeleton) => (skeleton, self.skeleton.trim_start_matches('/').to_owned()),
            None => {
                let own = bones.to_skeleton();
                products.push(".skeleton", own.clone());
                (Arc::new(own), format!("{}.skeleton", ctx.asset()))
            }
        };
        let mut units = Vec::new();
        for mut it in clips {
            let rate = rate(&it);
            let motion = take_scene_motion(source, &bones, &mut it, self.root_motion, ctx)?;
            let NamedClip { label, clip, .. } = &it;
            units.extend(other_unit(clip, &format!("clip `{}`", label.trim_start_matches('@')), &skeleton));
            let (skeleton_name, highest_rate) = (name.clone(), rate * headroom);
            let product = make(ClipOnSkeleton { clip, skeleton: &skeleton, skeleton_name, rate, highest_rate }, ctx)?;
            push_events(&mut products, &it.label, it.source);
            push_weights(&mut products, &it.label, source, it.source);
            push_with_motion(&mut products, &it.label, product, motion);
        }
        warn_of_units(units, ctx);
        Ok(products)
    }
}

/// Samples a clip on a skeleton at a frame rate. Channels that the clip does not move keep their bind pose.
fn on_skeleton(clip: &AnimationSequence, skeleton: &Skeleton, rate: f64) -> Result<SourceClip, TooManyKeys> {
    let bones = source_bones(skeleton);
    let frames = Frames::new(clip.duration, rate, f64::from(NUMBERS) * bones.len().max(1) as f64)?;
    let moved: HashMap<&str, &KeyFrameSequence> = clip.sequences.iter().map(|it| (it.bone_name.as_str(), it)).collect();
    let mut locals: Vec<Transform> = (0..frames.count).flat_map(|_| &bones).map(|bone| bone.bind).collect();
    for (number, bone) in skeleton.bones.iter().enumerate() {
        if let Some(sequence) = moved.get(bone.name.as_str()) {
            let own = locals.iter_mut().skip(number).step_by(bones.len());
            set_channels(sequence, frames, own);
        }
    }
    Ok(SourceClip { bones, frame_rate: to_f32(rate), duration: clip.duration, locals })
}

fn source_bones(skeleton: &Skeleton) -> Vec<SourceBone> {
    skeleton.bones.iter().map(source_bone).collect()
}

fn source_bone(bone: &Bone) -> SourceBone {
    let bind = Transform { rotation: normalize(bone.bind.rotation), ..bone.bind };
    SourceBone { parent: bone.parent.map(|parent| parent as usize), bind }
}

/// Sets the channels that a sequence contains in the transforms of its bone. There is one transform per frame.
fn set_channels<'a>(sequence: &KeyFrameSequence, frames: Frames, bone: impl Iterator<Item = &'a mut Transform>) {
    let translations = sequence.has_translation.then(|| translations(sequence, frames)).flatten();
    let rotations = sequence.has_rotation.then(|| rotations(sequence, frames)).flatten();
    let scales = sequence.has_scale.then(|| scales(sequence, frames)).flatten();
    for (frame, local) in bone.enumerate() {
        set(&mut local.translation, translations.as_deref(), frame);
        set(&mut local.rotation, rotations.as_deref(), frame);
        set(&mut local.scale, scales.as_deref(), frame);
    }
}

fn set<T: Copy>(slot: &mut T, samples: Option<&[T]>, frame: usize) {
    if let Some(sample) = samples.and_then(|samples| samples.get(frame)) {
        *slot = *sample;
    }
}
