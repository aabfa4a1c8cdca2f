//! `sample_rate`.

use rigmill_format::{AnimationSequence, KeyFrameSequence};
use rigmill_pipeline::{Diagnostic, ProcessContext, StageError};

use super::params::{SampleRate, at_fault};
use super::slerp::{lerp, slerp};
use crate::codes;

/// How many keys a clip may have after resampling, all sequences together.
const MOST_KEYS: f64 = 4_194_304.0;

/// Gives every sequence of several keys evenly spaced keys, from 0 to its duration.
pub(super) fn resample(
    clip: &mut AnimationSequence,
    rate: SampleRate,
    ctx: &mut ProcessContext<'_>,
) -> Result<(), StageError> {
    let resampled = || clip.sequences.iter().filter(|sequence| sequence.key_count > 1);
    let total: f64 = resampled().map(|sequence| intervals(sequence, rate) + 1.0).sum();
    if total > MOST_KEYS {
        let fact = format!("{} keys a second make {total:.0} keys, at most {MOST_KEYS} are allowed", rate.get());
        let diagnostic = Diagnostic::error(codes::TOO_MANY_KEYS, at_fault("sample_rate", fact));
        return Err(ctx.fail(diagnostic.help("lower it; or see whether each Duration of the clip is in seconds")));
    }
    for sequence in clip.sequences.iter_mut().filter(|sequence| sequence.key_count > 1) {
        let grid = Grid::new(sequence, rate);
        grid.apply(sequence);
    }
    Ok(())
}

/// How many intervals between keys come nearest to the rate; none where there is no time to fill.
fn intervals(sequence: &KeyFrameSequence, rate: SampleRate) -> f64 {
    let duration = f64::from(sequence.duration);
    if duration > 0.0 { (duration * rate.get()).round().max(1.0) } else { 0.0 }
}

/// Where each new key lies between the old ones.
struct Grid {
    keys: Vec<Between>,
    interval: f32,
}

/// A point between two neighbouring keys.
#[derive(Clone, Copy)]
struct Between {
    from: usize,
    to: usize,
    fraction: f64,
}

impl Grid {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MOST_KEYS; rounding to f32")]
    fn new(sequence: &KeyFrameSequence, rate: SampleRate) -> Self {
        let duration = f64::from(sequence.duration);
        let intervals = intervals(sequence, rate);
        let time = |key: u32| if intervals > 0.0 { duration * f64::from(key) / intervals } else { 0.0 };
        let keys = (0..=intervals as u32).map(|key| between(sequence, time(key))).collect();
        Self { keys, interval: if intervals > 0.0 { (duration / intervals) as f32 } else { 0.0 } }
    }

    fn apply(&self, sequence: &mut KeyFrameSequence) {
        let KeyFrameSequence { has_translation, fixed_translation, translation, .. } = sequence;
        self.apply_to(*has_translation, *fixed_translation, translation, lerp);
        let KeyFrameSequence { has_rotation, fixed_rotation, rotation, .. } = sequence;
        self.apply_to(*has_rotation, *fixed_rotation, rotation, slerp);
        let KeyFrameSequence { has_scale, fixed_scale, scale, .. } = sequence;
        self.apply_to(*has_scale, *fixed_scale, scale, lerp);
        sequence.key_count = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
        sequence.key_interval = self.interval;
        sequence.has_time = false;
        sequence.time = Vec::new();
    }

    /// Resamples a channel. A fixed one keeps its first key; keys that nothing reads go.
    fn apply_to<T: Copy>(&self, has: bool, fixed: bool, keys: &mut Vec<T>, interpolate: fn(T, T, f64) -> T) {
        if fixed {
            keys.truncate(1);
        } else if has {
            let at = |between: &Between| {
                let (from, to) = (keys.get(between.from)?, keys.get(between.to)?);
                Some(interpolate(*from, *to, between.fraction))
            };
            *keys = self.keys.iter().filter_map(at).collect();
        } else {
            keys.clear();
        }
    }
}

/// The keys around a time, and how far it is from the one to the other. Before the first key and behind the last, that
/// key holds.
fn between(sequence: &KeyFrameSequence, time: f64) -> Between {
    let last = sequence.key_count.saturating_sub(1) as usize;
    let key_time = |key: usize| match sequence.time.get(key) {
        Some(time) if sequence.has_time => f64::from(*time),
        _ => key as f64 * f64::from(sequence.key_interval),
    };
    let later = first_later(last + 1, |key| key_time(key) > time);
    if later == 0 || later > last {
        let held = later.min(last);
        return Between { from: held, to: held, fraction: 0.0 };
    }
    let (from, to) = (later - 1, later);
    let fraction = (time - key_time(from)) / (key_time(to) - key_time(from));
    Between { from, to, fraction }
}

/// The first of `0..count` for which the predicate holds, which it then does for all behind; `count` when there is none.
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
