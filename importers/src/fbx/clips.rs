//! Clips: the takes of a file, sampled at the frames of their rate.

use rigmill_dom::SceneClip;
use rigmill_pipeline::Diagnostic;
use ufbx::AnimStack;

use super::budget::Budget;
use super::clip_ranges::{ClipRange, choose};
use super::curves::Movers;
use super::elements::element;
use super::keeper::Keeper;
use super::nodes::Nodes;
use super::params::FbxParams;
use super::refusal::Refusal;
use super::time_line::{Frames, Span, TimeLine, frame_rate};
use super::tracks;

pub(super) fn read(
    scene: &ufbx::Scene,
    nodes: &Nodes<'_>,
    params: &FbxParams,
    budget: &mut Budget,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<SceneClip>, Refusal> {
    let takes: Vec<(&str, &AnimStack)> =
        scene.anim_stacks.iter().map(|take| (take.element.name.as_ref(), take.as_ref())).collect();
    let ranges = choose(&takes, params)?;
    if ranges.is_empty() {
        return Ok(Vec::new());
    }
    let moved = moved(ranges, nodes, budget)?;
    let keys = || moved.iter().flat_map(|(_, movers)| movers.key_times()).collect();
    let line = TimeLine { rate: frame_rate(stated_rate(scene), params, keys)?, ticks: scene.metadata.ktime_second };
    let mut keeper = Keeper::new(params.curves);
    let read = |(range, movers): &(_, _)| read_clip(range, movers, line, nodes, budget, &mut keeper, warnings);
    let clips: Result<_, _> = moved.iter().map(read).collect();
    warnings.extend(keeper.into_warning());
    clips
}

/// The frame rate that the file states. ufbx gives 24 for files that state none, and the default time mode states none.
fn stated_rate(scene: &ufbx::Scene) -> Option<f64> {
    let states = |name| ufbx::find_prop(&scene.settings.props, name).is_some();
    let stated = match scene.settings.time_mode {
        ufbx::TimeMode::Default => false,
        ufbx::TimeMode::Custom => states("CustomFrameRate"),
        _ => states("TimeMode"),
    };
    stated.then_some(scene.settings.frames_per_second)
}

/// A part of a take, and what its curves move.
type Moved<'a> = (ClipRange<&'a AnimStack>, Movers<'a>);

fn moved<'a>(
    ranges: Vec<ClipRange<&'a AnimStack>>,
    nodes: &Nodes<'_>,
    budget: &mut Budget,
) -> Result<Vec<Moved<'a>>, Refusal> {
    let moved = |range: ClipRange<&'a AnimStack>| {
        let listed: usize = range.take.layers.iter().map(|layer| layer.anim_props.count).sum();
        budget.take_samples(listed as u64)?;
        let movers = Movers::of(range.take, nodes);
        Ok((range, movers))
    };
    ranges.into_iter().map(moved).collect()
}

fn read_clip(
    range: &ClipRange<&AnimStack>,
    movers: &Movers<'_>,
    line: TimeLine,
    nodes: &Nodes<'_>,
    budget: &mut Budget,
    keeper: &mut Keeper,
    warnings: &mut Vec<Diagnostic>,
) -> Result<SceneClip, Refusal> {
    let declared = [range.take.time_begin, range.take.time_end];
    let mut span = Span::of(range.frames, declared, movers.keys(), line);
    let cost = |span: &Span| tracks::cost(movers, range.take, span.frames(line));
    let shorter = (cost(&span) > budget.samples_left()).then(|| span.within(resting_beyond(range, movers)?)).flatten();
    if let Some(shorter) = shorter {
        warnings.push(span.shortened(&range.name, &shorter));
        span = shorter;
    }
    budget.take_samples(cost(&span))?;
    let frames = u32::try_from(span.frames(line)).unwrap_or(u32::MAX);
    let times = Frames { start: span.start, end: span.end, rate: line.rate, ticks: line.ticks, count: frames };
    let element = element("AnimationStack", &range.take.element);
    let mut keeper = keeper.of_clip(&element, [span.start, span.end]);
    let tracks = tracks::read(range.take, movers, &times, nodes, &mut keeper, budget)?;
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

/// The time with keys, where the whole take is wanted and nothing moves in the rest of it.
fn resting_beyond(range: &ClipRange<&AnimStack>, movers: &Movers<'_>) -> Option<[f64; 2]> {
    movers.keys().filter(|_| range.frames.is_none() && movers.rests_beyond_keys())
}
