//! [`EventsProcessor`]: converts the events of a clip to the form that a game loads.

use rigmill_dom::{ClipEventsSource, EventSource, Located, Position, SceneClip};
use rigmill_format::{AnimationSequence, ClipEvent, ClipEvents, CompressedClip, CurveClip, SampledClip, UniformClip};
use rigmill_pipeline::{Diagnostic, Labelled, NoParams, ProcessContext, Processor};

use super::references::{RELATIVE_NAMES, References, Use};
use crate::codes;
use crate::report::{Result, and_more, location};

/// The largest time after the end of its clip, in seconds, for which an event still counts as at the end. Durations and frame
/// times are rounded.
const ROUNDING: f32 = 1e-3;

/// Turns a [`ClipEventsSource`] into [`ClipEvents`], sorted by time.
///
/// The clip must be an asset of the build. Events after the clip's end are kept, but cause a warning, because the clip never
/// reaches them.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventsProcessor;

impl Processor for EventsProcessor {
    type Input = ClipEventsSource;
    type Output = ClipEvents;
    type Params = NoParams;
    const NAME: &'static str = "events";
    const VERSION: u32 = 1;

    fn process(&self, input: &ClipEventsSource, _: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<ClipEvents> {
        let beside = clip_beside(ctx.asset());
        let mut references = References::new(ctx);
        let clip = match &input.clip {
            Some(clip) => references.resolve(clip, &Use::clip(RELATIVE_NAMES)),
            None => references.resolve(&beside, &Use::clip("write the name of the clip at the top: clip = \"…\"")),
        };
        references.finish()?;
        let mut events = clip_events(&input.events);
        if let Some(end) = end_of(&clip, ctx) {
            let in_clip = events.events.iter_mut().filter(|event| !is_late(event.time, end));
            in_clip.for_each(|event| event.time = event.time.min(end));
            warn_of_late(&input.events, end, ctx);
        }
        Ok(events)
    }
}

/// Returns the name of the clip that the events belong to, from the project folder: the name of the events' asset without
/// `.events`.
fn clip_beside(asset: &str) -> Located<String> {
    Located::new(format!("/{}", asset.strip_suffix(".events").unwrap_or(asset)), Position::START)
}

/// Returns the end of the clip in seconds; `None` if its asset failed (it then has its own diagnostics).
fn end_of(clip: &str, ctx: &mut ProcessContext<'_>) -> Option<f32> {
    let end = ctx.value::<AnimationSequence>(clip).map(|clip| clip.duration);
    let end = end.or_else(|_| ctx.value::<CompressedClip>(clip).map(|clip| clip.duration));
    let end = end.or_else(|_| ctx.value::<UniformClip>(clip).map(|clip| clip.duration));
    let end = end.or_else(|_| ctx.value::<SampledClip>(clip).map(|clip| clip.length));
    let end = end.or_else(|_| ctx.value::<CurveClip>(clip).map(|clip| last_key(&clip)));
    end.ok()
}

fn last_key(clip: &CurveClip) -> f32 {
    let curves = clip.tracks.iter().flat_map(|track| &track.curves);
    curves.flat_map(|curve| &curve.keys).fold(0.0, |end, key| end.max(key.time))
}

fn is_late(time: f32, end: f32) -> bool {
    time > end + ROUNDING
}

/// Warns about events that a clip of `end` seconds never reaches.
fn warn_of_late(events: &[EventSource], end: f32, ctx: &mut ProcessContext<'_>) {
    let mut late = events.iter().filter(|event| is_late(event.time.value, end));
    let Some(EventSource { time, name, .. }) = late.next() else { return };
    let more = and_more(late.count(), ["event", "events"]);
    let message = format!(
        "event {name:?} is at {} s, after the clip's end at {end} s, so the event never happens{more}",
        time.value
    );
    let help = "move the event to a time within the clip, or remove the event";
    let warning = Diagnostic::warning(codes::EVENT_LATE, message).help(help);
    ctx.report(warning.at(location(time.position)));
}

/// Adds the events of a scene's clip, if it has any, with a label such as `@Run.events` for the clip `@Run`.
pub(crate) fn push_events(products: &mut Labelled, label: &str, clip: &SceneClip) {
    if !clip.events.is_empty() {
        products.push(format!("{label}.events"), clip_events(&clip.events));
    }
}

/// Returns the events sorted by time. Events with the same time keep the order of the source.
fn clip_events(events: &[EventSource]) -> ClipEvents {
    let mut events: Vec<_> = events.iter().map(clip_event).collect();
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    ClipEvents { events }
}

fn clip_event(event: &EventSource) -> ClipEvent {
    let EventSource { time, name, value, text } = event;
    // Adding 0 turns -0 into 0. The sign would change the order.
    ClipEvent { time: time.value + 0.0, name: name.clone(), value: *value, text: text.clone() }
}
