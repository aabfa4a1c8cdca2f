//! [`TimeLine`]: when a clip's frames are.

use rigmill_dom::SceneClip;
use rigmill_pipeline::Diagnostic;

use super::params::FbxParams;
use crate::codes;
use crate::report::{Problem, Result};
use crate::scenes::key_rate;

/// Frames per second, and FBX's units of time per second.
#[derive(Clone, Copy)]
pub(crate) struct TimeLine {
    pub(crate) rate: f64,
    pub(crate) ticks: i64,
}

/// The rate of files that state none, by FBX's own default, where keys are not on common frames.
const USUAL_RATE: f64 = 24.0;

/// Frames per second: from `params`, or else from the file, or else the rate at which all keys of its clips are on frames.
/// `keys` are the times of each curve's keys, after the time of its take's first key.
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
    let fact = format!("the file's frame rate is {of_file}, it should be above 0 and at most 1000");
    Err(Problem::new(codes::FBX_CLIP, fact, "set `sample_rate`"))
}

/// A part of the file's time line, in seconds.
pub(crate) struct Span {
    pub(crate) start: f64,
    pub(crate) end: f64,
}

impl Span {
    /// `frames` of the time line; otherwise the time that the take declares, or that of its keys if it declares none.
    pub(crate) fn of(frames: Option<[i32; 2]>, declared: [f64; 2], keys: Option<[f64; 2]>, line: TimeLine) -> Self {
        if let Some([first, last]) = frames {
            return Self { start: f64::from(first) / line.rate, end: f64::from(last) / line.rate };
        }
        let [start, end] = declared;
        match keys {
            // Some programs leave out how long a take is.
            Some([first, last]) if start >= end => Self { start: first, end: last.max(first) },
            _ => Self { start, end: end.max(start) },
        }
    }

    /// The number of frames, of which the last is at the end.
    pub(crate) fn frames(&self, line: TimeLine) -> u64 {
        SceneClip::frames_in(self.end - self.start, line.rate)
    }

    /// The part of it from the first key to the last, if that is shorter.
    pub(crate) fn within(&self, [first, last]: [f64; 2]) -> Option<Self> {
        let short = Self { start: self.start.max(first), end: self.end.min(last) };
        (short.start <= short.end && (short.start, short.end) != (self.start, self.end)).then_some(short)
    }

    /// A warning that a take is shorter than it declares.
    pub(crate) fn shortened(&self, take: &str, short: &Self) -> Diagnostic {
        let fact = format!(
            "take {take:?} claims to last {} s, but its keys end after {} s: the rest is left out",
            self.end - self.start,
            short.end - short.start,
        );
        Diagnostic::warning(codes::FBX_LONG_TAKE, fact).help("list the take in `clips`, with `frames`")
    }
}

/// The times of a clip's frames.
pub(crate) struct Frames {
    pub(crate) start: f64,
    /// When the clip ends, in seconds: the time of the last frame.
    pub(crate) end: f64,
    pub(crate) rate: f64,
    /// FBX's units of time per second. Keys are at whole ones.
    pub(crate) ticks: i64,
    pub(crate) count: u32,
}

impl Frames {
    /// The time of a frame, in seconds. It is that of a key on the frame to the last bit: a step must not come a frame late
    /// because of how a sum was rounded. Where frames are no whole number of ticks, it is the next tick. The last frame is at
    /// the clip's end.
    #[expect(clippy::cast_precision_loss, reason = "ticks stay below 2^53 for 54 hours")]
    pub(crate) fn time(&self, frame: u32) -> f64 {
        let ticks = self.ticks as f64;
        let tick = (self.start * ticks).round() + (f64::from(frame) * ticks / self.rate - 1e-3).ceil();
        let last = frame > 0 && frame + 1 == self.count;
        if last { (self.end * ticks).round() / ticks } else { tick / ticks }
    }
}
