//! The parameter `sample_rate`.

use rigmill_format::{AnimationSequence, KeyFrameSequence};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use crate::clips::frames::KeySpan;
use crate::clips::interpolation::{lerp, slerp};
use crate::codes;
use crate::report::Result;

/// The maximum number of keys in a clip after resampling, in all sequences together.
const MAX_KEYS: f64 = 4_194_304.0;

/// Gives each sequence with several keys evenly spaced keys, from 0 to its duration. `rate` is in keys per second.
pub(super) fn resample(clip: &mut AnimationSequence, rate: f64, ctx: &mut ProcessContext<'_>) -> Result<()> {
    let resampled = || clip.sequences.iter().filter(|sequence| sequence.key_count > 1);
    let total: f64 = resampled().map(|sequence| intervals(sequence, rate) + 1.0).sum();
    if total > MAX_KEYS {
        let fact = format!(
            "resampling at {rate} keys per second would create {total:.0} keys, but at most {MAX_KEYS} are allowed"
        );
        let diagnostic = Diagnostic::error(codes::CLIP_TOO_MANY_KEYS, fact).of_parameter("sample_rate");
        let help = "lower `sample_rate`, or check that each `Duration` in the source is in seconds";
        return Err(ctx.fail(diagnostic.help(help)));
    }
    for sequence in clip.sequences.iter_mut().filter(|sequence| sequence.key_count > 1) {
        let grid = Grid::new(sequence, rate);
        grid.apply(sequence);
    }
    Ok(())
}

/// Returns the number of intervals between keys that is nearest to the rate; 0 if the sequence has no duration.
fn intervals(sequence: &KeyFrameSequence, rate: f64) -> f64 {
    let duration = f64::from(sequence.duration);
    if duration > 0.0 { (duration * rate).round().max(1.0) } else { 0.0 }
}

/// The positions of the new keys between the old keys.
struct Grid {
    keys: Vec<KeySpan>,
    interval: f32,
}

impl Grid {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MAX_KEYS; rounding to f32")]
    fn new(sequence: &KeyFrameSequence, rate: f64) -> Self {
        let duration = f64::from(sequence.duration);
        let intervals = intervals(sequence, rate);
        let time = |key: u32| if intervals > 0.0 { duration * f64::from(key) / intervals } else { 0.0 };
        let keys = (0..=intervals as u32).map(|key| span_at(sequence, time(key))).collect();
        Self { keys, interval: if intervals > 0.0 { (duration / intervals) as f32 } else { 0.0 } }
    }

    fn apply(&self, it: &mut KeyFrameSequence) {
        self.apply_to(it.has_translation, it.fixed_translation, &mut it.translation, lerp);
        self.apply_to(it.has_rotation, it.fixed_rotation, &mut it.rotation, slerp);
        self.apply_to(it.has_scale, it.fixed_scale, &mut it.scale, lerp);
        it.key_count = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
        it.key_interval = self.interval;
        it.has_time = false;
        it.time = Vec::new();
    }

    /// Resamples a channel. A fixed channel keeps its first key; the keys of an unused channel are removed.
    fn apply_to<T: Copy>(&self, has: bool, fixed: bool, keys: &mut Vec<T>, interpolate: fn(T, T, f64) -> T) {
        if fixed {
            keys.truncate(1);
        } else if has {
            let at = |span: &KeySpan| Some(interpolate(*keys.get(span.from)?, *keys.get(span.to)?, span.fraction));
            *keys = self.keys.iter().filter_map(at).collect();
        } else {
            keys.clear();
        }
    }
}

/// Returns the keys around a time. Times before the first key or after the last key get this key.
fn span_at(sequence: &KeyFrameSequence, time: f64) -> KeySpan {
    let last = sequence.key_count.saturating_sub(1) as usize;
    let key_time = |key: usize| match sequence.time.get(key) {
        Some(time) if sequence.has_time => f64::from(*time),
        _ => key as f64 * f64::from(sequence.key_interval),
    };
    let later = first_later(last + 1, |key| key_time(key) > time);
    if later == 0 || later > last {
        let held = later.min(last);
        return KeySpan { from: held, to: held, fraction: 0.0 };
    }
    let (from, to) = (later - 1, later);
    let fraction = (time - key_time(from)) / (key_time(to) - key_time(from));
    KeySpan { from, to, fraction }
}

/// Returns the first number in `0..count` for which `is_later` is true, by bisection; `count` if there is none.
fn first_later(count: usize, is_later: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_later(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
