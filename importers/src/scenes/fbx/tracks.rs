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

/// What ufbx calls `UFBX_TRANSFORM_FLAG_EXPLICIT_INCLUDES`, `…_INCLUDE_ROTATION` and `…_INCLUDE_SCALE`: only these parts are
/// evaluated. Its crate has the names, but no way from them to the number that its function wants.
const EXPLICIT_INCLUDES: u32 = 0x4;
const INCLUDE_ROTATION: u32 = 0x20;
const INCLUDE_SCALE: u32 = 0x40;

/// What sampling takes of the budget: frames, times nodes, times layers.
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

/// The channels of nodes, by index, whose fast evaluation was compared with ufbx's.
#[derive(Default)]
pub(super) struct Compared(HashMap<u32, (Channels, bool)>);

impl Compared {
    /// Whether the fast evaluation of a node agrees with ufbx's in the channels that it has. One time tells: whatever differs, differs at
    /// all times, and in all takes.
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

/// The tracks of the nodes that a take animates; `keeper` keeps their curves.
pub(super) fn read(
    take: &AnimStack,
    movers: &Movers<'_>,
    frames: &Frames,
    nodes: &Nodes<'_>,
    compared: &mut Compared,
    (keeper, budget): (&mut ClipKeeper<'_>, &mut Budget),
) -> Result<Vec<SceneTrack>> {
    if movers.channels.is_empty() {
        // Its frames take nothing of the budget, however many they are.
        return Ok(Vec::new());
    }
    let times: Vec<f64> = (0..frames.count).map(|frame| frames.time(frame)).collect();
    let mut tracks = Vec::new();
    for (&index, &channels) in &movers.channels {
        let Some(node) = nodes.get(index) else { continue };
        let sampler = Sampler { anim: &take.anim, node, blended: Blended::of(take, node) };
        let direct = channels.any().then(|| Direct::of(node, movers.own(index))).flatten();
        // Clips often rest at their ends and in the middle, where wrong evaluations may agree.
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

/// Evaluates the transform of a node by ufbx.
struct Sampler<'a> {
    anim: &'a Anim,
    node: &'a Node,
    /// The way to evaluate rotations that layers blend otherwise than ufbx.
    blended: Option<Blended<'a>>,
}

impl Sampler<'_> {
    fn at(&self, time: f64, flags: u32) -> SceneTransform {
        transform(&match &self.blended {
            Some(blended) => blended.at(time, flags),
            None => ufbx::evaluate_transform_flags(self.anim, self.node, time, flags),
        })
    }

    /// A track of the channels that are `changing` at all of these times, and of the others at the first.
    fn sample(&self, index: u32, times: &[f64], changing: Channels) -> SceneTrack {
        let mut track = with_capacity(index, changing, times.len());
        let (first, others) = times.split_at(times.len().min(1));
        first.iter().for_each(|&time| push(&mut track, Channels::ALL, &self.at(time, 0)));
        let others = if changing.any() { others } else { &[] };
        others.iter().for_each(|&time| push(&mut track, changing, &self.at(time, flags(changing))));
        track
    }
}

/// Whether the parts of two transforms are equal up to rounding.
fn same_parts(channels: Channels, a: &SceneTransform, b: &SceneTransform) -> bool {
    (!channels.translation || same(&a.translation, &b.translation))
        && (!channels.rotation || same(&a.rotation, &b.rotation))
        && (!channels.scale || same(&a.scale, &b.scale))
}

fn is_finite(track: &SceneTrack) -> bool {
    let vectors = track.translations.iter().chain(&track.scales).flatten();
    vectors.chain(track.rotations.iter().flatten()).all(|number| number.is_finite())
}

/// A track without samples, with room for some of the channels that change.
fn with_capacity(node: u32, channels: Channels, samples: usize) -> SceneTrack {
    let room = |changes: bool| if changes { samples } else { 1 };
    SceneTrack {
        node,
        translations: Vec::with_capacity(room(channels.translation)),
        rotations: Vec::with_capacity(room(channels.rotation)),
        scales: Vec::with_capacity(room(channels.scale)),
    }
}

/// The parts that ufbx evaluates; it gives a translation only with the others.
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
