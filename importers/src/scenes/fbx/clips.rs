//! Clips: the takes of a file, sampled at the frames of their rate.

use std::cell::RefCell;

use rigmill_dom::{DataValue, Element, SceneClip, SceneTrack, SceneWeightTrack};
use rigmill_pipeline::Diagnostic;
use ufbx::AnimStack;

use super::curves::Movers;
use super::elements::element;
use super::links::Links;
use super::morphs::Targets;
use super::nodes::Nodes;
use super::properties::user_defined;
use super::tracks::{self, Compared};
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::fbx_shared::clips::{self, Take, stated_span};
use crate::scenes::fbx_shared::keeper::ClipKeeper;
use crate::scenes::fbx_shared::params::FbxParams;
use crate::scenes::fbx_shared::time_line::Frames;

pub(super) fn read(
    scene: &ufbx::Scene,
    nodes: &Nodes<'_>,
    targets: &Targets<'_>,
    links: &Links<'_>,
    params: &FbxParams,
    budget: &mut Budget,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<SceneClip>> {
    let takes: Vec<(&str, &AnimStack)> =
        scene.anim_stacks.iter().map(|take| (take.element.name.as_ref(), take.as_ref())).collect();
    let rate = (stated_rate(scene), scene.metadata.ktime_second);
    let compared = RefCell::default();
    let open = |take, budget: &mut Budget| MovingTake::new(take, nodes, (targets, links), (&compared, rate.1), budget);
    clips::read(&takes, open, rate, params, budget, warnings)
}

/// Returns all takes, each with its user-defined properties.
pub(super) fn properties(scene: &ufbx::Scene) -> Vec<(Element, Vec<(String, DataValue)>)> {
    let of = |take: &AnimStack| (element("AnimationStack", &take.element), user_defined(&take.element.props));
    scene.anim_stacks.iter().map(|take| of(take)).collect()
}

/// Returns the frame rate that the file states. For files that state none, ufbx returns 24. The default time mode does not
/// state a rate.
fn stated_rate(scene: &ufbx::Scene) -> Option<f64> {
    let states = |name| ufbx::find_prop(&scene.settings.props, name).is_some();
    let stated = match scene.settings.time_mode {
        ufbx::TimeMode::Default => false,
        ufbx::TimeMode::Custom => states("CustomFrameRate"),
        _ => states("TimeMode"),
    };
    stated.then_some(scene.settings.frames_per_second)
}

/// Returns the start and the end of a take, as the file states them, in seconds.
#[expect(clippy::cast_precision_loss, reason = "as times are in the scene: seconds")]
fn declared(take: &AnimStack, ticks_per_second: i64) -> [f64; 2] {
    stated_span(|name| {
        let property = ufbx::find_prop(&take.element.props, name)?;
        Some(property.value_int as f64 / ticks_per_second as f64)
    })
}

/// A take, and the nodes that its curves move.
struct MovingTake<'a> {
    take: &'a AnimStack,
    ticks_per_second: i64,
    movers: Movers<'a>,
    nodes: &'a Nodes<'a>,
    targets: &'a Targets<'a>,
    compared: &'a RefCell<Compared>,
}

impl<'a> MovingTake<'a> {
    fn new(
        take: &'a AnimStack,
        nodes: &'a Nodes<'a>,
        (targets, links): (&'a Targets<'a>, &Links<'a>),
        (compared, ticks_per_second): (&'a RefCell<Compared>, i64),
        budget: &mut Budget,
    ) -> Result<Self> {
        let listed: usize = take.layers.iter().map(|layer| layer.anim_props.count).sum();
        budget.take_samples(listed as u64)?;
        let movers = Movers::new(take, nodes, targets, links);
        Ok(Self { take, ticks_per_second, movers, nodes, targets, compared })
    }
}

impl Take for MovingTake<'_> {
    fn element(&self) -> Element {
        element("AnimationStack", &self.take.element)
    }

    fn declared(&self) -> [f64; 2] {
        declared(self.take, self.ticks_per_second)
    }

    fn keys(&self) -> Option<[f64; 2]> {
        self.movers.keys()
    }

    fn key_times(&self) -> Vec<(f64, Vec<f64>)> {
        self.movers.key_times().collect()
    }

    fn rests_beyond_keys(&self) -> bool {
        self.movers.rests_beyond_keys()
    }

    fn cost(&self, frames: u64) -> u64 {
        tracks::cost(&self.movers, self.take, frames)
    }

    fn sample(&self, frames: &Frames, keeper: &mut ClipKeeper<'_>, budget: &mut Budget) -> Result<Vec<SceneTrack>> {
        let mut compared = self.compared.borrow_mut();
        tracks::read(self.take, &self.movers, frames, self.nodes, &mut compared, (keeper, budget))
    }

    fn weights(&self, frames: &Frames) -> Result<Vec<SceneWeightTrack>> {
        self.targets.sample(&self.take.anim, self.movers.blend_channels(), frames, &self.element())
    }
}
