//! Clips: the takes of a file, sampled at the frames of their rate.

use std::collections::{BTreeMap, HashMap};

use rigmill_dom::{SceneClip, SceneTrack};
use rigmill_pipeline::Diagnostic;

use super::curves::{Curve, TICKS};
use super::document::{Document, Object};
use super::kept::Moved;
use super::nodes::{Node, Nodes};
use super::transforms::Locals;
use super::unsupported::unsupported;
use crate::fbx_shared::budget::Budget;
use crate::fbx_shared::channels::Channels;
use crate::fbx_shared::clip_ranges::{ClipRange, choose};
use crate::fbx_shared::keeper::{ClipKeeper, Keeper, OwnMovement};
use crate::fbx_shared::params::FbxParams;
use crate::fbx_shared::refusal::Refusal;
use crate::fbx_shared::samples::{is_finite, push};
use crate::fbx_shared::time_line::{Frames, Span, TimeLine, frame_rate};
use crate::settle::settle;

pub(super) fn read(
    document: &Document<'_>,
    nodes: &Nodes<'_>,
    file_rate: Option<f64>,
    params: &FbxParams,
    budget: &mut Budget,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<SceneClip>, Refusal> {
    let takes: Vec<(&str, Object<'_>)> = document.all("AnimationStack").map(|take| (take.name, take)).collect();
    let ranges = choose(&takes, params)?;
    if ranges.is_empty() {
        return Ok(Vec::new());
    }
    let file = File { document, nodes, targets: targets(document, nodes) };
    let movers = |range: ClipRange<_>| Movers::of(range.take, &file, budget).map(|movers| (range, movers));
    let moved: Vec<_> = ranges.into_iter().map(movers).collect::<Result<_, _>>()?;
    let keys = || moved.iter().flat_map(|(_, movers)| movers.key_times()).collect();
    let line = TimeLine { rate: frame_rate(file_rate, params, keys)?, ticks: TICKS };
    let mut keeper = Keeper::new(params.curves);
    let read = |(range, movers): &(_, _)| read_clip(range, movers, line, &file, budget, &mut keeper, warnings);
    let clips: Result<_, _> = moved.iter().map(read).collect();
    warnings.extend(keeper.into_warning());
    clips
}

/// What clips are read from.
struct File<'a> {
    document: &'a Document<'a>,
    nodes: &'a Nodes<'a>,
    targets: Targets<'a>,
}

/// By the number of a curve node, the nodes that it moves and their properties.
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

fn read_clip(
    range: &ClipRange<Object<'_>>,
    movers: &Movers,
    line: TimeLine,
    file: &File<'_>,
    budget: &mut Budget,
    keeper: &mut Keeper,
    warnings: &mut Vec<Diagnostic>,
) -> Result<SceneClip, Refusal> {
    let mut span = Span::of(range.frames, declared(file.document, range.take), movers.keys, line);
    let cost = |span: &Span| movers.cost(span.frames(line));
    let shorten = || span.within(movers.keys.filter(|_| range.frames.is_none())?);
    if let Some(shorter) = (cost(&span) > budget.samples_left()).then(shorten).flatten() {
        warnings.push(span.shortened(&range.name, &shorter));
        span = shorter;
    }
    budget.take_samples(cost(&span))?;
    let frames = u32::try_from(span.frames(line)).unwrap_or(u32::MAX);
    let times = Frames { start: span.start, end: span.end, rate: line.rate, ticks: line.ticks, count: frames };
    let element = range.take.element("AnimationStack");
    let mut keeper = keeper.of_clip(&element, [span.start, span.end]);
    let tracks = movers.sample(file.nodes, &times, &mut keeper, budget)?;
    let curves = keeper.into_curves();
    Ok(SceneClip {
        element,
        start: span.start,
        duration: span.end - span.start,
        rate: line.rate,
        frames,
        tracks,
        curves,
        name: range.name.clone(),
    })
}

/// When a take begins and ends by what it says, in seconds.
#[expect(clippy::cast_precision_loss, reason = "as times are in the scene: seconds")]
fn declared(document: &Document<'_>, take: Object<'_>) -> [f64; 2] {
    let properties = document.properties(take);
    let pair = |names: [&str; 2]| match names.map(|name| properties.whole(name)) {
        [Some(start), Some(stop)] => Some([start, stop].map(|ticks| ticks as f64 / TICKS as f64)),
        _ => None,
    };
    pair(["LocalStart", "LocalStop"]).or_else(|| pair(["ReferenceStart", "ReferenceStop"])).unwrap_or_default()
}

/// A vector over time: a curve for each of its numbers, or its default.
#[derive(Debug, Default)]
pub(super) struct Animated {
    pub(super) default: [f64; 3],
    pub(super) curves: [Option<Curve>; 3],
}

impl Animated {
    fn of(curve_node: Object<'_>, document: &Document<'_>, budget: &mut Budget) -> Result<Self, Refusal> {
        let properties = document.properties(curve_node);
        let axes = [["X", "d|X"], ["Y", "d|Y"], ["Z", "d|Z"]];
        let default = |[short, long]: [&str; 2]| properties.number(long).or_else(|| properties.number(short));
        let mut animated =
            Self { default: axes.map(|names| default(names).unwrap_or(0.0)), curves: Default::default() };
        for (object, property) in document.linked(curve_node.id, "AnimationCurve") {
            let Some(axis) = axes.iter().position(|names| names.iter().any(|name| Some(*name) == property)) else {
                return Err(unsupported(format!("AnimationCurve {} is for {property:?}", object.id)));
            };
            let curve = Curve::of(object)?;
            budget.take_samples(curve.len())?;
            if animated.curves[axis].replace(curve).is_some() {
                return Err(unsupported(format!("AnimationCurveNode {} has two curves for one axis", curve_node.id)));
            }
        }
        Ok(animated)
    }

    fn at(&self, time: f64) -> [f64; 3] {
        std::array::from_fn(|axis| {
            let default = self.default[axis];
            self.curves[axis].as_ref().map_or(default, |curve| curve.at(time, default))
        })
    }

    fn is_constant(&self) -> bool {
        self.curves.iter().flatten().all(Curve::is_constant)
    }
}

/// What a take's curves make of a node.
#[derive(Debug, Default)]
pub(super) struct Motion {
    pub(super) translation: Option<Animated>,
    pub(super) angles: Option<Animated>,
    pub(super) scale: Option<Animated>,
}

impl Motion {
    pub(super) fn at(&self, node: &Node<'_>, time: f64) -> Locals {
        let value = |animated: &Option<Animated>, own| animated.as_ref().map_or(own, |animated| animated.at(time));
        Locals {
            translation: value(&self.translation, node.locals.translation),
            angles: value(&self.angles, node.locals.angles),
            scale: value(&self.scale, node.locals.scale),
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Animated> {
        [&self.translation, &self.angles, &self.scale].into_iter().flatten()
    }

    fn rests(&self) -> bool {
        self.all().all(Animated::is_constant)
    }

    /// The parts that change.
    fn changing(&self) -> Channels {
        let changes = |animated: &Option<Animated>| animated.as_ref().is_some_and(|it| !it.is_constant());
        let [translation, rotation, scale] = [&self.translation, &self.angles, &self.scale].map(changes);
        Channels { translation, rotation, scale }
    }
}

/// The nodes that a take's curves move, by index.
#[derive(Default)]
struct Movers {
    motions: BTreeMap<u32, Motion>,
    /// From the first key to the last, in seconds.
    keys: Option<[f64; 2]>,
}

impl Movers {
    fn of(
        take: Object<'_>,
        &File { document, nodes, ref targets }: &File<'_>,
        budget: &mut Budget,
    ) -> Result<Self, Refusal> {
        let mut movers = Self::default();
        let layers: Vec<Object<'_>> = document.children(take.id, "AnimationLayer").collect();
        let [layer] = layers[..] else {
            let refusal = || unsupported(format!("take {:?} has {} animation layers", take.name, layers.len()));
            return if layers.is_empty() { Ok(movers) } else { Err(refusal()) };
        };
        for curve_node in document.children(layer.id, "AnimationCurveNode") {
            for &(index, property) in targets.get(&curve_node.id).into_iter().flatten() {
                budget.take_samples(1)?;
                let Some(node) = nodes.get(index) else { continue };
                movers.add(index, node, curve_node, property, document, budget)?;
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
    ) -> Result<(), Refusal> {
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
        let animated = Animated::of(curve_node, document, budget)?;
        for [first, last] in animated.curves.iter().flatten().filter_map(Curve::span) {
            let [before, after] = self.keys.unwrap_or([f64::INFINITY, f64::NEG_INFINITY]);
            self.keys = Some([before.min(first), after.max(last)]);
        }
        match slot.replace(animated) {
            None => Ok(()),
            Some(_) => Err(unsupported(format!("{property} of Model {:?} is animated twice", node.object.name))),
        }
    }

    /// The times of each curve's keys in seconds, with that of the first key of all.
    fn key_times(&self) -> impl Iterator<Item = (f64, Vec<f64>)> + '_ {
        let curves = self.motions.values().flat_map(Motion::all).flat_map(|animated| animated.curves.iter().flatten());
        let times = |curve: &Curve| curve.keys().iter().map(|key| key.time).collect();
        curves.filter_map(move |curve| Some((self.keys?[0], times(curve))))
    }

    /// What sampling takes of the budget.
    fn cost(&self, frames: u64) -> u64 {
        let moving = self.motions.values().filter(|motion| !motion.rests()).count() as u64;
        frames.saturating_mul(moving).saturating_add(self.motions.len() as u64).saturating_add(1)
    }

    fn sample(
        &self,
        nodes: &Nodes<'_>,
        frames: &Frames,
        keeper: &mut ClipKeeper<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<SceneTrack>, Refusal> {
        let mut tracks = Vec::new();
        for (&index, motion) in &self.motions {
            let Some(node) = nodes.get(index) else { continue };
            let mut track = SceneTrack { node: index, ..SceneTrack::default() };
            for frame in 0..if motion.rests() { 1 } else { frames.count } {
                let at = node.setup.transform(&motion.at(node, frames.time(frame)));
                if !is_finite(&at) {
                    return Err(Refusal::not_finite(&node.object.element("Model"), "its animation"));
                }
                push(&mut track, Channels::ALL, &at);
            }
            settle(&mut track, &node.setup.transform(&node.locals));
            let moved = Moved::of(motion, node);
            let movement = moved.as_ref().map(|moved| moved as &dyn OwnMovement);
            keeper.keep(&track, motion.changing(), movement, &|| node.object.element("Model"), budget)?;
            tracks.push(track);
        }
        Ok(tracks)
    }
}
