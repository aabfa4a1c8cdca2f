//! Tracks: the transforms of nodes at the frames of a clip.

use std::collections::HashMap;

use rigmill_dom::{SceneTrack, SceneTransform};
use ufbx::{Anim, AnimStack, Node};

use super::blended::Blended;
use super::curves::Movers;
use super::direct::Direct;
use super::elements::element;
use super::nodes::Nodes;
use super::numbers::transform;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::constant_channels::{same, shorten_constant_channels};
use crate::scenes::fbx_shared::channels::Channels;
use crate::scenes::fbx_shared::clips::sampled_nodes;
use crate::scenes::fbx_shared::keeper::{ClipKeeper, OwnMovement};
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::fbx_shared::samples::push;
use crate::scenes::fbx_shared::time_line::Frames;

/// The flags `UFBX_TRANSFORM_FLAG_EXPLICIT_INCLUDES`, `…_INCLUDE_ROTATION` and `…_INCLUDE_SCALE` of ufbx, which restrict the
/// evaluation to these parts. ufbx's crate defines the names, but offers no conversion to the number that its function takes.
const EXPLICIT_INCLUDES: u32 = 0x4;
const INCLUDE_ROTATION: u32 = 0x20;
const INCLUDE_SCALE: u32 = 0x40;

/// Returns what sampling takes from the budget: frames multiplied by nodes and layers.
pub(super) fn cost(movers: &Movers<'_>, take: &AnimStack, frames: u64) -> u64 {
    let layers = (take.layers.count as u64).max(1);
    let moving = movers.channels.values().filter(|channels| channels.any()).count() as u64;
    let resting = movers.channels.len() as u64 - moving;
    frames
        .saturating_mul(sampled_nodes(moving, resting).saturating_add(movers.targets() as u64))
        .saturating_add(resting)
        .saturating_mul(layers)
        .saturating_add(1)
}

/// For each node, by index, the channels whose fast evaluation was compared with ufbx's, and whether both agreed.
#[derive(Default)]
pub(super) struct Compared(HashMap<u32, (Channels, bool)>);

impl Compared {
    /// Returns whether the fast evaluation of a node's channels agrees with ufbx's. A single time is enough for the comparison,
    /// because any difference occurs at all times and in all takes.
    fn agrees(&mut self, direct: &Direct<'_>, sampler: &Sampler<'_>, index: u32, time: f64) -> bool {
        let channels = direct.channels();
        let (compared, agrees) = self.0.entry(index).or_insert((Channels::default(), true));
        if *agrees && !channels.within(*compared) {
            *agrees = same_parts(channels, &sampler.at(time, 0), &direct.at(time));
            *compared |= channels;
        }
        *agrees
    }
}

/// Returns the tracks of the nodes that a take animates. `keeper` keeps their curves.
pub(super) fn read(
    take: &AnimStack,
    movers: &Movers<'_>,
    frames: &Frames,
    nodes: &Nodes<'_>,
    compared: &mut Compared,
    (keeper, budget): (&mut ClipKeeper<'_>, &mut Budget),
) -> Result<Vec<SceneTrack>> {
    if movers.channels.is_empty() {
        // The frames take nothing from the budget, however many there are.
        return Ok(Vec::new());
    }
    let times: Vec<f64> = (0..frames.count).map(|frame| frames.time(frame)).collect();
    let mut tracks = Vec::new();
    for (&index, &channels) in &movers.channels {
        let Some(node) = nodes.get(index) else { continue };
        let sampler = Sampler { anim: &take.anim, node, blended: Blended::new(take, node, budget)? };
        let direct = channels.any().then(|| Direct::new(node, movers.own(index))).flatten();
        // Clips often rest at their ends and in the middle, where a wrong evaluation may give the same result by chance.
        let time = times.get(times.len() * 3 / 8).copied().unwrap_or_default();
        let direct = direct.filter(|direct| compared.agrees(direct, &sampler, index, time));
        let mut track = match &direct {
            Some(direct) => direct.sample(index, &times, channels),
            None => sampler.sample(index, &times, channels),
        };
        if !is_finite(&track) {
            return Err(not_finite(&element("Model", &node.element), "its animation"));
        }
        shorten_constant_channels(&mut track, &transform(&node.local_transform));
        let movement = direct.as_ref().map(|direct| direct as &dyn OwnMovement);
        keeper.keep(&track, channels, movement, &|| element("Model", &node.element), budget)?;
        tracks.push(track);
    }
    Ok(tracks)
}

/// Evaluates the transform of a node with ufbx.
struct Sampler<'a> {
    anim: &'a Anim,
    node: &'a Node,
    /// The evaluation of rotations that layers blend in a different order than ufbx.
    blended: Option<Blended<'a>>,
}

impl Sampler<'_> {
    fn at(&self, time: f64, flags: u32) -> SceneTransform {
        transform(&match &self.blended {
            Some(blended) => blended.at(time, flags),
            None => ufbx::evaluate_transform_flags(self.anim, self.node, time, flags),
        })
    }

    /// Returns a track. Channels in `changing` are sampled at all of these times, and all other channels only at the first.
    fn sample(&self, index: u32, times: &[f64], changing: Channels) -> SceneTrack {
        let mut track = with_capacity(index, changing, times.len());
        let (first, others) = times.split_at(times.len().min(1));
        first.iter().for_each(|&time| push(&mut track, Channels::ALL, &self.at(time, 0)));
        let others = if changing.any() { others } else { &[] };
        others.iter().for_each(|&time| push(&mut track, changing, &self.at(time, flags(changing))));
        track
    }
}

/// Returns whether these parts of two transforms are equal, except for rounding.
fn same_parts(channels: Channels, a: &SceneTransform, b: &SceneTransform) -> bool {
    (!channels.translation || same(&a.translation, &b.translation))
        && (!channels.rotation || same(&a.rotation, &b.rotation))
        && (!channels.scale || same(&a.scale, &b.scale))
}

fn is_finite(track: &SceneTrack) -> bool {
    let vectors = track.translations.iter().chain(&track.scales).flatten();
    vectors.chain(track.rotations.iter().flatten()).all(|number| number.is_finite())
}

/// Returns an empty track, with capacity for the samples of its channels.
fn with_capacity(node: u32, channels: Channels, samples: usize) -> SceneTrack {
    let room = |changes: bool| if changes { samples } else { 1 };
    SceneTrack {
        node,
        translations: Vec::with_capacity(room(channels.translation)),
        rotations: Vec::with_capacity(room(channels.rotation)),
        scales: Vec::with_capacity(room(channels.scale)),
    }
}

/// Returns the flags of the parts that ufbx evaluates. ufbx evaluates the translation only together with the others.
fn flags(channels: Channels) -> u32 {
    match channels {
        Channels { translation: true, .. } => 0,
        Channels { rotation, scale, .. } => {
            let rotation = if rotation { INCLUDE_ROTATION } else { 0 };
            let scale = if scale { INCLUDE_SCALE } else { 0 };
            EXPLICIT_INCLUDES | rotation | scale
        }
    }
}
