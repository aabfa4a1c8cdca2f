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
    let line =
        TimeLine { rate: frame_rate(scene.settings.frames_per_second, params)?, ticks: scene.metadata.ktime_second };
    let mut keeper = Keeper::new(params.curves);
    let read = |range| read_clip(range, line, nodes, budget, &mut keeper, warnings);
    let clips: Result<_, _> = ranges.into_iter().map(read).collect();
    warnings.extend(keeper.into_warning());
    clips
}

fn read_clip(
    range: ClipRange<&AnimStack>,
    line: TimeLine,
    nodes: &Nodes<'_>,
    budget: &mut Budget,
    keeper: &mut Keeper,
    warnings: &mut Vec<Diagnostic>,
) -> Result<SceneClip, Refusal> {
    let listed: usize = range.take.layers.iter().map(|layer| layer.anim_props.count).sum();
    budget.take_samples(listed as u64)?;
    let movers = Movers::of(range.take, nodes);
    let declared = [range.take.time_begin, range.take.time_end];
    let mut span = Span::of(range.frames, declared, movers.keys(), line);
    let cost = |span: &Span| tracks::cost(&movers, range.take, span.frames(line));
    let shorter =
        (cost(&span) > budget.samples_left()).then(|| span.within(resting_beyond(&range, &movers)?)).flatten();
    if let Some(shorter) = shorter {
        warnings.push(span.shortened(&range.name, &shorter));
        span = shorter;
    }
    budget.take_samples(cost(&span))?;
    let frames = u32::try_from(span.frames(line)).unwrap_or(u32::MAX);
    let times = Frames { start: span.start, rate: line.rate, ticks: line.ticks, count: frames };
    let element = element("AnimationStack", &range.take.element);
    let mut keeper = keeper.of_clip(&element, [span.start, span.end]);
    let tracks = tracks::read(range.take, &movers, &times, nodes, &mut keeper, budget)?;
    let curves = keeper.into_curves();
    Ok(SceneClip {
        element,
        start: span.start,
        duration: span.end - span.start,
        rate: line.rate,
        frames,
        tracks,
        curves,
        name: range.name,
    })
}

/// The time with keys, where the whole take is wanted and nothing moves in the rest of it.
fn resting_beyond(range: &ClipRange<&AnimStack>, movers: &Movers<'_>) -> Option<[f64; 2]> {
    movers.keys().filter(|_| range.frames.is_none() && movers.rests_beyond_keys())
}
