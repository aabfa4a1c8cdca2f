//! [`Keeper`]: keeps the curves of a file that can be kept, and reports all others.

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

/// The movement of a node that depends only on its own curves, with independent channels.
pub(crate) trait OwnMovement {
    /// Returns the number of keys in the curves.
    fn keys(&self) -> u64;
    /// Returns the curves of the translation, and their conversion to the scene.
    fn translation(&self) -> Result<(VectorCurves, Basis), Unkeepable>;
    /// Returns the curves of the Euler angles.
    fn angles(&self) -> Result<VectorCurves, Unkeepable>;
    /// Returns the rotation at a time in seconds.
    fn rotation_at(&self, time: f64) -> [f64; 4];
    /// Returns the curves of the scale, and their conversion to the scene.
    fn scale(&self) -> Result<(VectorCurves, Basis), Unkeepable>;
}

/// Keeps the curves of a file, if the parameters say so.
pub(crate) struct Keeper {
    wanted: bool,
    unkept: Unkept,
}

impl Keeper {
    pub(crate) fn new(choice: CurveChoice) -> Self {
        Self { wanted: choice == CurveChoice::Keep, unkept: Unkept::default() }
    }

    /// Returns the keeper for a clip that is cut from `take`. `span` is the start and the end of the clip in seconds.
    pub(crate) fn of_clip<'a>(&'a mut self, take: &'a Element, span: [f64; 2]) -> ClipKeeper<'a> {
        ClipKeeper { keeper: self, take, span, curves: Vec::new() }
    }

    /// Returns the warning about curves that were not kept, after all clips were read.
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

    /// Keeps the curves of a node's changing channels, if only `movement` moves the node. If all samples of a channel are
    /// equal, sampling loses nothing.
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

    /// Returns the curves of a rotation. If the angles only step, so does the quaternion. In all other cases, the quaternion's
    /// components are not curves of this kind.
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
                let fact = || {
                    let node = node();
                    format!(
                        "{take}: Rigmill replaces the {channel} curves of {node} with one key per frame, because {why}"
                    )
                };
                self.keeper.unkept.add(fact);
            }
        })
        .ok()
    }
}
