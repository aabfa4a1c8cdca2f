//! Tracks: the transforms of nodes at the frames of a clip.

use std::collections::BTreeMap;

use rigmill_codec_gltf::document::{Animation, Property, Sampler};
use rigmill_dom::{Element, SceneCurveTrack, SceneTrack, SceneWeightTrack};
use rigmill_math::vector::lerp;

use super::animated::Animated;
use super::frames::Frames;
use super::keys::{self, Keys, arc};
use super::problems::{not_finite, unreadable};
use super::transforms::{unit4, z_up_point, z_up_rotation};
use super::weights;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::constant_channels::shorten_constant_channels;
use crate::scenes::kept_curves::{self, Unkept};

/// How to read channels.
#[derive(Clone, Copy)]
pub(super) struct Options {
    /// Whether z points up in the scene.
    pub(super) z_up: bool,
    /// Whether to keep curves.
    pub(super) keep: bool,
}

/// The result of reading the channels of an animation.
#[derive(Default)]
pub(super) struct Read {
    /// The tracks of the nodes that the animation moves.
    pub(super) tracks: Vec<SceneTrack>,
    /// The kept curves of these nodes.
    pub(super) curves: Vec<SceneCurveTrack>,
    /// The weights of the morph targets that the animation changes.
    pub(super) weights: Vec<SceneWeightTrack>,
    /// Channels whose curves should have been kept, but could not be.
    pub(super) unkept: Unkept,
    /// The number of channels that move no node and change no mesh.
    pub(super) passed_over: usize,
    /// The JSON pointers of channels that change other properties.
    pub(super) pointers: Vec<String>,
    /// The number of channels of nodes that the scene does not contain.
    pub(super) outside: usize,
}

/// Reads the channels of an animation.
pub(super) fn read(
    animation: &Animation,
    frames: &Frames,
    element: &Element,
    animated: &Animated<'_>,
    options: Options,
    budget: &mut Budget,
) -> Result<Read> {
    let mut tracks: BTreeMap<u32, (SceneTrack, SceneCurveTrack)> = BTreeMap::new();
    let mut read = Read::default();
    for channel in &animation.channels {
        let Some((target, property)) = channel.target.node_property() else {
            match channel.target.pointer() {
                Some(pointer) => read.pointers.push(pointer.to_owned()),
                None => read.passed_over += 1,
            }
            continue;
        };
        let Some(node) = animated.nodes.scene_index(target) else {
            let exists = animated.accessors.root.nodes.get(target as usize).is_some();
            *(if exists { &mut read.outside } else { &mut read.passed_over }) += 1;
            continue;
        };
        let Some(sampler) = animation.samplers.get(channel.sampler as usize) else { continue };
        if property == Property::Weights {
            let tracks = weights::read(node, sampler, frames, element, animated, budget)?;
            read.passed_over += usize::from(tracks.is_none());
            read.weights.extend(tracks.into_iter().flatten());
            continue;
        }
        budget.take_samples(frames.count)?;
        let z_up = options.z_up && animated.nodes.is_root(node);
        let reader = Reader { sampler, frames, element, animated, z_up };
        let new = || (SceneTrack { node, ..SceneTrack::default() }, SceneCurveTrack { node, ..Default::default() });
        let (track, curves) = tracks.entry(node).or_insert_with(new);
        reader.read(property, track, budget)?;
        if options.keep && !reader.keep(property, curves, budget)? {
            let node = &animated.placed[node as usize].element;
            let name = property_name(property);
            read.unkept
                .add(|| format!("{element}: Rigmill replaces the {name} curves of {node} with one key per frame"));
        }
    }
    (read.tracks, read.curves) = tracks.into_values().unzip();
    read.tracks
        .iter_mut()
        .for_each(|track| shorten_constant_channels(track, &animated.placed[track.node as usize].local));
    read.weights.sort_by_key(|track| (track.node, track.target));
    read.weights.dedup_by_key(|track| (track.node, track.target));
    read.curves.retain(|curves| !curves.is_empty());
    Ok(read)
}

const fn property_name(property: Property) -> &'static str {
    match property {
        Property::Translation => "translation",
        Property::Rotation => "rotation",
        Property::Scale => "scale",
        Property::Weights | Property::Pointer | Property::Unknown => "weights",
    }
}

/// Reads a channel.
struct Reader<'a> {
    sampler: &'a Sampler,
    frames: &'a Frames,
    element: &'a Element,
    animated: &'a Animated<'a>,
    /// Whether the node is a root of a scene in which z points up.
    z_up: bool,
}

impl Reader<'_> {
    fn keys<const N: usize>(&self, budget: &mut Budget) -> Result<Keys<N>> {
        let accessors = self.animated.accessors;
        let times = keys::times(self.sampler, self.element, accessors, budget)?;
        Keys::read(self.sampler, times, self.element, accessors, budget)
    }

    fn read(&self, property: Property, track: &mut SceneTrack, budget: &mut Budget) -> Result<()> {
        match property {
            Property::Translation => {
                let found = self.vectors(budget)?;
                track.translations = if self.z_up { found.into_iter().map(z_up_point).collect() } else { found };
            }
            Property::Scale => track.scales = self.vectors(budget)?,
            Property::Rotation => track.rotations = self.rotations(budget)?,
            Property::Weights | Property::Pointer | Property::Unknown => {}
        }
        Ok(())
    }

    /// Keeps the curves of a channel. Returns whether this is possible.
    fn keep(&self, property: Property, track: &mut SceneCurveTrack, budget: &mut Budget) -> Result<bool> {
        let span = [self.frames.start, self.frames.end];
        match property {
            Property::Translation => {
                let keys = self.keys::<3>(budget)?.cubic().into_iter();
                let keys: Vec<_> = keys.map(|key| if self.z_up { key.map(z_up_point) } else { key }).collect();
                track.translation = kept_curves::curves(&keys, span);
                Ok(track.translation.is_some())
            }
            Property::Scale => {
                track.scale = kept_curves::curves(&self.keys::<3>(budget)?.cubic(), span);
                Ok(track.scale.is_some())
            }
            Property::Rotation => {
                let keys = Some(self.keys::<4>(budget)?).filter(|keys| !keys.goes_linearly());
                let keys = keys.map_or_else(Vec::new, |keys| keys.cubic()).into_iter();
                let keys: Vec<_> = keys.map(|key| if self.z_up { key.map(z_up_rotation) } else { key }).collect();
                track.rotation = kept_curves::curves(&keys, span);
                Ok(track.rotation.is_some())
            }
            Property::Weights | Property::Pointer | Property::Unknown => Ok(false),
        }
    }

    fn vectors(&self, budget: &mut Budget) -> Result<Vec<[f64; 3]>> {
        let keys = self.keys::<3>(budget)?;
        let found = self.frames.map(|time| keys.at(time, lerp));
        let finite = found.iter().flatten().all(|number| number.is_finite());
        if finite { Ok(found) } else { Err(not_finite(self.element, "a value between two keys")) }
    }

    /// Returns rotations with unit length, each in the hemisphere of the previous rotation.
    fn rotations(&self, budget: &mut Budget) -> Result<Vec<[f64; 4]>> {
        let keys = self.keys::<4>(budget)?;
        let mut before = [0.0; 4];
        let mut rotations = Vec::new();
        for found in self.frames.map(|time| keys.at(time, arc)) {
            let found = unit4(found).filter(|it| it.iter().all(|part| part.is_finite()));
            let Some(found) = found else {
                return Err(unreadable(format!("{}: a rotation is zero or not finite", self.element)));
            };
            let found = if self.z_up { z_up_rotation(found) } else { found };
            let dot: f64 = found.iter().zip(&before).map(|(a, b)| a * b).sum();
            before = if dot < 0.0 { found.map(|part| -part) } else { found };
            rotations.push(before);
        }
        Ok(rotations)
    }
}
