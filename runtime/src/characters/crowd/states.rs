//! [`States`]: what each layer of each character of a crowd plays.

use super::older::{NEWEST, Older};
use super::stage::{Scratch, Showing, Stage};
use crate::blocks::PoseBlock;
use crate::characters::fader::{Fader, Playing};

/// What each layer of each character plays. The data of one character after another.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    /// One fader per character and layer.
    pub(super) faders: Vec<Fader>,
    /// The layer weight that belongs to each fader.
    pub(super) weights: Vec<f32>,
    /// For each fader, the pose that it or one of the layer's older faders froze last.
    pub(super) frozen: Vec<PoseBlock>,
    /// For each group of bones, the fader of an older clip: see [`Older`].
    pub(super) older: Vec<Fader>,
    /// For each group of bones, the index of its fader, or [`NEWEST`].
    pub(super) leaders: Vec<u16>,
}

impl States {
    /// Changes the number of characters. New characters play nothing.
    pub(super) fn resize(&mut self, stage: &Stage, len: usize) {
        let (layers, groups) = (len * stage.layers.len(), len * stage.all_groups());
        self.faders.resize(layers, Fader::default());
        self.weights.resize(layers, 1.0);
        self.frozen.resize(layers * stage.rig.blocks(), PoseBlock::IDENTITY);
        self.older.resize(groups, Fader::default());
        self.leaders.resize(groups, NEWEST);
    }

    /// Removes the character at an index. The last character moves to this index.
    pub(super) fn remove(&mut self, stage: &Stage, index: usize) {
        let (layers, groups) = (stage.layers.len(), stage.all_groups());
        swap_remove_part(&mut self.faders, index, layers);
        swap_remove_part(&mut self.weights, index, layers);
        swap_remove_part(&mut self.frozen, index, layers * stage.rig.blocks());
        swap_remove_part(&mut self.older, index, groups);
        swap_remove_part(&mut self.leaders, index, groups);
    }

    /// Reserves memory for more characters.
    pub(super) fn reserve(&mut self, stage: &Stage, more: usize) {
        let (layers, groups) = (more * stage.layers.len(), more * stage.all_groups());
        self.faders.reserve(layers);
        self.weights.reserve(layers);
        self.frozen.reserve(layers * stage.rig.blocks());
        self.older.reserve(groups);
        self.leaders.reserve(groups);
    }

    /// The current state of the character at an index, for showing it at a level of detail.
    pub(super) fn showing(&self, stage: &Stage, index: usize, detail: usize) -> Showing<'_> {
        let (layers, groups) = (stage.layers.len(), stage.all_groups());
        let blocks = layers * stage.rig.blocks();
        Showing {
            faders: &self.faders[index * layers..][..layers],
            weights: &self.weights[index * layers..][..layers],
            frozen: &self.frozen[index * blocks..][..blocks],
            older: &self.older[index * groups..][..groups],
            leaders: &self.leaders[index * groups..][..groups],
            detail,
        }
    }

    /// Changes the clip of a layer on the bones that the new clip moves, or on all bones if the layer fades out.
    pub(super) fn change_to(
        &mut self,
        stage: &Stage,
        fader: usize,
        clip: Option<Playing>,
        blend_time: f32,
        scratch: Option<&mut Scratch>,
    ) {
        let layer = &stage.layers[fader % stage.layers.len()];
        let moves = |group: usize| clip.is_none_or(|clip| layer.groups.moves(clip.clip, group));
        if let (true, Some(scratch)) = (blend_time != 0.0, scratch) {
            self.freeze(stage, fader, moves, scratch);
        }
        let (mut older, newest) = self.older(stage, fader);
        older.change(newest, moves, |fader| fader.change_to(clip, blend_time));
        newest.change_to(clip, blend_time);
        older.join(newest);
    }

    /// Sets the speed of the clip that a layer plays or fades in.
    pub(super) fn set_speed(&mut self, stage: &Stage, fader: usize, time_scale: f32) {
        let (mut older, newest) = self.older(stage, fader);
        older.set_speed(newest, time_scale);
        newest.set_speed(time_scale);
    }

    /// If blends are in progress on groups for which `moves` returns true, their current pose becomes the outgoing side.
    fn freeze(&mut self, stage: &Stage, fader: usize, moves: impl Fn(usize) -> bool, scratch: &mut Scratch) {
        let (layers, blocks) = (stage.layers.len(), stage.rig.blocks());
        let (index, number) = (fader / layers, fader % layers);
        let groups = &stage.layers[number].groups;
        let first = index * stage.all_groups() + stage.groups(number).start;
        for leader in std::iter::once(NEWEST).chain((0..).take(groups.len())) {
            // Computed at full detail, because the character may get full detail before the fade ends, and blocks that were
            // left out would contain old data.
            let showing = self.showing(stage, index, 0);
            let leaders = &self.leaders[first..][..groups.len()];
            let changes = |group: usize| leaders[group] == leader && moves(group);
            let own = if leader == NEWEST { &self.faders[fader] } else { &self.older[first + usize::from(leader)] };
            let is_whole = groups.len() == 0;
            if !own.is_fading() || !(is_whole || (0..groups.len()).any(changes)) {
                continue;
            }
            // A layer that fades out ends with the pose of the layers below.
            stage.make_pose(&showing, number, scratch);
            stage.mix_fade(&showing, number, own, scratch);
            let frozen = &mut self.frozen[fader * blocks..][..blocks];
            if is_whole {
                frozen.copy_from_slice(&scratch.mixed);
                continue;
            }
            for (bone, group) in groups.bones() {
                if changes(group) {
                    frozen[bone / 8].set(bone, &scratch.mixed[bone / 8].transform(bone));
                }
            }
        }
    }

    /// The older clips of a layer of a character, and the fader of its newest clip.
    fn older(&mut self, stage: &Stage, fader: usize) -> (Older<'_>, &mut Fader) {
        let (index, layer) = (fader / stage.layers.len(), fader % stage.layers.len());
        let (first, groups) = (index * stage.all_groups(), stage.groups(layer));
        let groups = first + groups.start..first + groups.end;
        let older = Older { faders: &mut self.older[groups.clone()], leaders: &mut self.leaders[groups] };
        (older, &mut self.faders[fader])
    }
}

/// Removes part number `index` of a list of parts of `length` items each. The last part moves to the gap.
pub(super) fn swap_remove_part<T: Clone>(all: &mut Vec<T>, index: usize, length: usize) {
    let last = all.len() - length;
    let (before, moved) = all.split_at_mut(last);
    if let Some(removed) = before.get_mut(index * length..).and_then(|rest| rest.get_mut(..length)) {
        removed.clone_from_slice(moved);
    }
    all.truncate(last);
}
