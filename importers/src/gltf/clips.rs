//! Clips: the animations of a file, sampled at the frames of a rate.

use gltf::json::Animation;
use gltf::json::animation::Property;
use gltf::json::validation::Checked;
use rigmill_dom::{SceneClip, SceneNode};
use rigmill_pipeline::Diagnostic;

use super::accessors::Accessors;
use super::budget::Budget;
use super::clip_ranges::{ClipRange, choose};
use super::keys;
use super::nodes::Nodes;
use super::params::{Axes, GltfParams};
use super::refusal::{Refusal, element, left_out};
use super::tracks::{self, Frames, Options, Read};
use crate::codes;
use crate::kept_curves::{CurveChoice, Unkept};
use crate::key_rate;

/// What clips are sampled at where the keys stand on no common frames.
const USUAL_RATE: f64 = 30.0;

/// What clips are read from.
pub(super) struct Animated<'a> {
    pub(super) accessors: &'a Accessors<'a>,
    pub(super) nodes: &'a Nodes<'a>,
    /// The nodes of the scene, without clips.
    pub(super) placed: &'a [SceneNode],
}

impl Animated<'_> {
    pub(super) fn read(
        &self,
        params: &GltfParams,
        budget: &mut Budget,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Vec<SceneClip>, Refusal> {
        let ranges = choose(self.accessors.root, params)?;
        if ranges.is_empty() {
            return Ok(Vec::new());
        }
        let lines: Vec<TimeLine> = self
            .accessors
            .root
            .animations
            .iter()
            .enumerate()
            .map(|(at, it)| self.time_line(it, at, budget))
            .collect::<Result<_, _>>()?;
        let all: Vec<_> =
            lines.iter().flat_map(|line| line.keys.iter().map(|times| (line.start, times.clone()))).collect();
        let rate = params.sample_rate.map_or_else(|| key_rate::of_keys(&all, USUAL_RATE), |rate| rate.get());
        let options = Options { turned: params.axes == Axes::ZUp, keep: params.curves == CurveChoice::Keep };
        let mut told = Told { warnings, unkept: Unkept::default() };
        let clips: Result<_, _> =
            ranges.into_iter().map(|range| self.clip(range, &lines, rate, options, budget, &mut told)).collect();
        told.warnings.extend(told.unkept.into_warning(codes::GLTF_CURVE));
        clips
    }

    /// When the keys of an animation are.
    fn time_line(&self, animation: &Animation, index: usize, budget: &mut Budget) -> Result<TimeLine, Refusal> {
        let element = element("animation", animation.name.as_ref(), index);
        let mut line = TimeLine { start: f64::INFINITY, end: f64::NEG_INFINITY, keys: Vec::new() };
        let mut known = std::collections::BTreeSet::new();
        for channel in animation.channels.iter().filter(|it| self.nodes.place_of(it.target.node).is_some()) {
            let Some(sampler) = animation.samplers.get(channel.sampler.value()) else {
                return Err(Refusal::unreadable(format!("{element}: a channel has no sampler")));
            };
            if matches!(channel.target.path, Checked::Valid(Property::MorphTargetWeights) | Checked::Invalid)
                || !known.insert(sampler.input.value())
            {
                continue;
            }
            let times = keys::times(sampler, &element, self.accessors, budget)?;
            line.start = line.start.min(times[0]);
            line.end = line.end.max(times[times.len() - 1]);
            line.keys.push(times);
        }
        Ok(if line.keys.is_empty() { TimeLine { start: 0.0, end: 0.0, ..line } } else { line })
    }

    fn clip(
        &self,
        range: ClipRange<'_>,
        lines: &[TimeLine],
        rate: f64,
        options: Options,
        budget: &mut Budget,
        told: &mut Told<'_>,
    ) -> Result<SceneClip, Refusal> {
        let line = &lines[range.index];
        let [start, end] = match range.frames {
            Some(ends) => ends.map(|frame| f64::from(frame) / rate),
            None => [line.start, line.end],
        };
        let element = element("animation", range.animation.name.as_ref(), range.index);
        let count = SceneClip::frames_in(end - start, rate);
        let frames = Frames { start, end, rate, count };
        let Read { tracks, curves, unkept, passed_over } =
            tracks::read(&range, &frames, &element, self, options, budget)?;
        told.unkept.append(unkept);
        if passed_over {
            let help = "export without morph targets and animated properties";
            told.warnings.push(left_out(format!("{element}: a channel that moves no node is left out"), help));
        }
        let frames = u32::try_from(count).unwrap_or(u32::MAX);
        Ok(SceneClip { element, start, duration: end - start, rate, frames, tracks, curves, name: range.name })
    }
}

/// What is told of clips.
struct Told<'a> {
    warnings: &'a mut Vec<Diagnostic>,
    /// Told once, when all clips are read.
    unkept: Unkept,
}

/// The keys of an animation.
struct TimeLine {
    /// The first and the last, in seconds.
    start: f64,
    end: f64,
    /// The times of each list of keys.
    keys: Vec<Vec<f64>>,
}
