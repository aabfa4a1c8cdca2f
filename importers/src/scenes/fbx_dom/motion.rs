//! [`Motion`]: how a take's curves move a node.

use super::curves::Curve;
use super::document::{Document, Object};
use super::nodes::Node;
use super::transforms::Locals;
use super::unsupported::unsupported;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::fbx_shared::channels::Channels;

/// A vector over time. Each of its components has a curve, or its default value.
#[derive(Debug, Default)]
pub(super) struct Animated {
    pub(super) default: [f64; 3],
    pub(super) curves: [Option<Curve>; 3],
}

impl Animated {
    pub(super) fn new(curve_node: Object<'_>, document: &Document<'_>, budget: &mut Budget) -> Result<Self> {
        let properties = document.properties(curve_node);
        let axes = [["X", "d|X"], ["Y", "d|Y"], ["Z", "d|Z"]];
        let default = |[short, long]: [&str; 2]| properties.number(long).or_else(|| properties.number(short));
        let mut animated =
            Self { default: axes.map(|names| default(names).unwrap_or(0.0)), curves: Default::default() };
        for (object, property) in document.linked(curve_node.id, "AnimationCurve") {
            let Some(axis) = axes.iter().position(|names| names.iter().any(|name| Some(*name) == property)) else {
                let property = property.unwrap_or_default();
                return Err(unsupported(format!("AnimationCurve {} changes the property {property:?}", object.id)));
            };
            let curve = Curve::new(object)?;
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

    pub(super) fn is_constant(&self) -> bool {
        self.curves.iter().flatten().all(Curve::is_constant)
    }
}

/// How a take's curves move a node.
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

    pub(super) fn rests(&self) -> bool {
        self.all().all(Animated::is_constant)
    }

    /// Returns the channels that change.
    pub(super) fn changing(&self) -> Channels {
        let changes = |animated: &Option<Animated>| animated.as_ref().is_some_and(|it| !it.is_constant());
        let [translation, rotation, scale] = [&self.translation, &self.angles, &self.scale].map(changes);
        Channels { translation, rotation, scale }
    }
}
