//! Clips: the takes of a file, sampled at the frames of their rate.

use rigmill_dom::SceneClip;
use rigmill_pipeline::Diagnostic;

use super::budget::Budget;
use super::clip_ranges::{ClipRange, choose};
use super::curves::Movers;
use super::nodes::Nodes;
use super::params::FbxParams;
use super::refusal::{Refusal, element};
use super::tracks::{self, Frames};
use crate::codes;

/// A part of a frame that is taken for none.
const SLACK: f64 = 1e-6;

pub(super) fn read(
    scene: &ufbx::Scene,
    nodes: &Nodes<'_>,
    params: &FbxParams,
    budget: &mut Budget,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<SceneClip>, Refusal> {
    let ranges = choose(scene, params)?;
    if ranges.is_empty() {
        return Ok(Vec::new());
    }
    let line = TimeLine { rate: rate(scene, params)?, ticks: scene.metadata.ktime_second };
    ranges.into_iter().map(|range| read_clip(range, line, nodes, budget, warnings)).collect()
}

/// Frames a second, and FBX's units of time a second.
#[derive(Clone, Copy)]
struct TimeLine {
    rate: f64,
    ticks: i64,
}

fn rate(scene: &ufbx::Scene, params: &FbxParams) -> Result<f64, Refusal> {
    if let Some(rate) = params.sample_rate {
        return Ok(rate.get());
    }
    let rate = scene.settings.frames_per_second;
    if rate > 0.0 && rate <= 1000.0 {
        return Ok(rate);
    }
    let fact = format!("the file's frame rate is {rate}, it should be above 0 and at most 1000");
    Err(Refusal::new(codes::FBX_CLIP, fact, "set `sample_rate`"))
}

fn read_clip(
    range: ClipRange<'_>,
    line: TimeLine,
    nodes: &Nodes<'_>,
    budget: &mut Budget,
    warnings: &mut Vec<Diagnostic>,
) -> Result<SceneClip, Refusal> {
    let listed: usize = range.take.layers.iter().map(|layer| layer.anim_props.count).sum();
    budget.take_samples(listed as u64)?;
    let movers = Movers::of(range.take, nodes);
    let mut span = Span::of(&range, &movers, line);
    let cost = |span: &Span| tracks::cost(&movers, range.take, span.frames(line));
    let shorter = (cost(&span) > budget.samples_left()).then(|| span.within_keys(&range, &movers)).flatten();
    if let Some(shorter) = shorter {
        warnings.push(shortened(&range, &span, &shorter));
        span = shorter;
    }
    budget.take_samples(cost(&span))?;
    let frames = u32::try_from(span.frames(line)).unwrap_or(u32::MAX);
    let times = Frames { start: span.start, rate: line.rate, ticks: line.ticks, count: frames };
    Ok(SceneClip {
        element: element("AnimationStack", &range.take.element),
        start: span.start,
        duration: span.end - span.start,
        rate: line.rate,
        frames,
        tracks: tracks::read(range.take, &movers, &times, nodes)?,
        name: range.name,
    })
}

fn shortened(range: &ClipRange<'_>, declared: &Span, short: &Span) -> Diagnostic {
    let fact = format!(
        "take {:?} lasts {} s by what it says, its keys end after {} s: the rest is left out",
        range.name,
        declared.end - declared.start,
        short.end - short.start,
    );
    Diagnostic::warning(codes::FBX_LONG_TAKE, fact).help("list the take in `clips`, with `frames`")
}

/// A part of the file's time line, in seconds.
struct Span {
    start: f64,
    end: f64,
}

impl Span {
    fn of(range: &ClipRange<'_>, movers: &Movers<'_>, line: TimeLine) -> Self {
        if let Some([first, last]) = range.frames {
            return Self { start: f64::from(first) / line.rate, end: f64::from(last) / line.rate };
        }
        let declared = Self { start: range.take.time_begin, end: range.take.time_end };
        match movers.keys() {
            // Some programs leave out how long a take is.
            Some([start, end]) if declared.start >= declared.end => Self { start, end: end.max(start) },
            _ => Self { end: declared.end.max(declared.start), ..declared },
        }
    }

    /// How many frames there are, the last at the end or the first after it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "neither negative nor beyond the range"
    )]
    fn frames(&self, line: TimeLine) -> u64 {
        let frames = ((self.end - self.start) * line.rate - SLACK).ceil().max(0.0) + 1.0;
        if frames < 1e15 { frames as u64 } else { u64::from(u32::MAX) << 16 }
    }

    /// The part of it in which there are keys, where nothing moves in the others.
    fn within_keys(&self, range: &ClipRange<'_>, movers: &Movers<'_>) -> Option<Self> {
        let [first, last] = movers.keys().filter(|_| range.frames.is_none() && movers.rests_beyond_keys())?;
        let short = Self { start: self.start.max(first), end: self.end.min(last) };
        (short.start <= short.end && (short.start, short.end) != (self.start, self.end)).then_some(short)
    }
}
