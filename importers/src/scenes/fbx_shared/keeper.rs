//! [`Keeper`]: keeps the curves of a file that can be kept, and reports the others.

use rigmill_dom::{Curve, Element, SceneCurveTrack, SceneTrack};
use rigmill_pipeline::Diagnostic;

use super::basis::Basis;
use super::channels::Channels;
use super::keys::Unkeepable;
use super::vector_curves::VectorCurves;
use crate::codes;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::kept_curves::{self, CubicKey, CurveChoice, Unkept};

/// A node that is moved by its own curves alone, each channel by itself.
pub(crate) trait OwnMovement {
    /// How many keys its curves have.
    fn keys(&self) -> u64;
    /// The curves of its translation, and the change of basis to the scene's.
    fn translation(&self) -> Result<(VectorCurves, Basis), Unkeepable>;
    /// The curves of its angles.
    fn angles(&self) -> Result<VectorCurves, Unkeepable>;
    /// Its rotation at a time in seconds.
    fn rotation_at(&self, time: f64) -> [f64; 4];
    /// The curves of its scale, likewise.
    fn scale(&self) -> Result<(VectorCurves, Basis), Unkeepable>;
}

/// Keeps the curves of a file where they are expected.
pub(crate) struct Keeper {
    wanted: bool,
    unkept: Unkept,
}

impl Keeper {
    pub(crate) fn new(choice: CurveChoice) -> Self {
        Self { wanted: choice == CurveChoice::Keep, unkept: Unkept::default() }
    }

    /// For a clip that is cut from `take`, from the beginning to the end of `span` in seconds.
    pub(crate) fn of_clip<'a>(&'a mut self, take: &'a Element, span: [f64; 2]) -> ClipKeeper<'a> {
        ClipKeeper { keeper: self, take, span, curves: Vec::new() }
    }

    /// The warning about curves that were not kept, once all clips are read.
    pub(crate) fn into_warning(self) -> Option<Diagnostic> {
        self.unkept.into_warning(codes::FBX_CURVE)
    }
}

/// Keeps the curves of a clip.
pub(crate) struct ClipKeeper<'a> {
    keeper: &'a mut Keeper,
    take: &'a Element,
    span: [f64; 2],
    curves: Vec<SceneCurveTrack>,
}

impl ClipKeeper<'_> {
    pub(crate) fn into_curves(self) -> Vec<SceneCurveTrack> {
        self.curves
    }

    /// Keeps the curves of a node's changing channels, if `movement` is all that moves it. A channel whose samples are all the
    /// same loses nothing by being sampled.
    pub(crate) fn keep(
        &mut self,
        sampled: &SceneTrack,
        changing: Channels,
        movement: Option<&dyn OwnMovement>,
        node: &dyn Fn() -> Element,
        budget: &mut Budget,
    ) -> Result<()> {
        if !self.keeper.wanted {
            return Ok(());
        }
        budget.take_samples(movement.map_or(0, OwnMovement::keys))?;
        let movement = movement.ok_or(Unkeepable::Mixed);
        let mut kept = SceneCurveTrack { node: sampled.node, ..SceneCurveTrack::default() };
        if changing.translation {
            let made = movement.and_then(OwnMovement::translation).and_then(|it| self.vector(it));
            kept.translation = self.or_report(made, sampled.translations.len(), "translation", node);
        }
        if changing.rotation {
            let made = movement.and_then(|it| self.rotation(it));
            kept.rotation = self.or_report(made, sampled.rotations.len(), "rotation", node);
        }
        if changing.scale {
            let made = movement.and_then(OwnMovement::scale).and_then(|it| self.vector(it));
            kept.scale = self.or_report(made, sampled.scales.len(), "scale", node);
        }
        self.curves.extend(Some(kept).filter(|kept| !kept.is_empty()));
        Ok(())
    }

    fn vector(&self, (curves, basis): (VectorCurves, Basis)) -> Result<[Curve; 3], Unkeepable> {
        curves.kept(&basis, self.span)
    }

    /// Angles that step make a quaternion that does; that of others is no curve of its components.
    fn rotation(&self, movement: &dyn OwnMovement) -> Result<[Curve; 4], Unkeepable> {
        let times = movement.angles()?.steps(self.span)?.ok_or(Unkeepable::Angles)?;
        let key = |&time: &f64| CubicKey { leaving: None, ..CubicKey::resting(time, movement.rotation_at(time)) };
        let keys: Vec<_> = times.iter().map(key).collect();
        kept_curves::curves(&keys, self.span).ok_or(Unkeepable::Beyond)
    }

    fn or_report<T>(
        &mut self,
        made: Result<T, Unkeepable>,
        samples: usize,
        channel: &str,
        node: &dyn Fn() -> Element,
    ) -> Option<T> {
        let take = self.take;
        made.map_err(|why| {
            if samples > 1 {
                let why = why.text();
                let fact = || format!("{take}: curves of components cannot express the {channel} of {}, {why}", node());
                self.keeper.unkept.add(fact);
            }
        })
        .ok()
    }
}
