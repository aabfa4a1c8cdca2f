//! [`Stage`]: the data that all characters of a crowd share, and the code that computes their poses.

use std::sync::Arc;

use rigmill_format::Transform;
use rigmill_math::affine;
use rigmill_math::matrix::{self, Matrix};

use super::fader::{Fader, Playing};
use super::layer::{CrowdLayer, Layer};
use super::layer_state::LayerState;
use crate::blocks::fade::{Part, fade, overlay};
use crate::blocks::{BlendLayer, CompressedScratch, PoseBlock, PoseToModelJob, Rig, WeightBlock, additive};
use crate::characters::LocalToModelJob;
use crate::clips::{Clip, SampleJob};
use crate::content::Skeleton;
use crate::layers::{Pose, PoseLayer};

/// The data that all characters of a crowd share.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) rig: Arc<Rig>,
    pub(crate) clips: Vec<Clip>,
    pub(crate) layers: Vec<Layer>,
    skeleton: Arc<Skeleton>,
    /// Weight 1 for every bone, for blends without a mask.
    all: Vec<WeightBlock>,
    /// An additive pose that changes nothing.
    nothing: Vec<PoseBlock>,
}

/// Buffers for the pose of one character and for the poses that are blended into it. The poses of all characters are not kept,
/// because a thousand poses would not fit into the processor's caches.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    pub(crate) pose: Vec<PoseBlock>,
    from: Vec<PoseBlock>,
    to: Vec<PoseBlock>,
    pub(crate) mixed: Vec<PoseBlock>,
    frozen: Vec<PoseBlock>,
    local: Vec<Matrix>,
    compressed: CompressedScratch,
    /// The mask of the groups that share a fader, and its blocks with a weight above 0.
    mask: Vec<WeightBlock>,
    used: Vec<bool>,
}

impl Stage {
    /// Creates a stage. The clips and layers must fit the skeleton.
    pub(crate) fn new(skeleton: &Arc<Skeleton>, clips: Vec<Clip>, layers: Vec<CrowdLayer>) -> Self {
        let rig = Rig::new(&skeleton.view());
        let layers = layers.into_iter().map(|layer| Layer::new(layer, &rig, &clips)).collect();
        let (all, nothing) = (vec![WeightBlock::ALL; rig.blocks()], vec![PoseBlock::IDENTITY; rig.blocks()]);
        Self { skeleton: Arc::clone(skeleton), rig: Arc::new(rig), clips, layers, all, nothing }
    }

    /// Creates the buffers for poses.
    pub(crate) fn scratch(&self) -> Scratch {
        let pose = || self.rig.bind().to_vec();
        let (pose, from, to, mixed, frozen) = (pose(), pose(), pose(), pose(), pose());
        let local = vec![matrix::IDENTITY; self.rig.bones()];
        let compressed = CompressedScratch::new(self.rig.bones());
        Scratch {
            pose,
            from,
            to,
            mixed,
            frozen,
            local,
            compressed,
            mask: self.all.clone(),
            used: vec![true; self.rig.blocks()],
        }
    }

    /// Creates the state of a layer that plays nothing.
    pub(crate) fn state(&self, layer: usize) -> LayerState {
        LayerState::new(self.rig.blocks(), self.layers[layer].groups.len())
    }

    /// Changes the clip of a character's layer on the bones that the new clip moves, or on all bones if the layer fades out.
    pub(crate) fn change_to(
        &self,
        states: &mut [LayerState],
        number: usize,
        clip: Option<Playing>,
        blend_time: f32,
        scratch: &mut Scratch,
    ) {
        let groups = &self.layers[number].groups;
        let moves = |group: usize| clip.is_none_or(|clip| groups.moves(clip.clip, group));
        if blend_time != 0.0 {
            self.freeze(states, number, moves, scratch);
        }
        states[number].change_to(clip, blend_time, moves);
    }

    /// If blends are in progress on groups for which `moves` returns true, their current pose becomes the outgoing side.
    fn freeze(&self, states: &mut [LayerState], number: usize, moves: impl Fn(usize) -> bool, scratch: &mut Scratch) {
        let (layer, state) = (&self.layers[number], &states[number]);
        if !state.faders().any(|(_, fader)| fader.is_fading()) {
            return;
        }
        // Computed at full detail, because the character may get full detail before the fade ends, and blocks that were left
        // out would contain old data. A layer that fades out ends with the pose of the layers below.
        self.make_pose(&states[..number], 0, scratch);
        scratch.frozen.copy_from_slice(&state.frozen);
        for (leader, fader) in state.faders().filter(|(_, fader)| fader.is_fading()) {
            self.mix_fade(layer, state, fader, &layer.used[0], scratch);
            if layer.groups.len() == 0 {
                scratch.frozen.copy_from_slice(&scratch.mixed);
            }
            for (bone, group) in layer.groups.bones() {
                if state.leaders[group] == leader && moves(group) {
                    scratch.frozen[bone / 8].set(bone, &scratch.mixed[bone / 8].transform(bone));
                }
            }
        }
        states[number].frozen.copy_from_slice(&scratch.frozen);
    }

    /// Computes the pose of a character from the state of its layers, at a level of detail.
    pub(crate) fn make_pose(&self, states: &[LayerState], detail: usize, scratch: &mut Scratch) {
        scratch.pose.copy_from_slice(self.rig.bind());
        for (layer, state) in self.layers.iter().zip(states) {
            let part = Part { mask: &layer.mask, used: &layer.used[detail], weight: state.weight };
            if !layer.is_additive() {
                self.put_layer(layer, state, part, scratch);
            } else if self.mix_additive(layer, state, part.used, scratch) {
                let added = BlendLayer { pose: &scratch.mixed, weight: part.weight, mask: Some(part.mask) };
                additive::add(added, part.used, &mut scratch.pose);
            }
        }
    }

    /// Blends a layer's pose over the layers below.
    fn put_layer(&self, layer: &Layer, state: &LayerState, part: Part<'_>, scratch: &mut Scratch) {
        if state.is_whole() {
            return self.put(layer, state, &state.fader, part, scratch);
        }
        let (mut mask, mut used) = (std::mem::take(&mut scratch.mask), std::mem::take(&mut scratch.used));
        for (leader, fader) in state.faders() {
            layer.write_mask(|group| state.leaders.get(group) == Some(&leader), &mut mask);
            for ((used, whole), mask) in used.iter_mut().zip(part.used).zip(&mask) {
                *used = *whole && *mask != WeightBlock::NONE;
            }
            self.put(layer, state, fader, Part { mask: &mask, used: &used, ..part }, scratch);
        }
        (scratch.mask, scratch.used) = (mask, used);
    }

    /// Blends the pose of a fader over the layers below.
    fn put(&self, layer: &Layer, state: &LayerState, fader: &Fader, part: Part<'_>, scratch: &mut Scratch) {
        if fader.is_fading() {
            self.sample_ends(layer, state, fader, part.used, scratch);
            fade(&scratch.from, &scratch.to, fader.fraction(), part, &mut scratch.pose);
        } else if let Some(clip) = fader.playing() {
            self.sample(layer, clip, part.used, &mut scratch.compressed, &mut scratch.to);
            overlay(&scratch.to, part, &mut scratch.pose);
        }
    }

    /// Writes the pose of an additive layer alone, without its mask, to `scratch.mixed`. Returns false if nothing plays.
    pub(crate) fn mix_additive(&self, layer: &Layer, state: &LayerState, used: &[bool], scratch: &mut Scratch) -> bool {
        if state.fader.is_fading() {
            self.mix_fade(layer, state, &state.fader, used, scratch);
        } else if let Some(clip) = state.fader.playing() {
            self.sample(layer, clip, used, &mut scratch.compressed, &mut scratch.mixed);
        }
        state.fader.is_fading() || state.fader.playing().is_some()
    }

    /// Writes the current pose of a fader in a cross-fade, without its mask, to `scratch.mixed`.
    fn mix_fade(&self, layer: &Layer, state: &LayerState, fader: &Fader, used: &[bool], scratch: &mut Scratch) {
        self.sample_ends(layer, state, fader, used, scratch);
        let part = Part { mask: &self.all, used, weight: 1.0 };
        fade(&scratch.from, &scratch.to, fader.fraction(), part, &mut scratch.mixed);
    }

    /// Samples both sides of a cross-fade. If the layer fades out, the incoming side is the pose of the layers below.
    fn sample_ends(&self, layer: &Layer, state: &LayerState, fader: &Fader, used: &[bool], scratch: &mut Scratch) {
        let Scratch { pose, from, to, compressed, .. } = scratch;
        match fader.outgoing() {
            Some(clip) => self.sample(layer, clip, used, compressed, from),
            None => from.copy_from_slice(&state.frozen),
        }
        match fader.playing() {
            Some(clip) => self.sample(layer, clip, used, compressed, to),
            None => to.copy_from_slice(if layer.is_additive() { &self.nothing } else { pose }),
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
        let (clip, clock) = (playing.clip, playing.clock);
        let (time, mode, rest) = (clock.time, clock.mode, self.rig.bind());
        let done = SampleJob { clip: &self.clips[clip], time, mode, rest, wanted, scratch, out }.run();
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
        if let Some(reference) = layer.reference(clip) {
            additive::subtract_from(out, reference);
        }
    }

    /// Applies a character's own pose layers and converts the pose in the buffers to matrices.
    pub(crate) fn show(&self, layers: &mut [Box<dyn PoseLayer>], dt: f32, scratch: &mut Scratch, out: &mut [Matrix]) {
        let done = if layers.is_empty() {
            PoseToModelJob { rig: &self.rig, pose: &scratch.pose, out }.run()
        } else {
            self.layered(layers, dt, scratch);
            LocalToModelJob { skeleton: self.skeleton.view(), local: &scratch.local, out }.run()
        };
        debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
    }

    /// Applies a character's own pose layers to the pose in the buffers. Shear in the matrices of a layer is lost.
    pub(crate) fn apply_layers(&self, layers: &mut [Box<dyn PoseLayer>], dt: f32, scratch: &mut Scratch) {
        if layers.is_empty() {
            return;
        }
        self.layered(layers, dt, scratch);
        for (bone, local) in scratch.local.iter().enumerate() {
            scratch.pose[bone / 8].set(bone, &to_transform(local));
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
fn to_transform(local: &Matrix) -> Transform {
    let (translation, rotation, scale) = affine::to_parts(&affine::from_matrix(local));
    let [translation, scale] = [translation, scale].map(|parts| parts.map(|part| part as f32));
    Transform { translation, rotation: rotation.map(|part| part as f32), scale }
}
