//! [`EventsToml`]: imports the events of a clip, written by hand.

use rigmill_dom::{ClipEventsSource, EventSource, Located};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError};

use super::table::{Codes, Table, import};
use crate::codes;
use crate::report::Problem;
use crate::syntax::Span;

/// The maximum number of events in a clip.
const MAX_EVENTS: usize = 65_536;
const SECONDS: [f32; 2] = [0.0, 86_400.0];
/// All whole numbers in this range are distinct in single precision.
const FRAMES: [f32; 2] = [0.0, 16_777_216.0];
/// The allowed rates, in frames per second.
const RATE: [f32; 2] = [1.0, 1_000.0];

const CODES: Codes = Codes {
    syntax: codes::EVENTS_TOML,
    key: codes::EVENTS_KEY,
    value: codes::EVENTS_VALUE,
    range: codes::EVENTS_OUT_OF_RANGE,
    limit: codes::EVENTS_LIMIT,
    more: codes::EVENTS_MORE_PROBLEMS,
    too_large: "check that this is the right file, or remove events",
    above: &[("clip", "the first `[[event]]`"), ("rate", "the first `[[event]]`")],
    nested: &[],
};

/// Imports `.events.toml`.
///
/// ```toml
/// clip = "Low_Run"        # relative to this file's folder, or to the project folder if it begins with "/"
/// rate = 30               # frames per second, for `frame`
///
/// [[event]]
/// time = 0.31             # seconds after the clip's start
/// name = "footstep"
/// value = 1.0             # 0 by default
/// text = "left"           # none by default
///
/// [[event]]
/// frame = 22              # instead of `time`
/// name = "footstep"
/// ```
///
/// Without `clip`, the events belong to the clip with the name of this asset, without `.events`.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventsToml;

impl Importer for EventsToml {
    type Output = ClipEventsSource;
    type Params = NoParams;
    const NAME: &'static str = "events-toml";
    const VERSION: u32 = 2;
    const EXTENSIONS: &'static [&'static str] = &["events.toml"];
    const DEFAULT_PROCESSOR: &'static str = "events";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<ClipEventsSource, StageError> {
        import(ctx, &CODES, read_events)
    }
}

fn read_events(clip: &Table<'_>) -> ClipEventsSource {
    let name = clip.optional_name("clip").map(|field| field.located);
    let rate = clip.get("rate").map(|_| clip.number_within("rate", 1.0, RATE).value);
    let mut frames = Frames { rate, ..Frames::default() };
    let events = clip.required_tables("[[event]]", MAX_EVENTS, |event| read_event(event, &mut frames));
    frames.report_missing_rate(clip);
    ClipEventsSource { clip: name, events }
}

/// The rate that turns frames into seconds, and where it is missing.
#[derive(Default)]
struct Frames {
    rate: Option<f32>,
    /// The first `frame` without a rate.
    without_rate: Option<Span>,
    /// Whether an event has the key `rate`, which is reported as an unknown key.
    is_misplaced: bool,
}

impl Frames {
    /// Returns the time of a frame in seconds.
    fn seconds(&mut self, frame: f32, span: Span) -> f32 {
        match self.rate {
            Some(rate) => frame / rate,
            None => {
                self.without_rate = self.without_rate.or(Some(span));
                frame
            }
        }
    }

    fn report_missing_rate(&self, clip: &Table<'_>) {
        if let Some(span) = self.without_rate.filter(|_| !self.is_misplaced) {
            let help = "add `rate = 30`, in frames per second, above the first `[[event]]`";
            let problem = Problem::new(codes::EVENTS_TIME, "`frame` needs `rate`, which is missing", help);
            clip.lacks("rate", problem.at(span));
        }
    }
}

fn read_event(event: &Table<'_>, frames: &mut Frames) -> Option<EventSource> {
    frames.is_misplaced |= event.has("rate");
    let time = read_time(event, frames);
    let name = event.name("name");
    let value = event.number("value", 0.0).located.value;
    let text = event.optional_name("text").map(|field| field.located.value);
    Some(EventSource { time: time?, name: name?.located.value, value, text: text.unwrap_or_default() })
}

/// Reads the time in seconds, from `time` or `frame`.
fn read_time(event: &Table<'_>, frames: &mut Frames) -> Option<Located<f32>> {
    let wrong = |fact: &'static str, help: &'static str| {
        event.error(|| Problem::new(codes::EVENTS_TIME, fact, help).at(event.span));
        None
    };
    match (event.get("time"), event.get("frame")) {
        (Some(_), Some(_)) => wrong("the event has both `time` and `frame`", "remove `time` or `frame`"),
        (None, None) => wrong("the event has no time", "add `time`, in seconds, or `frame`"),
        (Some(_), None) => Some(event.number_within("time", 0.0, SECONDS)),
        (None, Some(frame)) => {
            let Located { value, position } = event.number_within("frame", 0.0, FRAMES);
            Some(Located::new(frames.seconds(value, frame.span().into()), position))
        }
    }
}
