//! Tracks: the transforms of nodes at the frames of a clip.

use std::collections::BTreeMap;

use gltf::json::animation::{Property, Sampler};
use gltf::json::validation::Checked;
use rigmill_dom::{Element, SceneTrack};

use super::budget::Budget;
use super::clip_ranges::ClipRange;
use super::clips::Animated;
use super::keys::{self, Keys, arc, line};
use super::refusal::Refusal;
use super::transforms::{unit4, z_up_point, z_up_rotation};

/// The part of a frame within which a key is met.
const SLACK: f64 = 1e-3;

/// The times of a clip's frames.
pub(super) struct Frames {
    /// Of the first, in seconds.
    pub(super) start: f64,
    pub(super) rate: f64,
    pub(super) count: u64,
}

impl Frames {
    /// What `evaluate` finds at each frame, a time and a slack in seconds.
    fn map<T>(&self, evaluate: impl Fn(f64, f64) -> T) -> Vec<T> {
        let count = u32::try_from(self.count).unwrap_or(u32::MAX);
        (0..count).map(|frame| evaluate(self.start + f64::from(frame) / self.rate, SLACK / self.rate)).collect()
    }
}

/// The tracks of the nodes that an animation moves, and whether it has channels that move none.
pub(super) fn read(
    range: &ClipRange<'_>,
    frames: &Frames,
    element: &Element,
    animated: &Animated<'_>,
    turned: bool,
    budget: &mut Budget,
) -> Result<(Vec<SceneTrack>, bool), Refusal> {
    let mut tracks: BTreeMap<u32, SceneTrack> = BTreeMap::new();
    let mut passed_over = false;
    for channel in &range.animation.channels {
        let Some(node) = animated.nodes.place_of(channel.target.node) else { continue };
        let Some(sampler) = range.animation.samplers.get(channel.sampler.value()) else { continue };
        let Checked::Valid(property) = channel.target.path else {
            passed_over = true;
            continue;
        };
        if property == Property::MorphTargetWeights {
            passed_over = true;
            continue;
        }
        budget.take_samples(frames.count)?;
        let reader = Reader { sampler, frames, element, animated, turned: turned && animated.nodes.is_top(node) };
        let track = tracks.entry(node).or_insert_with(|| SceneTrack { node, ..SceneTrack::default() });
        reader.read(property, track, budget)?;
    }
    let mut settled: Vec<SceneTrack> = tracks.into_values().collect();
    settled.iter_mut().for_each(|track| settle(track, animated));
    Ok((settled, passed_over))
}

/// Reads one channel.
struct Reader<'a> {
    sampler: &'a Sampler,
    frames: &'a Frames,
    element: &'a Element,
    animated: &'a Animated<'a>,
    /// Whether z is to be up.
    turned: bool,
}

impl Reader<'_> {
    fn keys<const N: usize>(&self, budget: &mut Budget) -> Result<Keys<N>, Refusal> {
        let accessors = self.animated.accessors;
        let times = keys::times(self.sampler, self.element, accessors, budget)?;
        Keys::read(self.sampler, times, self.element, accessors, budget)
    }

    fn read(&self, property: Property, track: &mut SceneTrack, budget: &mut Budget) -> Result<(), Refusal> {
        match property {
            Property::Translation => {
                let found = self.vectors(budget)?;
                track.translations = if self.turned { found.into_iter().map(z_up_point).collect() } else { found };
            }
            Property::Scale => track.scales = self.vectors(budget)?,
            Property::Rotation => track.rotations = self.rotations(budget)?,
            Property::MorphTargetWeights => {}
        }
        Ok(())
    }

    fn vectors(&self, budget: &mut Budget) -> Result<Vec<[f64; 3]>, Refusal> {
        let keys = self.keys::<3>(budget)?;
        let found = self.frames.map(|time, slack| keys.at(time, slack, line));
        let finite = found.iter().flatten().all(|number| number.is_finite());
        if finite { Ok(found) } else { Err(Refusal::not_finite(self.element, "a channel between its keys")) }
    }

    /// Rotations of unit length, each in the hemisphere of the one before.
    fn rotations(&self, budget: &mut Budget) -> Result<Vec<[f64; 4]>, Refusal> {
        let keys = self.keys::<4>(budget)?;
        let mut before = [0.0; 4];
        let mut rotations = Vec::new();
        for found in self.frames.map(|time, slack| keys.at(time, slack, arc)) {
            let found = unit4(found).filter(|it| it.iter().all(|part| part.is_finite()));
            let Some(found) = found else {
                return Err(Refusal::unreadable(format!("{}: a rotation without a direction", self.element)));
            };
            let found = if self.turned { z_up_rotation(found) } else { found };
            let dot: f64 = found.iter().zip(&before).map(|(a, b)| a * b).sum();
            before = if dot < 0.0 { found.map(|part| -part) } else { found };
            rotations.push(before);
        }
        Ok(rotations)
    }
}

/// Leaves one entry to what never changes, and none to what stays at the node's own transform.
fn settle(track: &mut SceneTrack, animated: &Animated<'_>) {
    let local = &animated.placed[track.node as usize].local;
    settle_channel(&mut track.translations, &local.translation);
    settle_channel(&mut track.rotations, &local.rotation);
    settle_channel(&mut track.scales, &local.scale);
}

fn settle_channel<T: PartialEq>(values: &mut Vec<T>, local: &T) {
    if values.iter().all(|value| *value == values[0]) {
        values.truncate(1);
        values.retain(|value| value != local);
    }
}
