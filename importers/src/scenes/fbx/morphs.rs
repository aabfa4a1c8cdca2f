//! Morph targets: the channels of a mesh's blend shapes, and their weights in a take.

use std::collections::BTreeMap;

use rigmill_dom::{Element, SceneMesh, SceneMorph, SceneNode, SceneWeightTrack};
use rigmill_math::affine::Affine;
use ufbx::{Anim, BlendChannel, BlendKeyframe, Mesh};

use super::nodes::Nodes;
use super::numbers::vec3;
use crate::report::Result;
use crate::scenes::constant_channels::shorten_constant_weights;
use crate::scenes::fbx_shared::left_out::UNSHOWN_SHAPE;
use crate::scenes::fbx_shared::morphs::{Change, Morphs, is_shown};
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::fbx_shared::time_line::Frames;
use crate::scenes::left_out::LeftOut;

/// The property of a channel that contains its weight, in percent.
pub(super) const WEIGHT: &str = "DeformPercent";

/// Returns the targets of a mesh. `moved` is the transform of its vertices, which ufbx does not apply to blend shapes.
pub(super) fn read(
    mesh: &Mesh,
    element: &Element,
    moved: Option<Affine>,
    left_out: &mut LeftOut,
) -> Result<Vec<SceneMorph>> {
    let mut morphs = Morphs::new(element, mesh.num_vertices, moved);
    for channel in channels(mesh) {
        let shapes = shown(channel).map(|key| (key.target_weight, changes(key)));
        morphs.push(&channel.element.name, channel.weight, shapes)?;
    }
    let all = mesh.blend_deformers.iter().flat_map(|blend| blend.channels.iter());
    let unshown = all.map(|channel| channel.keyframes.count - shown(channel).count()).sum();
    left_out.add_many(UNSHOWN_SHAPE, unshown, &element.name);
    Ok(morphs.finish())
}

/// Returns what the targets of a mesh take from the budget.
pub(super) fn weight(mesh: &Mesh) -> u64 {
    let channels = mesh.blend_deformers.iter().flat_map(|blend| blend.channels.iter());
    let keys = channels.flat_map(|channel| channel.keyframes.iter());
    keys.map(|key| 1 + key.shape.num_offsets as u64).sum()
}

/// Returns the channels that are targets, in the order of the file.
fn channels(mesh: &Mesh) -> impl Iterator<Item = &BlendChannel> {
    let all = mesh.blend_deformers.iter().flat_map(|blend| blend.channels.iter());
    all.map(AsRef::as_ref).filter(|channel| shown(channel).next().is_some())
}

fn shown(channel: &BlendChannel) -> impl Iterator<Item = &BlendKeyframe> {
    let mut before = None;
    channel.keyframes.iter().filter(move |key| {
        let is_shown = is_shown(key.target_weight, before);
        before = if is_shown { Some(key.target_weight) } else { before };
        is_shown
    })
}

/// Returns the changes of a shape. If a group of vertices limits a shape, Blender writes a weight for each vertex.
fn changes(key: &BlendKeyframe) -> impl Iterator<Item = Change> + Clone {
    let shape = &key.shape;
    let vector = |list: &ufbx::List<ufbx::Vec3>, at: usize| list.get(at).map_or([0.0; 3], |&change| vec3(change));
    let change = move |(at, &vertex): (usize, &u32)| {
        let weight = shape.offset_weights.get(at).copied().unwrap_or(1.0);
        let weighed = |change: [f64; 3]| change.map(|number| number * weight);
        let position = weighed(vector(&shape.position_offsets, at));
        Change { vertex, position, normal: weighed(vector(&shape.normal_offsets, at)) }
    };
    shape.offset_vertices.iter().enumerate().map(change)
}

/// The channels of the meshes that nodes place, by ufbx's id of the channel: the node and the target, with the target's own
/// weight.
#[derive(Default)]
pub(super) struct Targets<'a>(BTreeMap<u32, (&'a BlendChannel, Vec<Target>)>);

struct Target {
    node: u32,
    target: u32,
    weight: f32,
}

impl<'a> Targets<'a> {
    pub(super) fn new(nodes: &Nodes<'a>, placed: &[SceneNode], meshes: &[SceneMesh]) -> Self {
        let mut targets = Self::default();
        for ((index, node), placed) in nodes.iter().zip(placed) {
            let made = placed.mesh.and_then(|mesh| meshes.get(mesh as usize)).map_or(&[][..], |mesh| &mesh.morphs);
            let channels = node.mesh.iter().flat_map(|mesh| channels(mesh));
            for ((target, channel), morph) in (0..).zip(channels).zip(made) {
                let entry = targets.0.entry(channel.element.typed_id).or_insert((channel, Vec::new()));
                entry.1.push(Target { node: index, target, weight: morph.weight });
            }
        }
        targets
    }

    /// Returns the number of targets of a channel.
    pub(super) fn count(&self, channel: u32) -> usize {
        self.0.get(&channel).map_or(0, |(_, targets)| targets.len())
    }

    /// Returns the weights of the targets of these channels at the frames of a clip.
    pub(super) fn sample(
        &self,
        anim: &Anim,
        channels: impl Iterator<Item = u32>,
        frames: &Frames,
        element: &Element,
    ) -> Result<Vec<SceneWeightTrack>> {
        let mut tracks = Vec::new();
        for (channel, targets) in channels.filter_map(|channel| self.0.get(&channel)) {
            let at = |frame| channel.evaluate_blend_weight(anim, frames.time(frame));
            let sampled: Vec<f64> = (0..frames.count).map(at).collect();
            if !sampled.iter().all(|weight| rigmill_math::to_f32(*weight).is_finite()) {
                return Err(not_finite(element, "the weight of a blend shape"));
            }
            for &Target { node, target, weight } in targets {
                let mut weights = sampled.clone();
                shorten_constant_weights(&mut weights, weight);
                tracks.extend((!weights.is_empty()).then_some(SceneWeightTrack { node, target, weights }));
            }
        }
        tracks.sort_by_key(|track| (track.node, track.target));
        Ok(tracks)
    }
}
