//! [`TimeLine`]: the times of a clip's frames.

use rigmill_dom::SceneClip;
use rigmill_pipeline::Diagnostic;

use super::params::FbxParams;
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::key_rate;

/// The number of frames per second, and the number of FBX time units per second.
#[derive(Clone, Copy)]
pub(crate) struct TimeLine {
    pub(crate) rate: f64,
    pub(crate) ticks: i64,
}

/// The rate of files that state none and whose keys are not on common frames. It is FBX's default.
const USUAL_RATE: f64 = 24.0;

/// Returns the number of frames per second: from `params`, or else from the file, or else the rate for which all keys of its
/// clips are on frames. `keys` contains the times of each curve's keys, with the time of the first key of its take.
pub(crate) fn frame_rate(
    of_file: Option<f64>,
    params: &FbxParams,
    keys: impl FnOnce() -> Vec<(f64, Vec<f64>)>,
) -> Result<f64> {
    if let Some(rate) = params.sample_rate {
        return Ok(rate.get());
    }
    let Some(of_file) = of_file else { return Ok(key_rate::of_keys(&keys(), USUAL_RATE)) };
    if of_file > 0.0 && of_file <= 1000.0 {
        return Ok(of_file);
    }
    let fact = format!("the file's frame rate is {of_file}, but must be above 0 and at most 1000");
    Err(Problem::new(codes::FBX_CLIP, fact, "set `sample_rate` in a rule"))
}

/// A part of the file's timeline, in seconds.
pub(crate) struct Span {
    pub(crate) start: f64,
    pub(crate) end: f64,
}

impl Span {
    /// Returns the span of `frames`, if they are given, or else the span that the take states, or else the span of its keys.
    pub(crate) fn choose(frames: Option<[i32; 2]>, declared: [f64; 2], keys: Option<[f64; 2]>, line: TimeLine) -> Self {
        if let Some([first, last]) = frames {
            return Self { start: f64::from(first) / line.rate, end: f64::from(last) / line.rate };
        }
        let [start, end] = declared;
        match keys {
            // Some programs do not state the length of a take.
            Some([first, last]) if start >= end => Self { start: first, end: last.max(first) },
            _ => Self { start, end: end.max(start) },
        }
    }

    /// Returns the number of frames. The last frame is at the end.
    pub(crate) fn frames(&self, line: TimeLine) -> u64 {
        SceneClip::frames_in(self.end - self.start, line.rate)
    }

    /// Returns the part of the span from the first key to the last key, if this is shorter.
    pub(crate) fn within(&self, [first, last]: [f64; 2]) -> Option<Self> {
        let short = Self { start: self.start.max(first), end: self.end.min(last) };
        (short.start <= short.end && (short.start, short.end) != (self.start, self.end)).then_some(short)
    }

    /// Creates the warning that a take is shorter than it states.
    pub(crate) fn shortened(&self, take: &str, short: &Self) -> Diagnostic {
        let fact = format!(
            "take {take:?} is {} s long, but its keys cover only {} s: Rigmill leaves out the rest",
            self.end - self.start,
            short.end - short.start,
        );
        Diagnostic::warning(codes::FBX_LONG_TAKE, fact).help("add the take to `clips`, with the `frames` that you need")
    }
}

/// The times of a clip's frames.
pub(crate) struct Frames {
    pub(crate) start: f64,
    /// The end of the clip in seconds, which is the time of the last frame.
    pub(crate) end: f64,
    pub(crate) rate: f64,
    /// The number of FBX time units per second. Keys are at whole time units.
    pub(crate) ticks: i64,
    pub(crate) count: u32,
}

impl Frames {
    /// Returns the time of a frame in seconds. If a key is on the frame, the time is exactly the time of the key, so that
    /// rounding does not delay a step by a frame. If a frame is not at a whole number of time units, its time is the next time
    /// unit. The last frame is at the clip's end.
    #[expect(clippy::cast_precision_loss, reason = "ticks stay below 2^53 for 54 hours")]
    pub(crate) fn time(&self, frame: u32) -> f64 {
        let ticks = self.ticks as f64;
        let tick = (self.start * ticks).round() + (f64::from(frame) * ticks / self.rate - 1e-3).ceil();
        let last = frame > 0 && frame + 1 == self.count;
        if last { (self.end * ticks).round() / ticks } else { tick / ticks }
    }
}
