//! [`Stage`]: the data that all characters of a crowd share, and the code that computes their poses.

use std::ops::Range;
use std::sync::Arc;

use rigmill_format::Transform;
use rigmill_math::affine;
use rigmill_math::matrix::{self, Matrix};

use super::layer::Layer;
use super::older::NEWEST;
use crate::blocks::fade::{Part, fade, overlay};
use crate::blocks::{BlendLayer, CompressedScratch, PoseBlock, PoseToModelJob, Rig, WeightBlock, additive};
use crate::characters::LocalToModelJob;
use crate::characters::fader::{Fader, Outgoing, Playing, Shown};
use crate::clips::{Clip, SampleJob};
use crate::content::Skeleton;
use crate::layers::{Pose, PoseLayer};

/// The data that all characters of a crowd share.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) skeleton: Arc<Skeleton>,
    pub(super) rig: Arc<Rig>,
    pub(super) clips: Vec<Clip>,
    pub(super) layers: Vec<Layer>,
    /// For each layer, the number of groups of the layers below; then the number of all groups.
    first_groups: Vec<usize>,
    /// The number of levels of detail.
    pub(super) details: usize,
    /// Weight 1 for every bone, for blends without a mask.
    all: Vec<WeightBlock>,
    /// An additive pose that changes nothing.
    nothing: Vec<PoseBlock>,
}

/// What is needed to compute the current pose of one character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Showing<'a> {
    /// One per layer.
    pub(super) faders: &'a [Fader],
    /// One per layer.
    pub(super) weights: &'a [f32],
    /// For each layer, the pose that it froze last.
    pub(super) frozen: &'a [PoseBlock],
    /// For each group of bones of each layer, the fader of an older clip.
    pub(super) older: &'a [Fader],
    /// For each group of bones of each layer, the index of its fader among the layer's older ones, or [`NEWEST`].
    pub(super) leaders: &'a [u16],
    pub(super) detail: usize,
}

/// Buffers for the pose of one character and for the poses that are blended into it. The poses of all characters are not kept,
/// because a thousand poses would not fit into the processor's caches.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    pub(super) pose: Vec<PoseBlock>,
    from: Vec<PoseBlock>,
    to: Vec<PoseBlock>,
    pub(super) mixed: Vec<PoseBlock>,
    local: Vec<Matrix>,
    compressed: CompressedScratch,
    /// The mask of the groups that share a fader, and its blocks with a weight above 0.
    mask: Vec<WeightBlock>,
    used: Vec<bool>,
}

impl Stage {
    pub(super) fn new(skeleton: &Arc<Skeleton>, rig: Rig, clips: Vec<Clip>, layers: Vec<Layer>) -> Self {
        let (all, nothing) = (vec![WeightBlock::ALL; rig.blocks()], vec![PoseBlock::IDENTITY; rig.blocks()]);
        let mut first_groups = vec![0];
        for layer in &layers {
            first_groups.push(first_groups[first_groups.len() - 1] + layer.groups.len());
        }
        let (skeleton, rig) = (Arc::clone(skeleton), Arc::new(rig));
        Self { skeleton, rig, clips, layers, first_groups, details: 1, all, nothing }
    }

    pub(super) fn scratch(&self) -> Scratch {
        let pose = || self.rig.bind().to_vec();
        let local = vec![matrix::IDENTITY; self.rig.bones()];
        let compressed = CompressedScratch::new(self.rig.bones());
        let (mask, used) = (self.all.clone(), vec![true; self.rig.blocks()]);
        Scratch { pose: pose(), from: pose(), to: pose(), mixed: pose(), local, compressed, mask, used }
    }

    /// Computes the pose of a character from its first `count` layers.
    pub(super) fn make_pose(&self, showing: &Showing<'_>, count: usize, scratch: &mut Scratch) {
        scratch.pose.copy_from_slice(self.rig.bind());
        for (number, layer) in self.layers.iter().enumerate().take(count) {
            if layer.is_additive() {
                self.add_layer(showing, number, scratch);
            } else {
                self.put_layer(showing, number, scratch);
            }
        }
    }

    /// Blends a layer's pose over the layers below.
    fn put_layer(&self, showing: &Showing<'_>, number: usize, scratch: &mut Scratch) {
        let groups = self.groups(number);
        let leaders = &showing.leaders[groups.clone()];
        if leaders.iter().all(|leader| *leader == NEWEST) {
            return self.put(showing, number, &showing.faders[number], self.part(showing, number), scratch);
        }
        for (group, fader) in showing.older[groups].iter().enumerate() {
            self.put_groups(showing, number, (fader, u16::try_from(group).unwrap_or(NEWEST)), scratch);
        }
        self.put_groups(showing, number, (&showing.faders[number], NEWEST), scratch);
    }

    /// Blends the pose of the groups that follow `leader` over the layers below.
    fn put_groups(&self, showing: &Showing<'_>, number: usize, (fader, leader): (&Fader, u16), scratch: &mut Scratch) {
        let leaders = &showing.leaders[self.groups(number)];
        if !leaders.contains(&leader) {
            return;
        }
        let (mut mask, mut used) = (std::mem::take(&mut scratch.mask), std::mem::take(&mut scratch.used));
        let whole = self.part(showing, number);
        self.layers[number].mask_of(|group| leaders.get(group) == Some(&leader), &mut mask);
        for ((used, whole), mask) in used.iter_mut().zip(whole.used).zip(&mask) {
            *used = *whole && *mask != WeightBlock::NONE;
        }
        self.put(showing, number, fader, Part { mask: &mask, used: &used, ..whole }, scratch);
        (scratch.mask, scratch.used) = (mask, used);
    }

    /// Blends the pose of a fader over the layers below.
    fn put(&self, showing: &Showing<'_>, number: usize, fader: &Fader, part: Part<'_>, scratch: &mut Scratch) {
        match fader.shown() {
            Shown::Nothing => {}
            Shown::Clip(clip) => {
                self.sample(&self.layers[number], clip, part.used, &mut scratch.compressed, &mut scratch.to);
                overlay(&scratch.to, part, &mut scratch.pose);
            }
            Shown::Fade { from, to, fraction } => {
                self.sample_ends(showing, number, (from, to.as_ref()), part.used, scratch);
                fade(&scratch.from, &scratch.to, *fraction, part, &mut scratch.pose);
            }
        }
    }

    /// The groups of a layer, among the groups of all layers.
    pub(super) fn groups(&self, layer: usize) -> Range<usize> {
        self.first_groups[layer]..self.first_groups[layer + 1]
    }

    /// The number of groups of all layers.
    pub(super) fn all_groups(&self) -> usize {
        self.first_groups.last().copied().unwrap_or(0)
    }

    /// Adds a layer's pose to the layers below.
    fn add_layer(&self, showing: &Showing<'_>, number: usize, scratch: &mut Scratch) {
        let part = self.part(showing, number);
        if self.additive_pose(showing, number, scratch).is_none() {
            return;
        }
        let added = BlendLayer { pose: &scratch.mixed, weight: part.weight, mask: Some(part.mask) };
        additive::add(added, part.used, &mut scratch.pose);
    }

    /// The pose of an additive layer alone, without its mask. `None` while nothing plays.
    pub(super) fn additive_pose<'s>(
        &self,
        showing: &Showing<'_>,
        number: usize,
        scratch: &'s mut Scratch,
    ) -> Option<&'s [PoseBlock]> {
        match showing.faders[number].shown() {
            Shown::Nothing => return None,
            Shown::Clip(clip) => {
                let used = self.part(showing, number).used;
                self.sample(&self.layers[number], clip, used, &mut scratch.compressed, &mut scratch.mixed);
            }
            Shown::Fade { .. } => drop(self.mix_fade(showing, number, &showing.faders[number], scratch)),
        }
        Some(&scratch.mixed)
    }

    /// Writes the current pose of a fader of a layer in a cross-fade, without its mask, to `scratch.mixed`. `None` if there is
    /// no cross-fade.
    pub(super) fn mix_fade(
        &self,
        showing: &Showing<'_>,
        number: usize,
        fader: &Fader,
        scratch: &mut Scratch,
    ) -> Option<()> {
        let Shown::Fade { from, to, fraction } = fader.shown() else { return None };
        let part = Part { mask: &self.all, weight: 1.0, ..self.part(showing, number) };
        self.sample_ends(showing, number, (from, to.as_ref()), part.used, scratch);
        fade(&scratch.from, &scratch.to, *fraction, part, &mut scratch.mixed);
        Some(())
    }

    /// Samples both sides of a cross-fade. If the layer fades out, the incoming side is the pose of the layers below.
    fn sample_ends(
        &self,
        showing: &Showing<'_>,
        number: usize,
        (from, to): (&Outgoing, Option<&Playing>),
        used: &[bool],
        scratch: &mut Scratch,
    ) {
        let (layer, blocks) = (&self.layers[number], self.rig.blocks());
        let Scratch { pose, from: outgoing, to: incoming, compressed, .. } = scratch;
        match from {
            Outgoing::Clip(from) => self.sample(layer, from, used, compressed, outgoing),
            Outgoing::Frozen(_) => outgoing.copy_from_slice(&showing.frozen[number * blocks..][..blocks]),
        }
        match to {
            Some(to) => self.sample(layer, to, used, compressed, incoming),
            None if layer.is_additive() => incoming.copy_from_slice(&self.nothing),
            None => incoming.copy_from_slice(pose),
        }
    }

    /// Samples the used blocks of a clip. For an additive layer, the result is the difference from the clip's reference pose.
    fn sample(
        &self,
        layer: &Layer,
        playing: &Playing,
        wanted: &[bool],
        scratch: &mut CompressedScratch,
        out: &mut [PoseBlock],
    ) {
        let Playing { clip, time, mode, .. } = *playing;
        let rest = self.rig.bind();
        let done = SampleJob { clip: &self.clips[clip], time, mode, rest, wanted, scratch, out }.run();
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
        if let Some(reference) = layer.reference(clip) {
            additive::subtract_from(out, reference);
        }
    }

    fn part<'a>(&'a self, showing: &Showing<'_>, number: usize) -> Part<'a> {
        let layer = &self.layers[number];
        Part { mask: &layer.mask, used: &layer.used[showing.detail], weight: showing.weights[number] }
    }

    /// Applies a character's own pose layers and converts the pose in the buffers to matrices.
    pub(super) fn show(&self, layers: &mut [Box<dyn PoseLayer>], dt: f32, scratch: &mut Scratch, out: &mut [Matrix]) {
        let done = if layers.is_empty() {
            PoseToModelJob { rig: &self.rig, pose: &scratch.pose, out }.run()
        } else {
            self.layered(layers, dt, scratch);
            LocalToModelJob { skeleton: self.skeleton.view(), local: &scratch.local, out }.run()
        };
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
    }

    /// Applies a character's own pose layers to the pose in the buffers. Shear in the matrices of a layer is lost.
    pub(super) fn apply_layers(&self, layers: &mut [Box<dyn PoseLayer>], dt: f32, scratch: &mut Scratch) {
        if layers.is_empty() {
            return;
        }
        self.layered(layers, dt, scratch);
        for (bone, local) in scratch.local.iter().enumerate() {
            scratch.pose[bone / 8].set(bone, &transform_of(local));
        }
    }

    /// Applies a character's own pose layers. Returns the local matrices, which are in `scratch.local`.
    fn layered(&self, layers: &mut [Box<dyn PoseLayer>], dt: f32, scratch: &mut Scratch) {
        for (bone, local) in scratch.local.iter_mut().enumerate() {
            *local = scratch.pose[bone / 8].transform(bone).to_matrix();
        }
        let mut pose = Pose { skeleton: self.skeleton.view(), local: &mut scratch.local };
        layers.iter_mut().for_each(|layer| layer.apply(&mut pose, dt));
    }
}

#[expect(clippy::cast_possible_truncation, reason = "parts of a matrix in single precision")]
fn transform_of(local: &Matrix) -> Transform {
    let (translation, rotation, scale) = affine::to_parts(&affine::from_matrix(local));
    let [translation, scale] = [translation, scale].map(|parts| parts.map(|part| part as f32));
    Transform { translation, rotation: rotation.map(|part| part as f32), scale }
}
