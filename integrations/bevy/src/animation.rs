//! Clips as Bevy's [`AnimationClip`], for its `AnimationGraph`.
//!
//! The curves contain no keys. Each curve holds a handle to the bytes of the content file, and samples them with the runtime's
//! jobs.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_animation::animation_curves::{AnimatableCurve, AnimatedField};
use bevy_animation::{AnimationClip, AnimationTargetId, animated_field};
use bevy_ecs::system::Commands;
use bevy_math::curve::{Curve, Interval};
use bevy_math::{Quat, Vec3};
use bevy_reflect::{Reflect, TypePath};
use bevy_transform::components::Transform;
use rigmill_format::SkeletonView;
use rigmill_runtime::PlayMode;
use rigmill_runtime::blocks::{CompressedScratch, PoseBlock, Rig};
use rigmill_runtime::clips::{Clip, SampleJob};
use rigmill_runtime::content::Skeleton;
use rigmill_runtime::error::PlayError;

use crate::convert;
use crate::event::RigEvent;

/// Converts a clip on a skeleton to Bevy's clip. The result has curves for the translation, rotation and scale of each bone
/// that the clip moves. It also has the clip's events, which are sent as [`RigEvent`]s.
///
/// The asset server can load a content file as the same clip:
/// `assets.load_with_settings::<AnimationClip, RigClipSettings>(path, |settings| settings.skeleton = ...)`.
///
/// # Errors
/// The clip does not fit the skeleton.
pub fn animation_clip(clip: &Clip, skeleton: &Skeleton, repeats: bool) -> Result<AnimationClip, PlayError> {
    let view = skeleton.view();
    clip.check(view.len())?;
    let shared = Arc::new(Shared {
        id: next_id(),
        rig: Rig::new(&view),
        mode: if repeats { PlayMode::Repeat } else { PlayMode::Once },
        clip: clip.clone(),
    });
    let targets = target_ids(&view);
    let mut made = AnimationClip::default();
    for bone in shared.clip.moved_bones().iter().copied().filter(|bone| *bone < targets.len()) {
        let curve = BoneCurve { shared: Arc::clone(&shared), bone, axis: root_axis(&view, bone) };
        let target = targets[bone];
        let translation = curve.part::<Vec3>(|transform| transform.translation);
        made.add_curve_to_target(target, AnimatableCurve::new(animated_field!(Transform::translation), translation));
        let rotation = curve.part::<Quat>(|transform| transform.rotation);
        made.add_curve_to_target(target, AnimatableCurve::new(animated_field!(Transform::rotation), rotation));
        let scale = curve.part::<Vec3>(|transform| transform.scale);
        made.add_curve_to_target(target, AnimatableCurve::new(animated_field!(Transform::scale), scale));
    }
    // A clip may move no bones, or end after its last curve.
    made.set_duration(shared.clip.duration());
    add_events(&mut made, &shared.clip);
    Ok(made)
}

/// Returns the animation target of each bone of a skeleton. A target id consists of the names from the root bone down, as
/// Bevy's glTF loader creates them below the armature.
#[must_use]
pub fn target_ids(skeleton: &SkeletonView<'_>) -> Vec<AnimationTargetId> {
    let mut paths: Vec<Vec<&str>> = Vec::new();
    for bone in skeleton.bones() {
        let mut path = bone.parent().and_then(|parent| paths.get(parent)).cloned().unwrap_or_default();
        path.push(bone.name());
        paths.push(path);
    }
    paths.iter().map(|path| path.iter().collect()).collect()
}

/// The rotation that is applied after the transform of a root bone. `None` for other bones, or if it changes nothing.
pub(crate) fn root_axis(skeleton: &SkeletonView<'_>, bone: usize) -> Option<Quat> {
    let is_root = skeleton.bone(bone).is_some_and(|bone| bone.parent().is_none());
    let axis = Quat::from_array(skeleton.root_axis()).normalize();
    (is_root && axis != Quat::IDENTITY).then_some(axis)
}

/// The transform of a root bone followed by the root axis.
pub(crate) fn turned(transform: Transform, axis: Option<Quat>) -> Transform {
    match axis {
        None => transform,
        Some(axis) => Transform {
            translation: axis * transform.translation,
            rotation: axis * transform.rotation,
            scale: transform.scale,
        },
    }
}

fn add_events(made: &mut AnimationClip, clip: &Clip) {
    let Some(events) = clip.events() else { return };
    for event in events.view().events().filter(|event| event.time <= clip.duration()) {
        let template = RigEvent::new(&event);
        made.add_event_fn(event.time, move |commands: &mut Commands, entity, _time, _weight| {
            commands.write_message(RigEvent { entity, ..template.clone() });
        });
    }
}

/// The data that the curves of a clip share.
#[derive(Debug)]
struct Shared {
    /// Identifies the clip in the cache.
    id: u64,
    clip: Clip,
    rig: Rig,
    mode: PlayMode,
}

fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The transform of one bone over time.
#[derive(Clone, Debug)]
struct BoneCurve {
    shared: Arc<Shared>,
    bone: usize,
    axis: Option<Quat>,
}

impl BoneCurve {
    fn part<T: TypePath>(&self, part: fn(&Transform) -> T) -> PartCurve<T> {
        PartCurve { curve: self.clone(), part }
    }

    fn at(&self, time: f32) -> Transform {
        let block = SAMPLER.with_borrow_mut(|sampler| sampler.block(&self.shared, self.bone / 8, time));
        turned(convert::transform(&block.transform(self.bone)), self.axis)
    }
}

/// The translation, rotation or scale of one bone over time.
#[derive(Reflect)]
#[reflect(opaque)]
#[reflect(Clone)]
struct PartCurve<T: TypePath> {
    curve: BoneCurve,
    part: fn(&Transform) -> T,
}

impl<T: TypePath> Clone for PartCurve<T> {
    fn clone(&self) -> Self {
        Self { curve: self.curve.clone(), part: self.part }
    }
}

impl<T: TypePath> fmt::Debug for PartCurve<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PartCurve").field(&self.curve.bone).finish()
    }
}

impl<T: TypePath> Curve<T> for PartCurve<T> {
    fn domain(&self) -> Interval {
        // A clip's duration is finite and not negative, so the interval is valid.
        Interval::new(0.0, self.curve.shared.clip.duration()).unwrap_or(Interval::UNIT)
    }

    fn sample_unchecked(&self, time: f32) -> T {
        (self.part)(&self.curve.at(time))
    }
}

thread_local! {
    static SAMPLER: RefCell<Sampler> = RefCell::new(Sampler::default());
}

/// The number of blocks that a thread caches: enough for a character that blends a few clips.
const RECENT: usize = 32;

/// Samples and caches blocks of eight bones, because Bevy requests each part of each bone separately.
#[derive(Default)]
struct Sampler {
    recent: Vec<(Key, PoseBlock)>,
    /// The index of the oldest cached block.
    oldest: usize,
    bones: usize,
    scratch: Option<CompressedScratch>,
    wanted: Vec<bool>,
    out: Vec<PoseBlock>,
}

/// Identifies a block of eight bones of a clip at one time.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    clip: u64,
    block: usize,
    /// The bits of the time.
    time: u32,
}

impl Sampler {
    fn block(&mut self, shared: &Shared, block: usize, time: f32) -> PoseBlock {
        let key = Key { clip: shared.id, block, time: time.to_bits() };
        if let Some((_, found)) = self.recent.iter().find(|(recent, _)| *recent == key) {
            return *found;
        }
        let made = self.sample(shared, block, time);
        if self.recent.len() < RECENT {
            self.recent.push((key, made));
        } else {
            self.recent[self.oldest] = (key, made);
            self.oldest = (self.oldest + 1) % RECENT;
        }
        made
    }

    fn sample(&mut self, shared: &Shared, block: usize, time: f32) -> PoseBlock {
        let Shared { clip, rig, mode, .. } = shared;
        if self.bones != rig.bones() || self.scratch.is_none() {
            self.bones = rig.bones();
            self.scratch = Some(CompressedScratch::new(self.bones));
            self.wanted = vec![false; rig.blocks()];
            self.out = vec![PoseBlock::IDENTITY; rig.blocks()];
        }
        let Some(scratch) = &mut self.scratch else { return PoseBlock::IDENTITY };
        let Some(wanted) = self.wanted.get_mut(block) else { return PoseBlock::IDENTITY };
        *wanted = true;
        let (wanted, out) = (&self.wanted[..], &mut self.out[..]);
        let done = SampleJob { clip, time, mode: *mode, rest: rig.bind(), wanted, scratch, out }.run();
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
        self.wanted[block] = false;
        self.out[block]
    }
}
