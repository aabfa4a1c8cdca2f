//! [`Binding`]: the curves of some bones, and how far they have been gone through.

use rigmill_format::Transform;

use super::lanes::Slot;
use super::timeline::Cursor;
use super::tracks::{Track, Tracks};
use crate::quaternion::normalise;

/// The curves that move some bones of a pose. Belongs to the tracks that it was made of.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    targets: Vec<Target>,
    /// Blocks of lanes that some target needs, in order.
    blocks: Vec<usize>,
    cursors: Vec<Cursor>,
    values: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Target {
    bone: usize,
    slots: [Option<Slot>; 10],
    turns: bool,
}

impl Binding {
    pub(super) fn new(tracks: &Tracks, bones: &[impl AsRef<str>]) -> Self {
        let target = |(bone, track): (usize, &Track)| Target {
            bone,
            slots: track.slots,
            turns: track.slots[3..7].iter().any(Option::is_some),
        };
        let targets: Vec<Target> = tracks.of_bones(bones).into_iter().map(target).collect();
        let slots = targets.iter().flat_map(|target| target.slots).flatten();
        let mut blocks: Vec<usize> = slots.map(|slot| tracks.lanes.block_of(slot)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        Self { targets, blocks, cursors: tracks.lanes.cursors(), values: vec![0.0; tracks.lanes.slots()] }
    }

    /// Evaluates all curves at a time and puts them into the pose. Bones without curves, components without one, and bones
    /// that the pose does not have are left alone.
    pub(super) fn play(&mut self, tracks: &Tracks, time: f32, pose: &mut [Transform]) {
        tracks.lanes.evaluate(time, &self.blocks, &mut self.cursors, &mut self.values);
        for target in &self.targets {
            let Some(transform) = pose.get_mut(target.bone) else { continue };
            self.put(&target.slots[..3], &mut transform.translation);
            self.put(&target.slots[7..], &mut transform.scale);
            if target.turns {
                self.put(&target.slots[3..7], &mut transform.rotation);
                transform.rotation = normalise(transform.rotation);
            }
        }
    }

    fn put(&self, slots: &[Option<Slot>], into: &mut [f32]) {
        for (component, slot) in into.iter_mut().zip(slots) {
            if let Some(value) = slot.and_then(|slot| self.values.get(slot as usize)) {
                *component = *value;
            }
        }
    }

    /// The bones that have curves, by their places in the pose.
    pub(super) fn bones(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.targets.iter().map(|target| target.bone)
    }

    /// The values of a bone's curves, as they were evaluated last.
    pub(super) fn values(&self, bone: usize) -> [Option<f32>; 10] {
        let target = self.targets.iter().find(|target| target.bone == bone);
        target.map_or([None; 10], |target| target.slots.map(|slot| self.values.get(slot? as usize).copied()))
    }
}
