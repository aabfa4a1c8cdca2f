//! [`CrowdChunk`]: a part of the characters of a crowd, which can be updated separately.

use rigmill_math::matrix::Matrix;

use super::Member;
use super::older::Older;
use super::stage::{Scratch, Showing, Stage};
use crate::blocks::PoseBlock;
use crate::characters::fader::Fader;
use crate::characters::play_options::check_finite;
use crate::error::PlayError;

/// A part of the characters of a [`Crowd`](crate::Crowd). One thread can update it while other threads update the other parts.
#[derive(Debug)]
pub struct CrowdChunk<'a> {
    pub(super) stage: &'a Stage,
    pub(super) members: &'a mut [Member],
    pub(super) faders: &'a mut [Fader],
    pub(super) weights: &'a [f32],
    pub(super) frozen: &'a [PoseBlock],
    pub(super) older: &'a mut [Fader],
    pub(super) leaders: &'a mut [u16],
    pub(super) absolute: &'a mut [Matrix],
    pub(super) scratch: &'a mut Scratch,
}

impl CrowdChunk<'_> {
    /// The number of characters in this chunk.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether this chunk has no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Advances these characters by `dt` seconds. Allocates no memory.
    ///
    /// # Errors
    /// `dt` is not finite. Nothing has changed then.
    pub fn update(&mut self, dt: f32) -> Result<(), PlayError> {
        self.each_due(dt, Self::pose)
    }

    /// Like [`update`](Self::update), for engines that compute model-space matrices themselves. Calls `show` with each new
    /// pose: the index of the character in this chunk, and its local pose without the root axis. The crowd's matrices don't
    /// change.
    ///
    /// # Errors
    /// Same as [`update`](Self::update).
    pub fn update_poses(&mut self, dt: f32, mut show: impl FnMut(usize, &[PoseBlock])) -> Result<(), PlayError> {
        self.each_due(dt, |chunk, index| {
            chunk.make_pose(index);
            let Member { waited, layers, .. } = &mut chunk.members[index];
            chunk.stage.apply_layers(layers, std::mem::take(waited), chunk.scratch);
            show(index, &chunk.scratch.pose);
        })
    }

    /// Advances all clocks, and calls `update` with the index of each character whose pose is due.
    fn each_due(&mut self, dt: f32, mut update: impl FnMut(&mut Self, usize)) -> Result<(), PlayError> {
        check_finite("the time step", dt)?;
        self.faders.iter_mut().for_each(|fader| fader.advance(dt));
        self.advance_older(dt);
        for index in 0..self.members.len() {
            if self.members[index].is_due(dt) {
                self.prefetch(index + 1);
                update(self, index);
            }
        }
        Ok(())
    }

    /// Advances the clips that continue on bones that newer clips do not move.
    fn advance_older(&mut self, dt: f32) {
        let (layers, groups) = (self.stage.layers.len(), self.stage.all_groups());
        if groups == 0 {
            return;
        }
        let older = self.older.chunks_exact_mut(groups).zip(self.leaders.chunks_exact_mut(groups));
        for (newest, (older, leaders)) in self.faders.chunks_exact(layers).zip(older) {
            for (layer, newest) in newest.iter().enumerate() {
                let groups = self.stage.groups(layer);
                let leaders = &mut leaders[groups.clone()];
                Older { faders: &mut older[groups], leaders }.advance(newest, dt);
            }
        }
    }

    /// Prefetches the data for the pose of a character, while the pose of another character is computed. Characters are at
    /// different times of many clips, so the processor's own prefetcher cannot predict these reads.
    fn prefetch(&self, index: usize) {
        let layers = self.stage.layers.len();
        for fader in self.faders.get(index * layers..).unwrap_or_default().iter().take(layers) {
            for playing in fader.shown().clips() {
                self.stage.clips[playing.clip].prefetch(playing.time);
            }
        }
    }

    fn pose(&mut self, index: usize) {
        self.make_pose(index);
        let bones = self.stage.rig.bones();
        let Member { waited, layers: own, .. } = &mut self.members[index];
        let dt = std::mem::take(waited);
        self.stage.show(own, dt, self.scratch, &mut self.absolute[index * bones..][..bones]);
    }

    /// Computes the pose of a character in the scratch buffers, without its own pose layers.
    fn make_pose(&mut self, index: usize) {
        let layers = self.stage.layers.len();
        let (frozen, groups) = (layers * self.stage.rig.blocks(), self.stage.all_groups());
        let showing = Showing {
            faders: &self.faders[index * layers..][..layers],
            weights: &self.weights[index * layers..][..layers],
            frozen: &self.frozen[index * frozen..][..frozen],
            older: &self.older[index * groups..][..groups],
            leaders: &self.leaders[index * groups..][..groups],
            detail: self.members[index].detail,
        };
        self.stage.make_pose(&showing, layers, self.scratch);
    }
}
