//! Clips: the takes of a file, sampled at the frames of their rate.

use rigmill_dom::{Element, SceneClip, SceneTrack, SceneWeightTrack};
use rigmill_pipeline::Diagnostic;

use super::TAKES;
use super::keeper::{ClipKeeper, Keeper};
use super::params::FbxParams;
use super::time_line::{Frames, Span, TimeLine, frame_rate};
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::clip_ranges::ClipRange;

/// A take, with the nodes that its curves move.
pub(crate) trait Take {
    fn element(&self) -> Element;
    /// Returns the start and the end that the file states, in seconds.
    fn declared(&self) -> [f64; 2];
    /// Returns the times of the first and the last key, in seconds.
    fn keys(&self) -> Option<[f64; 2]>;
    /// Returns the times of each curve's keys in seconds, with the time of the first key of all curves.
    fn key_times(&self) -> Vec<(f64, Vec<f64>)>;
    /// Returns whether nothing moves before the first key and after the last key.
    fn rests_beyond_keys(&self) -> bool;
    /// Returns what sampling takes from the budget.
    fn cost(&self, frames: u64) -> u64;
    /// Returns the tracks of the nodes that the take moves. `keeper` keeps their curves.
    fn sample(&self, frames: &Frames, keeper: &mut ClipKeeper<'_>, budget: &mut Budget) -> Result<Vec<SceneTrack>>;
    /// Returns the weights of the morph targets that the take changes.
    fn weights(&self, frames: &Frames) -> Result<Vec<SceneWeightTrack>>;
}

/// Returns the start and the end of a take by the properties with its times, in seconds. The default of the start is 0. Both are
/// 0 if the file does not state an end.
pub(crate) fn stated_span(time: impl Fn(&str) -> Option<f64>) -> [f64; 2] {
    let pair = |start, stop| time(stop).map(|stop| [time(start).unwrap_or(0.0), stop]);
    pair("LocalStart", "LocalStop").or_else(|| pair("ReferenceStart", "ReferenceStop")).unwrap_or_default()
}

/// Returns the number of nodes that count as sampled at each frame of a take. A take that only holds nodes in place counts as
/// one node, because processors may create keys at all of its frames.
pub(crate) fn sampled_nodes(moving: u64, resting: u64) -> u64 {
    moving.max(u64::from(resting > 0))
}

/// Returns the clips of a file. `takes` are given with their names, and `open` finds out what a take moves. `file_rate` is the
/// frame rate that the file states, and `ticks` is the number of its time units per second.
pub(crate) fn read<T: Copy, R: Take>(
    takes: &[(&str, T)],
    mut open: impl FnMut(T, &mut Budget) -> Result<R>,
    (file_rate, ticks): (Option<f64>, i64),
    params: &FbxParams,
    budget: &mut Budget,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<SceneClip>> {
    let mut opened = Vec::new();
    for range in TAKES.choose(takes, &params.clips)? {
        let take = open(range.take, budget)?;
        opened.push(ClipRange { number: range.number, name: range.name, take, frames: range.frames });
    }
    if opened.is_empty() {
        return Ok(Vec::new());
    }
    let keys = || opened.iter().flat_map(|range| range.take.key_times()).collect();
    let line = TimeLine { rate: frame_rate(file_rate, params, keys)?, ticks };
    let mut keeper = Keeper::new(params.curves);
    let clips: Result<_> =
        opened.into_iter().map(|range| read_clip(range, line, budget, &mut keeper, warnings)).collect();
    warnings.extend(keeper.into_warning());
    clips
}

/// Returns the times between which the file states that a take is, or between which the take has keys.
fn extent(take: &impl Take) -> Option<[f64; 2]> {
    let [start, end] = take.declared();
    let stated = (start < end).then_some([start, end]);
    match (stated, take.keys()) {
        (Some([start, end]), Some([first, last])) => Some([start.min(first), end.max(last)]),
        (stated, keys) => stated.or(keys),
    }
}

fn read_clip<R: Take>(
    ClipRange { number, name, take, frames }: ClipRange<R>,
    line: TimeLine,
    budget: &mut Budget,
    keeper: &mut Keeper,
    warnings: &mut Vec<Diagnostic>,
) -> Result<SceneClip> {
    let mut span = Span::choose(frames, take.declared(), take.keys(), line);
    let cost = |span: &Span| take.cost(span.frames(line));
    if cost(&span) > budget.samples_left() {
        // The whole take is requested, and nothing moves outside its keys.
        let keys = take.keys().filter(|_| frames.is_none() && take.rests_beyond_keys());
        if let Some(shorter) = keys.and_then(|keys| span.within(keys)) {
            warnings.push(span.shortened(&name, &shorter));
            span = shorter;
        }
    }
    budget.take_samples(cost(&span))?;
    if let Some((frames, extent)) = frames.zip(extent(&take)).filter(|_| take.rests_beyond_keys()) {
        warnings.extend(TAKES.beyond((number, &name), &take.element().name, frames, extent, line.rate));
    }
    let frames = u32::try_from(span.frames(line)).unwrap_or(u32::MAX);
    let times = Frames { start: span.start, end: span.end, rate: line.rate, ticks: line.ticks, count: frames };
    let element = take.element();
    let mut keeper = keeper.of_clip(&element, [span.start, span.end]);
    let tracks = take.sample(&times, &mut keeper, budget)?;
    let curves = keeper.into_curves();
    let weights = take.weights(&times)?;
    let duration = span.end - span.start;
    Ok(SceneClip {
        element,
        start: span.start,
        duration,
        rate: line.rate,
        frames,
        tracks,
        curves,
        weights,
        name,
        events: Vec::new(),
    })
}
