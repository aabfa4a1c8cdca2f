//! [`Movers`]: the nodes and channels that the curves of a take move.

use std::collections::{BTreeMap, BTreeSet};

use ufbx::{AnimCurve, AnimLayer, AnimProp, AnimStack, Element, ElementType, ExtrapolationMode, Interpolation, Node};

use super::direct::OwnCurves;
use super::links::Links;
use super::morphs::{Targets, WEIGHT};
use super::nodes::Nodes;
use crate::scenes::fbx_shared::channels::Channels;

/// The nodes that a take's curves affect, by index, with the channels that may change over time.
#[derive(Default)]
pub(super) struct Movers<'a> {
    pub(super) channels: BTreeMap<u32, Channels>,
    own: BTreeMap<u32, OwnCurves<'a>>,
    /// The channels of blend shapes, by ufbx's id.
    blend_channels: BTreeSet<u32>,
    /// The number of morph targets that belong to these channels.
    targets: usize,
    /// The times of the first and the last key, in seconds.
    keys: Option<[f64; 2]>,
    /// Whether a curve keeps changing outside its keys.
    endless: bool,
    /// All curves that have keys.
    curves: Vec<&'a AnimCurve>,
}

impl<'a> Movers<'a> {
    pub(super) fn new(take: &'a AnimStack, nodes: &Nodes<'_>, targets: &Targets<'_>, links: &Links<'a>) -> Self {
        let mut movers = Self::default();
        let blended = take.layers.count > 1;
        for layer in take.layers.iter() {
            for property in layer.anim_props.iter() {
                for (element, name) in links.followers(property.element.as_ref(), &property.prop_name) {
                    movers.add(layer, property, (element, name), blended, nodes);
                    movers.add_weight(property, (element, name), targets);
                }
            }
        }
        movers.add_dependents(nodes);
        movers
    }

    /// Adds a property of an element that has the value of an animated property.
    fn add(
        &mut self,
        layer: &AnimLayer,
        property: &'a AnimProp,
        (element, name): (&Element, &str),
        blended: bool,
        nodes: &Nodes<'_>,
    ) {
        let Some(channels) = Channels::of_property(name) else { return };
        if element.type_ != ElementType::Node {
            return;
        }
        let Some(index) = nodes.index_of_id(element.typed_id) else { return };
        let curves = || property.anim_value.curves.iter().flatten();
        let is_own = property.element.element_id == element.element_id;
        let alone = is_own && !blended && !layer.weight_is_animated;
        let own = self.own.entry(index).or_default();
        own.more |= !alone;
        match channels {
            Channels::TRANSLATION => own.translation = Some(&property.anim_value),
            Channels::ROTATION => own.rotation = Some(&property.anim_value),
            Channels::SCALE => own.scale = Some(&property.anim_value),
            _ => own.more = true,
        }
        let constant = alone && curves().all(|curve| is_constant(curve));
        let entry = self.channels.entry(index).or_default();
        if !constant {
            *entry |= nodes.get(index).map_or(channels, |node| with_pivots(channels, node));
        }
        curves().for_each(|curve| self.add_keys(curve));
    }

    /// Adds a property that is the weight of morph targets, and has the value of an animated property.
    fn add_weight(&mut self, property: &'a AnimProp, (element, name): (&Element, &str), targets: &Targets<'_>) {
        let count = targets.count(element.typed_id);
        if element.type_ != ElementType::BlendChannel || name != WEIGHT || count == 0 {
            return;
        }
        self.targets += if self.blend_channels.insert(element.typed_id) { count } else { 0 };
        property.anim_value.curves.iter().flatten().for_each(|curve| self.add_keys(curve));
    }

    fn add_keys(&mut self, curve: &'a AnimCurve) {
        if curve.keyframes.is_empty() {
            return;
        }
        let [first, last] = self.keys.unwrap_or([f64::INFINITY, f64::NEG_INFINITY]);
        self.keys = Some([first.min(curve.min_time), last.max(curve.max_time)]);
        self.curves.push(curve);
        let ends = [&curve.pre_extrapolation, &curve.post_extrapolation];
        self.endless |= ends.iter().any(|end| end.mode != ExtrapolationMode::Constant);
    }

    /// Adds nodes whose transforms depend on the scale of a different node. ufbx evaluates these transforms.
    fn add_dependents(&mut self, nodes: &Nodes<'_>) {
        if self.channels.is_empty() {
            return;
        }
        for (index, node) in nodes.iter() {
            let beside_helper = node.parent.as_ref().is_some_and(|parent| parent.scale_helper.is_some());
            if node.is_scale_helper || beside_helper {
                self.channels.insert(index, Channels::ALL);
            }
        }
    }

    /// Returns the curves of a node's own properties.
    pub(super) fn own(&self, index: u32) -> OwnCurves<'a> {
        self.own.get(&index).copied().unwrap_or_default()
    }

    /// Returns the channels of blend shapes whose weights change, by ufbx's id.
    pub(super) fn blend_channels(&self) -> impl Iterator<Item = u32> {
        self.blend_channels.iter().copied()
    }

    /// Returns the number of morph targets that the take changes.
    pub(super) fn targets(&self) -> usize {
        self.targets
    }

    /// Returns the times of the first and the last key, in seconds.
    pub(super) fn keys(&self) -> Option<[f64; 2]> {
        self.keys
    }

    /// Returns the times of each curve's keys in seconds, with the time of the first key of all curves.
    pub(super) fn key_times(&self) -> impl Iterator<Item = (f64, Vec<f64>)> + '_ {
        let times = |curve: &&AnimCurve| curve.keyframes.iter().map(|key| key.time).collect();
        self.curves.iter().filter_map(move |curve| Some((self.keys?[0], times(curve))))
    }

    /// Returns whether nothing moves before the first key and after the last key.
    pub(super) fn rests_beyond_keys(&self) -> bool {
        !self.endless
    }
}

/// Adds the translation if the node rotates or scales about a pivot, because this also moves the node.
fn with_pivots(channels: Channels, node: &Node) -> Channels {
    let is_set = |name| {
        let value = ufbx::find_prop(&node.element.props, name).map(|property| property.value_vec4);
        value.is_some_and(|ufbx::Vec4 { x, y, z, .. }| x != 0.0 || y != 0.0 || z != 0.0)
    };
    let pivots = is_set("RotationPivot") || is_set("ScalingPivot");
    if pivots && (channels.rotation || channels.scale) { Channels::ALL } else { channels }
}

/// Returns whether a curve has a single value, and no tangent that leads away from it.
pub(super) fn is_constant(curve: &AnimCurve) -> bool {
    let flat =
        |key: &ufbx::Keyframe| key.interpolation != Interpolation::Cubic || (key.left.dy == 0.0 && key.right.dy == 0.0);
    let Some(first) = curve.keyframes.first() else { return true };
    curve.keyframes.iter().all(|key| key.value == first.value && flat(key))
}
