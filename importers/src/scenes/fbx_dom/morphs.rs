//! Morph targets: the channels of a mesh's blend shapes, and their weights in a take.

use std::collections::{BTreeMap, HashMap};

use rigmill_dom::{Element, SceneMesh, SceneMorph, SceneNode, SceneWeightTrack};
use rigmill_math::affine::Affine;
use rigmill_math::to_f32;

use super::curves::Curve;
use super::document::{Document, Object};
use super::nodes::Nodes;
use super::records::{first, ints, number, reals};
use super::unsupported::{malformed, unsupported};
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::constant_channels::shorten_constant_weights;
use crate::scenes::fbx_shared::left_out::UNSHOWN_SHAPE;
use crate::scenes::fbx_shared::morphs::{Change, Morphs, is_shown};
use crate::scenes::fbx_shared::problems::not_finite;
use crate::scenes::fbx_shared::time_line::Frames;
use crate::scenes::left_out::LeftOut;

/// The property of a channel that contains its weight, in percent.
pub(super) const WEIGHT: &str = "DeformPercent";

/// Returns the targets of a geometry whose vertices are transformed by `moved`.
pub(super) fn read(
    geometry: Object<'_>,
    vertices: usize,
    moved: Option<Affine>,
    document: &Document<'_>,
    budget: &mut Budget,
    left_out: &mut LeftOut,
) -> Result<Vec<SceneMorph>> {
    let element = geometry.element("Geometry");
    let mut morphs = Morphs::new(&element, vertices, moved);
    let mut count_unshown = 0;
    for channel in all_channels(geometry, document) {
        let shapes = Shapes::new(channel, document)?;
        count_unshown += shapes.unshown;
        if shapes.shown.is_empty() {
            continue;
        }
        let read =
            |&(weight, shape): &(f64, Object<'_>)| Ok((weight, changes(shape, &shapes, &element, budget)?.into_iter()));
        let read: Result<Vec<_>> = shapes.shown.iter().map(read).collect();
        morphs.push(channel.name, own_weight(channel, document), read?)?;
    }
    left_out.add_many(UNSHOWN_SHAPE, count_unshown, &element.name);
    Ok(morphs.finish())
}

fn all_channels<'a>(geometry: Object<'a>, document: &Document<'a>) -> Vec<Object<'a>> {
    let blends = document.children(geometry.id, "Deformer").filter(|it| it.class == "BlendShape");
    let channels = |blend: Object<'a>| document.children(blend.id, "Deformer").collect::<Vec<_>>();
    blends.flat_map(channels).filter(|it| it.class == "BlendShapeChannel").collect()
}

/// Returns the weight of a channel without animation; 1 is the full shape. Blender writes it as a separate record.
fn own_weight(channel: Object<'_>, document: &Document<'_>) -> f64 {
    let percent = document.properties(channel).number(WEIGHT);
    percent.or_else(|| first(channel.record, WEIGHT).and_then(number)).unwrap_or(0.0) / 100.0
}

/// The shapes of a channel, each with the weight at which it is fully applied, ascending.
struct Shapes<'a> {
    shown: Vec<(f64, Object<'a>)>,
    /// The number of shapes that are never applied.
    unshown: usize,
    /// Blender writes these in place of the weights: one weight for each change of its only shape.
    of_changes: Option<Vec<f64>>,
}

impl<'a> Shapes<'a> {
    fn new(channel: Object<'a>, document: &Document<'a>) -> Result<Self> {
        let full = reals(channel.record, "FullWeights")?.unwrap_or_default();
        let by_change = document.is_by_blender();
        let weight = |at: usize| full.get(at).filter(|_| !by_change).map_or(1.0, |full| full / 100.0);
        let all = document.children(channel.id, "Geometry").filter(|it| it.class == "Shape").enumerate();
        let mut all: Vec<_> = all.map(|(at, shape)| (weight(at), shape)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let count = all.len();
        let mut before = None;
        all.retain(|&(weight, _)| {
            let is_shown = is_shown(weight, before);
            before = if is_shown { Some(weight) } else { before };
            is_shown
        });
        let of_changes = by_change.then(|| full.iter().map(|full| full / 100.0).collect());
        Ok(Self { unshown: count - all.len(), shown: all, of_changes })
    }
}

fn changes(shape: Object<'_>, shapes: &Shapes<'_>, element: &Element, budget: &mut Budget) -> Result<Vec<Change>> {
    let vertices = ints(shape.record, "Indexes")?.unwrap_or_default();
    let positions = reals(shape.record, "Vertices")?.unwrap_or_default();
    let normals = reals(shape.record, "Normals")?;
    budget.take_geometry(1 + vertices.len() as u64)?;
    let is_whole = |list: &[f64]| list.len() == vertices.len() * 3;
    if !is_whole(&positions) || normals.as_ref().is_some_and(|normals| !is_whole(normals)) {
        return Err(malformed(format!("{element}: a blend shape does not have one change per vertex")));
    }
    let weights = shapes.of_changes.as_ref().filter(|weights| weights.len() == vertices.len());
    let weighed = |list: &[f64], at: usize| -> [f64; 3] {
        let weight = weights.map_or(1.0, |weights| weights[at]);
        list.as_chunks().0.get(at).map_or([0.0; 3], |change| change.map(|number| number * weight))
    };
    let change = |(at, &vertex): (usize, &i32)| Change {
        vertex: vertex.cast_unsigned(),
        position: weighed(&positions, at),
        normal: normals.as_ref().map_or([0.0; 3], |normals| weighed(normals, at)),
    };
    Ok(vertices.iter().enumerate().map(change).collect())
}

/// The channels of the meshes that nodes place, by their id in the file.
pub(super) struct Targets {
    of_channels: HashMap<i64, Vec<Target>>,
    /// For each curve node, by its id, the channel whose weight it animates.
    channels: HashMap<i64, i64>,
}

/// A target of a node's mesh, with its own weight.
struct Target {
    node: u32,
    target: u32,
    weight: f32,
}

impl Targets {
    pub(super) fn new(
        document: &Document<'_>,
        nodes: &Nodes<'_>,
        placed: &[SceneNode],
        meshes: &[SceneMesh],
    ) -> Result<Self> {
        let mut targets = Self { of_channels: HashMap::new(), channels: HashMap::new() };
        for ((index, node), placed) in nodes.iter().zip(placed) {
            let Some(mesh) = placed.mesh.and_then(|mesh| meshes.get(mesh as usize)) else { continue };
            let Some(geometry) = document.children(node.object.id, "Geometry").next() else { continue };
            let mut morphs = (0..).zip(&mesh.morphs);
            for channel in all_channels(geometry, document) {
                if Shapes::new(channel, document)?.shown.is_empty() {
                    continue;
                }
                let Some((target, morph)) = morphs.next() else { break };
                targets.add(channel, Target { node: index, target, weight: morph.weight }, document);
            }
        }
        Ok(targets)
    }

    fn add(&mut self, channel: Object<'_>, target: Target, document: &Document<'_>) {
        for (curve_node, property) in document.linked(channel.id, "AnimationCurveNode") {
            if property == Some(WEIGHT) {
                self.channels.insert(curve_node.id, channel.id);
            }
        }
        self.of_channels.entry(channel.id).or_default().push(target);
    }

    /// Returns the channel whose weight a curve node animates.
    pub(super) fn channel(&self, curve_node: i64) -> Option<i64> {
        self.channels.get(&curve_node).copied()
    }
}

/// The weights of channels in a take, by the channels' ids.
#[derive(Default)]
pub(super) struct Weights(BTreeMap<i64, Weight>);

/// A weight over time, in percent.
struct Weight {
    default: f64,
    curve: Option<Curve>,
}

impl Weights {
    /// Adds the weight of a channel. Returns the times of its first and its last key.
    pub(super) fn add(
        &mut self,
        channel: i64,
        curve_node: Object<'_>,
        document: &Document<'_>,
        budget: &mut Budget,
    ) -> Result<Option<[f64; 2]>> {
        let default = document.properties(curve_node).number("d|DeformPercent").unwrap_or(0.0);
        let mut curves = document.linked(curve_node.id, "AnimationCurve");
        let curve = curves.next().map(|(curve, _)| Curve::new(curve)).transpose()?;
        budget.take_samples(curve.as_ref().map_or(0, Curve::len))?;
        let span = curve.as_ref().and_then(Curve::span);
        let is_known = self.0.insert(channel, Weight { default, curve }).is_some();
        if is_known || curves.next().is_some() {
            return Err(unsupported(format!("the weight of Deformer {channel} is animated twice")));
        }
        Ok(span)
    }

    pub(super) fn curves(&self) -> impl Iterator<Item = &Curve> {
        self.0.values().filter_map(|weight| weight.curve.as_ref())
    }

    /// Returns the number of morph targets that the weights change.
    pub(super) fn count(&self, targets: &Targets) -> u64 {
        self.0.keys().map(|channel| targets.of_channels.get(channel).map_or(0, Vec::len) as u64).sum()
    }

    /// Returns the weights of targets at the frames of a clip.
    pub(super) fn sample(
        &self,
        targets: &Targets,
        frames: &Frames,
        element: &Element,
    ) -> Result<Vec<SceneWeightTrack>> {
        let mut tracks = Vec::new();
        for (channel, Weight { default, curve }) in &self.0 {
            let at = |frame| curve.as_ref().map_or(*default, |curve| curve.at(frames.time(frame), *default)) / 100.0;
            let sampled: Vec<f64> = (0..frames.count).map(at).collect();
            if !sampled.iter().all(|weight| to_f32(*weight).is_finite()) {
                return Err(not_finite(element, "the weight of a blend shape"));
            }
            for &Target { node, target, weight } in targets.of_channels.get(channel).into_iter().flatten() {
                let mut weights = sampled.clone();
                shorten_constant_weights(&mut weights, weight);
                tracks.extend((!weights.is_empty()).then_some(SceneWeightTrack { node, target, weights }));
            }
        }
        tracks.sort_by_key(|track| (track.node, track.target));
        Ok(tracks)
    }
}
