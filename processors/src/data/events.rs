//! [`EventsProcessor`]: converts the events of a clip to the form that a game loads.

use rigmill_dom::{ClipEventsSource, EventSource, Located, Position, SceneClip};
use rigmill_format::{ClipEvent, ClipEvents};
use rigmill_pipeline::{AssetError, Diagnostic, Labelled, NoParams, ProcessContext, Processor};

use super::played_clip::{PlayedClip, is_late};
use super::references::{RELATIVE_NAMES, References, Use};
use crate::codes;
use crate::report::{Result, Wanted, and_more, location, meant_asset};

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
    const VERSION: u32 = 3;

    fn process(&self, input: &ClipEventsSource, _: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<ClipEvents> {
        let clip = match &input.clip {
            Some(clip) => named_clip(clip, ctx)?,
            None => clip_beside(ctx)?,
        };
        let position = input.clip.as_ref().map_or(Position::START, |clip| clip.position);
        warn_of_other_name(&clip, position, ctx);
        let mut events = clip_events(&input.events);
        if let Some(end) = PlayedClip::find(&clip, ctx).map(|clip| clip.end()) {
            let in_clip = events.events.iter_mut().filter(|event| !is_late(event.time, end));
            in_clip.for_each(|event| event.time = event.time.min(end));
            warn_of_late(&input.events, end, ctx);
        }
        Ok(events)
    }
}

/// Returns the full name of the clip that the source names.
fn named_clip(clip: &Located<String>, ctx: &mut ProcessContext<'_>) -> Result<String> {
    let mut references = References::new(ctx);
    let name = references.resolve(clip, &Use::clip(RELATIVE_NAMES));
    references.finish()?;
    Ok(name)
}

/// Returns the full name of the clip that has the name of the events' asset, without `.events`.
fn clip_beside(ctx: &mut ProcessContext<'_>) -> Result<String> {
    let clip = ctx.asset().strip_suffix(".events").unwrap_or(ctx.asset()).to_owned();
    let used_as = Use::clip("write the name of the clip at the top: clip = \"…\"");
    let Err(error) = ctx.refer(&clip, &used_as.types) else { return Ok(clip) };
    let is_of_file = ctx.asset() == ctx.source().asset_name();
    let help = meant_asset(&error, &clip, Wanted::new(&used_as.types), ctx).map(|near| {
        let asset = format!("{near}.events");
        let change = match is_of_file {
            true => to_rename(&asset, ctx),
            false => format!("set `output = {asset:?}` in the rule for this file"),
        };
        format!("for the clip `{near}`, {change}")
    });
    let help = help.unwrap_or_else(|| used_as.remedy.to_owned());
    let cause = if is_of_file { "the file's name" } else { "`output` in its rule" };
    let (code, fact) = match error {
        AssetError::Missing { .. } => (used_as.missing, "there is no such clip".to_owned()),
        error => (codes::REFERENCE_OTHER_TYPE, error.to_string()),
    };
    let message = format!("these events belong to the clip `{clip}` because of {cause}, but {fact}");
    Err(ctx.fail(Diagnostic::error(code, message).help(help)))
}

/// Warns if the events' asset does not have the name by which games find the events of the clip.
fn warn_of_other_name(clip: &str, position: Position, ctx: &mut ProcessContext<'_>) {
    let asset = format!("{clip}.events");
    if asset == ctx.asset() {
        return;
    }
    let message = format!(
        "games look for the events of the clip `{clip}` in the asset `{asset}`, but this file becomes the asset `{}`",
        ctx.asset()
    );
    let help = format!("{}, or set `output = {asset:?}` in a rule for this file", to_rename(&asset, ctx));
    ctx.report(Diagnostic::warning(codes::EVENTS_NAME, message).help(help).at(location(position)));
}

/// Returns how to give the source the name from which an asset gets its name.
fn to_rename(asset: &str, ctx: &ProcessContext<'_>) -> String {
    let name = asset.rsplit('/').next().unwrap_or_default();
    match asset.rsplit_once('/').map_or("", |(folder, _)| folder) == ctx.source().folder() {
        true => format!("rename the file to `{name}.toml`"),
        false => format!("move the file to `{asset}.toml`"),
    }
}

/// Warns about events that a clip of `end` seconds never reaches.
fn warn_of_late(events: &[EventSource], end: f32, ctx: &mut ProcessContext<'_>) {
    let mut late = events.iter().filter(|event| is_late(event.time.value, end));
    let Some(EventSource { time, name, .. }) = late.next() else { return };
    let more = and_more(late.count(), ["event", "events"]);
    let message =
        format!("event {name:?} is at {} s, after the clip's end at {end} s, so it never happens{more}", time.value);
    let help = "move the event to a time within the clip, or remove the event";
    let warning = Diagnostic::warning(codes::EVENTS_LATE, message).help(help);
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
