//! Tracks: the transforms of nodes at the frames of a clip.

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
use crate::scenes::constant_channels::shorten_constant_channels;
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

/// The tracks of the nodes that a take animates; `keeper` keeps their curves.
pub(super) fn read(
    take: &AnimStack,
    movers: &Movers<'_>,
    frames: &Frames,
    nodes: &Nodes<'_>,
    keeper: &mut ClipKeeper<'_>,
    budget: &mut Budget,
) -> Result<Vec<SceneTrack>> {
    if movers.channels.is_empty() {
        // Its frames take nothing of the budget, however many they are.
        return Ok(Vec::new());
    }
    let times: Vec<f64> = (0..frames.count).map(|frame| frames.time(frame)).collect();
    let mut tracks = Vec::new();
    for (&index, &channels) in &movers.channels {
        let Some(node) = nodes.get(index) else { continue };
        let direct = channels.any().then(|| Direct::of(node, movers.own(index))).flatten();
        let blended = Blended::of(take, node);
        let sampler = Sampler { anim: &take.anim, node, channels, direct, blended }.verified(&times);
        let track = sample(&sampler, index, &times)?;
        let movement = sampler.direct.as_ref().map(|direct| direct as &dyn OwnMovement);
        keeper.keep(&track, channels, movement, &|| element("Model", &node.element), budget)?;
        tracks.push(track);
    }
    Ok(tracks)
}

/// Evaluates the transform of a node.
struct Sampler<'a> {
    anim: &'a Anim,
    node: &'a Node,
    /// Which parts are expected.
    channels: Channels,
    /// A faster way to evaluate them.
    direct: Option<Direct<'a>>,
    /// The way to evaluate rotations that layers blend otherwise than ufbx.
    blended: Option<Blended<'a>>,
}

impl Sampler<'_> {
    /// All parts.
    fn whole(&self, time: f64) -> SceneTransform {
        self.evaluate(time, 0)
    }

    /// The parts that are expected.
    fn parts(&self, time: f64) -> SceneTransform {
        match &self.direct {
            Some(direct) => direct.at(time, self.channels),
            None => self.evaluate(time, flags(self.channels)),
        }
    }

    fn evaluate(&self, time: f64, flags: u32) -> SceneTransform {
        transform(&match &self.blended {
            Some(blended) => blended.at(time, flags),
            None => ufbx::evaluate_transform_flags(self.anim, self.node, time, flags),
        })
    }

    /// Gives up the faster way unless it agrees with ufbx at the first, the middle and the last frame.
    fn verified(mut self, times: &[f64]) -> Self {
        let direct = self.direct.take();
        let checks = [times.first(), times.get(times.len() / 2), times.last()];
        let channels = self.channels;
        let agrees = |direct: &Direct<'_>| {
            checks.iter().flatten().all(|&&time| same_parts(channels, &self.whole(time), &direct.at(time, channels)))
        };
        self.direct = direct.filter(agrees);
        self
    }
}

/// Whether the parts of two transforms are equal up to rounding.
fn same_parts(channels: Channels, a: &SceneTransform, b: &SceneTransform) -> bool {
    (!channels.translation || same(&a.translation, &b.translation))
        && (!channels.rotation || same(&a.rotation, &b.rotation))
        && (!channels.scale || same(&a.scale, &b.scale))
}

/// Whether numbers are equal up to rounding; NaN never is.
fn same(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + a.abs()))
}

fn sample(sampler: &Sampler<'_>, index: u32, times: &[f64]) -> Result<SceneTrack> {
    let channels = sampler.channels;
    let Some((&first, others)) = times.split_first() else {
        return Ok(SceneTrack { node: index, ..SceneTrack::default() });
    };
    let first = sampler.whole(first);
    let mut sampled = with_capacity(index, channels, times.len());
    push(&mut sampled, Channels::ALL, &first);
    let mut finite = first.is_finite();
    for &time in if channels.any() { others } else { &[] } {
        let at = sampler.parts(time);
        finite &= at.is_finite();
        push(&mut sampled, channels, &at);
    }
    if !finite {
        return Err(not_finite(&element("Model", &sampler.node.element), "its animation"));
    }
    shorten_constant_channels(&mut sampled, &transform(&sampler.node.local_transform));
    Ok(sampled)
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
