//! Clips: the takes of a file, sampled at the frames of their rate.

use std::collections::{BTreeMap, HashMap};

use rigmill_dom::{DataValue, Element, SceneClip, SceneTrack, SceneWeightTrack};
use rigmill_pipeline::Diagnostic;

use super::curves::{Curve, TICKS};
use super::document::{Document, Object};
use super::kept::Moved;
use super::morphs;
use super::motion::{Animated, Motion};
use super::nodes::{Node, Nodes};
use super::unsupported::unsupported;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::constant_channels::shorten_constant_channels;
use crate::scenes::fbx_shared::channels::Channels;
use crate::scenes::fbx_shared::clips::{self, Take, sampled_nodes, stated_span};
use crate::scenes::fbx_shared::keeper::{ClipKeeper, OwnMovement};
use crate::scenes::fbx_shared::params::FbxParams;
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::fbx_shared::samples::push;
use crate::scenes::fbx_shared::time_line::Frames;

pub(super) fn read(
    document: &Document<'_>,
    nodes: &Nodes<'_>,
    morphs: &morphs::Targets,
    file_rate: Option<f64>,
    params: &FbxParams,
    budget: &mut Budget,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<SceneClip>> {
    let takes: Vec<(&str, Object<'_>)> = document.all("AnimationStack").map(|take| (take.name, take)).collect();
    let file = File { document, nodes, morphs, targets: targets(document, nodes) };
    clips::read(
        &takes,
        |take, budget| {
            let movers = Movers::new(take, &file, budget)?;
            Ok(MovingTake { take, movers, declared: declared(document, take), nodes, morphs })
        },
        (file_rate, TICKS),
        params,
        budget,
        warnings,
    )
}

/// Returns all takes, each with its user-defined properties.
pub(super) fn properties(document: &Document<'_>) -> Vec<(Element, Vec<(String, DataValue)>)> {
    let of = |take: Object<'_>| (take.element("AnimationStack"), document.properties(take).user_defined());
    document.all("AnimationStack").map(of).collect()
}

/// A take, and the nodes that its curves move.
struct MovingTake<'a> {
    take: Object<'a>,
    movers: Movers,
    declared: [f64; 2],
    nodes: &'a Nodes<'a>,
    morphs: &'a morphs::Targets,
}

impl Take for MovingTake<'_> {
    fn element(&self) -> Element {
        self.take.element("AnimationStack")
    }

    fn declared(&self) -> [f64; 2] {
        self.declared
    }

    fn keys(&self) -> Option<[f64; 2]> {
        self.movers.keys
    }

    fn key_times(&self) -> Vec<(f64, Vec<f64>)> {
        self.movers.key_times().collect()
    }

    /// Curves that continue outside their keys are rejected.
    fn rests_beyond_keys(&self) -> bool {
        true
    }

    fn cost(&self, frames: u64) -> u64 {
        self.movers.cost(frames).saturating_add(frames.saturating_mul(self.movers.weights.count(self.morphs)))
    }

    fn sample(&self, frames: &Frames, keeper: &mut ClipKeeper<'_>, budget: &mut Budget) -> Result<Vec<SceneTrack>> {
        self.movers.sample(self.nodes, frames, keeper, budget)
    }

    fn weights(&self, frames: &Frames) -> Result<Vec<SceneWeightTrack>> {
        self.movers.weights.sample(self.morphs, frames, &self.element())
    }
}

/// The data from which clips are read.
struct File<'a> {
    document: &'a Document<'a>,
    nodes: &'a Nodes<'a>,
    morphs: &'a morphs::Targets,
    targets: Targets<'a>,
}

/// For each curve node, by its id, the nodes that it moves and their properties.
type Targets<'a> = HashMap<i64, Vec<(u32, &'a str)>>;

fn targets<'a>(document: &Document<'a>, nodes: &Nodes<'a>) -> Targets<'a> {
    let mut targets = Targets::new();
    for (index, node) in nodes.iter() {
        for (curve_node, property) in document.linked(node.object.id, "AnimationCurveNode") {
            targets.entry(curve_node.id).or_default().push((index, property.unwrap_or_default()));
        }
    }
    targets
}

/// Returns the start and the end of a take, as the file states them, in seconds.
#[expect(clippy::cast_precision_loss, reason = "as times are in the scene: seconds")]
fn declared(document: &Document<'_>, take: Object<'_>) -> [f64; 2] {
    let properties = document.properties(take);
    stated_span(|name| properties.whole(name).map(|ticks| ticks as f64 / TICKS as f64))
}

/// The nodes that a take's curves move, by index.
#[derive(Default)]
struct Movers {
    motions: BTreeMap<u32, Motion>,
    /// The weights of blend shapes.
    weights: morphs::Weights,
    /// The times of the first and the last key, in seconds.
    keys: Option<[f64; 2]>,
}

impl Movers {
    fn new(take: Object<'_>, file: &File<'_>, budget: &mut Budget) -> Result<Self> {
        let &File { document, nodes, morphs, ref targets } = file;
        let mut movers = Self::default();
        let layers: Vec<Object<'_>> = document.children(take.id, "AnimationLayer").collect();
        let [layer] = layers[..] else {
            let problem = || unsupported(format!("take {:?} has {} animation layers", take.name, layers.len()));
            return if layers.is_empty() { Ok(movers) } else { Err(problem()) };
        };
        for curve_node in document.children(layer.id, "AnimationCurveNode") {
            for &(index, property) in targets.get(&curve_node.id).into_iter().flatten() {
                budget.take_samples(1)?;
                let Some(node) = nodes.get(index) else { continue };
                movers.add(index, node, curve_node, property, document, budget)?;
            }
            if let Some(channel) = morphs.channel(curve_node.id) {
                let span = movers.weights.add(channel, curve_node, document, budget)?;
                span.into_iter().for_each(|span| movers.add_span(span));
            }
        }
        Ok(movers)
    }

    fn add(
        &mut self,
        index: u32,
        node: &Node<'_>,
        curve_node: Object<'_>,
        property: &str,
        document: &Document<'_>,
        budget: &mut Budget,
    ) -> Result<()> {
        if Channels::of_property(property).is_none() {
            return Ok(());
        }
        let motion = self.motions.entry(index).or_default();
        let slot = match property {
            "Lcl Translation" => &mut motion.translation,
            "Lcl Rotation" => &mut motion.angles,
            "Lcl Scaling" if node.scale_ends_here => {
                let fact = format!("the scale of Model {:?} is animated and not inherited", node.object.name);
                return Err(unsupported(fact));
            }
            "Lcl Scaling" => &mut motion.scale,
            _ => return Err(unsupported(format!("{property} of Model {:?} is animated", node.object.name))),
        };
        let animated = Animated::new(curve_node, document, budget)?;
        let spans: Vec<_> = animated.curves.iter().flatten().filter_map(Curve::span).collect();
        if slot.replace(animated).is_some() {
            return Err(unsupported(format!("{property} of Model {:?} is animated twice", node.object.name)));
        }
        spans.into_iter().for_each(|span| self.add_span(span));
        Ok(())
    }

    fn add_span(&mut self, [first, last]: [f64; 2]) {
        let [before, after] = self.keys.unwrap_or([f64::INFINITY, f64::NEG_INFINITY]);
        self.keys = Some([before.min(first), after.max(last)]);
    }

    /// Returns the times of each curve's keys in seconds, with the time of the first key of all curves.
    fn key_times(&self) -> impl Iterator<Item = (f64, Vec<f64>)> + '_ {
        let curves = self.motions.values().flat_map(Motion::all).flat_map(|animated| animated.curves.iter().flatten());
        let times = |curve: &Curve| curve.keys().iter().map(|key| key.time).collect();
        curves.chain(self.weights.curves()).filter_map(move |curve| Some((self.keys?[0], times(curve))))
    }

    /// Returns what sampling takes from the budget.
    fn cost(&self, frames: u64) -> u64 {
        let moving = self.motions.values().filter(|motion| !motion.rests()).count() as u64;
        let resting = self.motions.len() as u64 - moving;
        frames
            .saturating_mul(sampled_nodes(moving, resting))
            .saturating_add(self.motions.len() as u64)
            .saturating_add(1)
    }

    fn sample(
        &self,
        nodes: &Nodes<'_>,
        frames: &Frames,
        keeper: &mut ClipKeeper<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<SceneTrack>> {
        let mut tracks = Vec::new();
        for (&index, motion) in &self.motions {
            let Some(node) = nodes.get(index) else { continue };
            let mut track = SceneTrack { node: index, ..SceneTrack::default() };
            for frame in 0..if motion.rests() { 1 } else { frames.count } {
                let at = node.setup.transform(&motion.at(node, frames.time(frame)));
                if !at.is_finite() {
                    return Err(not_finite(&node.object.element("Model"), "its animation"));
                }
                push(&mut track, Channels::ALL, &at);
            }
            shorten_constant_channels(&mut track, &node.setup.transform(&node.locals));
            let moved = Moved::new(motion, node);
            let movement = moved.as_ref().map(|moved| moved as &dyn OwnMovement);
            keeper.keep(&track, motion.changing(), movement, &|| node.object.element("Model"), budget)?;
            tracks.push(track);
        }
        Ok(tracks)
    }
}
