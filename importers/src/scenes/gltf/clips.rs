//! Clips: the animations of a file, sampled at the frames of a rate.

use rigmill_codec_gltf::document::{Animation, Channel, Property};
use rigmill_dom::SceneClip;
use rigmill_pipeline::Diagnostic;

use super::animated::Animated;
use super::frames::Frames;
use super::keys;
use super::left_out::{CHANNEL, OUTSIDE_CHANNEL, POINTER};
use super::params::{Axes, GltfParams};
use super::problems::{element, unreadable};
use super::tracks::{self, Options, Read};
use crate::codes;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::clip_ranges::{ClipRange, Takes};
use crate::scenes::kept_curves::{CurveChoice, Unkept};
use crate::scenes::key_rate;
use crate::scenes::left_out::LeftOut;

/// The sample rate of clips whose keys are not on common frames, in frames per second.
const USUAL_RATE: f64 = 30.0;

/// The shortest time before the first key that the frame rate takes into account, in seconds: a frame at 240 frames per second.
const SHORTEST_LEAD_IN: f64 = 0.999 / 240.0;

const ANIMATIONS: Takes = Takes {
    noun: "animation",
    short_name: |name| name,
    clip_code: codes::GLTF_CLIP,
    missing_code: codes::GLTF_NO_ANIMATION,
};

/// Returns the name in the file. An animation without a name is named by its index.
fn name(index: usize, animation: &Animation) -> String {
    animation.name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| format!("animation {index}"))
}

impl Animated<'_> {
    pub(super) fn read(
        &self,
        params: &GltfParams,
        budget: &mut Budget,
        left_out: &mut LeftOut,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Vec<SceneClip>> {
        let animations = || self.accessors.root.animations.iter().enumerate();
        let names: Vec<String> = animations().map(|(index, animation)| name(index, animation)).collect();
        let takes: Vec<_> = names.iter().map(String::as_str).zip(animations()).collect();
        let ranges = ANIMATIONS.choose(&takes, &params.clips)?;
        if ranges.is_empty() {
            return Ok(Vec::new());
        }
        let lines: Vec<TimeLine> =
            animations().map(|(at, animation)| self.time_line(animation, at, params, budget)).collect::<Result<_>>()?;
        let all: Vec<_> =
            lines.iter().flat_map(|line| line.keys.iter().map(|times| (line.start, line.with_start(times)))).collect();
        let rate = params.sample_rate.map_or_else(|| key_rate::of_keys(&all, USUAL_RATE), |rate| rate.get());
        let options = Options { z_up: params.axes == Axes::ZUp, keep: params.curves == CurveChoice::Keep };
        let mut losses = Losses { left_out, unkept: Unkept::default(), beyond: Vec::new() };
        let clips: Result<_, _> =
            ranges.into_iter().map(|range| self.clip(range, &lines, rate, options, budget, &mut losses)).collect();
        warnings.append(&mut losses.beyond);
        warnings.extend(losses.unkept.into_warning(codes::GLTF_CURVE));
        clips
    }

    /// Returns the times of an animation's keys. The format's animations begin at time 0, whenever their first key is.
    fn time_line(
        &self,
        animation: &Animation,
        index: usize,
        params: &GltfParams,
        budget: &mut Budget,
    ) -> Result<TimeLine> {
        let element = element("animation", animation.name.as_ref(), index);
        let mut line = TimeLine {
            start: if params.trim_start { f64::INFINITY } else { 0.0 },
            end: f64::NEG_INFINITY,
            keys: Vec::new(),
        };
        let mut known = std::collections::BTreeSet::new();
        for channel in animation.channels.iter().filter(|it| self.is_read(it)) {
            let Some(sampler) = animation.samplers.get(channel.sampler as usize) else {
                return Err(unreadable(format!("{element}: a channel has no sampler")));
            };
            if !known.insert(sampler.input) {
                continue;
            }
            let times = keys::times(sampler, &element, self.accessors, budget)?;
            line.start = line.start.min(times[0]);
            line.end = line.end.max(times[times.len() - 1]);
            line.keys.push(times);
        }
        Ok(if line.keys.is_empty() { TimeLine { start: 0.0, end: 0.0, ..line } } else { line })
    }

    /// Returns whether a channel moves a node or changes its mesh.
    fn is_read(&self, channel: &Channel) -> bool {
        let Some((node, property)) = channel.target.node_property() else { return false };
        let Some(node) = self.nodes.scene_index(node) else { return false };
        property != Property::Weights || !self.morphs(node).is_empty()
    }

    fn clip(
        &self,
        range: ClipRange<(usize, &Animation)>,
        lines: &[TimeLine],
        rate: f64,
        options: Options,
        budget: &mut Budget,
        losses: &mut Losses<'_>,
    ) -> Result<SceneClip> {
        let (index, animation) = range.take;
        let line = &lines[index];
        let [start, end] = match range.frames {
            Some(ends) => ends.map(|frame| f64::from(frame) / rate),
            None => [line.start, line.end],
        };
        let element = element("animation", animation.name.as_ref(), index);
        let count = SceneClip::frames_in(end - start, rate);
        let frames = Frames { start, end, rate, count };
        let Read { tracks, curves, weights, unkept, passed_over, pointers, outside } =
            tracks::read(animation, &frames, &element, self, options, budget)?;
        if let Some(ends) = range.frames.filter(|_| !line.keys.is_empty()) {
            let take = name(index, animation);
            losses.beyond.extend(ANIMATIONS.beyond(
                (range.number, &range.name),
                &take,
                ends,
                [line.start, line.end],
                rate,
            ));
        }
        losses.unkept.append(unkept);
        losses.left_out.add_many(CHANNEL, passed_over, &element.name);
        pointers.iter().for_each(|pointer| losses.left_out.add(POINTER, pointer));
        losses.left_out.add_many(OUTSIDE_CHANNEL, outside, &element.name);
        let frames = u32::try_from(count).unwrap_or(u32::MAX);
        Ok(SceneClip {
            element,
            start,
            duration: end - start,
            rate,
            frames,
            tracks,
            curves,
            weights,
            name: range.name,
            events: Vec::new(),
        })
    }
}

/// What is left out of clips, and what is added to them.
struct Losses<'a> {
    left_out: &'a mut LeftOut,
    /// Reported once, after all clips were read.
    unkept: Unkept,
    /// Warnings about clips that go beyond their animation.
    beyond: Vec<Diagnostic>,
}

/// The times of an animation's keys.
struct TimeLine {
    /// The time at which the animation begins, and the time of its last key, in seconds.
    start: f64,
    end: f64,
    /// The times of each list of keys.
    keys: Vec<Vec<f64>>,
}

impl TimeLine {
    /// Returns the times of a list of keys, after the start of the animation if the first key is at least a frame of the
    /// highest rate later: the rate must also put a frame on this key.
    fn with_start(&self, times: &[f64]) -> Vec<f64> {
        let is_late = times.len() > 1 && times[0] - self.start >= SHORTEST_LEAD_IN;
        is_late.then_some(self.start).into_iter().chain(times.iter().copied()).collect()
    }
}
