//! [`CrowdChunk`]: a part of the characters of a crowd, which can be updated separately.

use rigmill_math::matrix::Matrix;

use super::actor::Actor;
use crate::blocks::PoseBlock;
use crate::characters::engine::stage::{Scratch, Stage};
use crate::characters::play_options::check_finite;
use crate::error::PlayError;

/// A part of the characters of a [`Crowd`](crate::Crowd). One thread can update it while other threads update the other parts.
#[derive(Debug)]
pub struct CrowdChunk<'a> {
    pub(super) stage: &'a Stage,
    pub(super) actors: &'a mut [Actor],
    pub(super) absolute: &'a mut [Matrix],
    pub(super) scratch: &'a mut Scratch,
}

impl CrowdChunk<'_> {
    /// The number of characters in this chunk.
    #[must_use]
    pub fn len(&self) -> usize {
        self.actors.len()
    }

    /// Whether this chunk has no characters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actors.is_empty()
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
            let Actor { waited, pose_layers, .. } = &mut chunk.actors[index];
            chunk.stage.apply_layers(pose_layers, std::mem::take(waited), chunk.scratch);
            show(index, &chunk.scratch.pose);
        })
    }

    /// Advances all clocks, and calls `update` with the index of each character whose pose is due.
    fn each_due(&mut self, dt: f32, mut update: impl FnMut(&mut Self, usize)) -> Result<(), PlayError> {
        check_finite("the time step", dt)?;
        self.actors.iter_mut().flat_map(|actor| &mut actor.layers).for_each(|layer| layer.advance(dt));
        for index in 0..self.actors.len() {
            if self.actors[index].is_due(dt) {
                self.prefetch(index + 1);
                update(self, index);
            }
        }
        Ok(())
    }

    /// Prefetches the data for the pose of a character, while the pose of another character is computed. Characters are at
    /// different times of many clips, so the processor's own prefetcher cannot predict these reads.
    fn prefetch(&self, index: usize) {
        let Some(actor) = self.actors.get(index) else { return };
        for playing in actor.layers.iter().flat_map(|layer| layer.fader.sampled()) {
            self.stage.clips[playing.clip].prefetch(playing.clock.time);
        }
    }

    fn pose(&mut self, index: usize) {
        self.make_pose(index);
        let bones = self.stage.rig.bones();
        let Actor { waited, pose_layers, .. } = &mut self.actors[index];
        let dt = std::mem::take(waited);
        self.stage.show(pose_layers, dt, self.scratch, &mut self.absolute[index * bones..][..bones]);
    }

    /// Computes the pose of a character in the scratch buffers, without its own pose layers.
    fn make_pose(&mut self, index: usize) {
        let Actor { layers, detail, .. } = &self.actors[index];
        self.stage.make_pose(layers, *detail, self.scratch);
    }
}
