//! Finds the exact times of a sequence's keys.
//!
//! Sources round times: RobotGame's files have six decimals, so an interval of 0.066667 s means 1/15 s, and a clip of 1.0 s
//! with 16 such keys ends with its last key.

use rigmill_format::KeyFrameSequence;
use rigmill_math::to_f32;

use crate::numbers::SampleRate;

/// The rounding error of a time with six decimals, in seconds, plus the error of an f32's last bit.
const HALF_A_DIGIT: f64 = 5.5e-7;
/// The frame rate of clips that do not state one, in frames per second.
const DEFAULT_RATE: f64 = 30.0;
/// The relative rounding error of an interval with fewer digits: 0.0333 means 1/30.
const FEW_DIGITS: f64 = 2e-3;

/// Returns the largest difference between two times that count as equal.
pub(super) fn rounding(seconds: f64) -> f64 {
    2.0 * HALF_A_DIGIT + seconds.abs() * f64::from(f32::EPSILON)
}

/// Returns the frame rate of a clip's keys: the rate of the bone with the shortest interval. If only rounding separates it from
/// a whole number, returns this number.
pub(crate) fn own_rate<'a>(sequences: impl IntoIterator<Item = &'a KeyFrameSequence>) -> f64 {
    let highest = with_intervals(sequences).map(rate).reduce(f64::max);
    highest.unwrap_or(DEFAULT_RATE).min(SampleRate::MAX)
}

/// Returns 1 divided by the shortest interval between keys, exactly as the source states the interval.
pub(crate) fn stated_rate<'a>(sequences: impl IntoIterator<Item = &'a KeyFrameSequence>) -> Option<f64> {
    with_intervals(sequences).map(|it| 1.0 / f64::from(it.key_interval)).reduce(f64::max)
}

/// Returns the sequences whose keys are evenly spaced.
fn with_intervals<'a>(
    sequences: impl IntoIterator<Item = &'a KeyFrameSequence>,
) -> impl Iterator<Item = &'a KeyFrameSequence> {
    sequences.into_iter().filter(|it| it.key_count > 1 && !it.has_time && it.key_interval > 0.0)
}

/// Returns the number of keys per second of a sequence.
fn rate(sequence: &KeyFrameSequence) -> f64 {
    let rate = 1.0 / interval(sequence);
    let (whole, stated) = (rate.round(), f64::from(sequence.key_interval));
    let is_whole = whole > 0.0 && (1.0 / whole - stated).abs() <= slack(sequence.key_interval);
    if is_whole { whole } else { rate }
}

/// Returns half a unit of the last decimal with which an interval was written.
fn slack(interval: f32) -> f64 {
    let decimals = interval.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let half = 0.5 * libm::pow(10.0, -(decimals as f64));
    half.min(FEW_DIGITS * f64::from(interval)).max(interval_rounding(f64::from(interval)))
}

/// Returns the rounding error of an interval, which is always less than the difference to another plausible interval.
fn interval_rounding(interval: f64) -> f64 {
    (HALF_A_DIGIT + interval * f64::from(f32::EPSILON)).min(FEW_DIGITS * interval)
}

/// Returns the interval between keys in seconds, before it was rounded: the interval that fills the sequence's duration
/// exactly, or else a whole number of keys per second, or else the stated interval.
fn interval(sequence: &KeyFrameSequence) -> f64 {
    let stated = f64::from(sequence.key_interval);
    let gaps = f64::from(sequence.key_count.saturating_sub(1));
    let meant = [f64::from(sequence.duration) / gaps, 1.0 / (1.0 / stated).round()];
    meant.into_iter().find(|meant| (meant - stated).abs() <= interval_rounding(stated)).unwrap_or(stated)
}

/// The keys around a time, and the position of the time between them (0 to 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KeySpan {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) fraction: f64,
}

impl KeySpan {
    /// The first key alone, which a fixed channel has at any time.
    pub(super) const FIRST: Self = Self { from: 0, to: 0, fraction: 0.0 };
}

/// The times of a sequence's keys.
pub(crate) struct KeyTimes<'a> {
    times: Option<&'a [f32]>,
    interval: f64,
    last: usize,
    /// The time in seconds after which the sequence holds its pose.
    end: f64,
    /// Whether times count as equal if they differ by no more than rounding.
    rounds: bool,
}

impl<'a> KeyTimes<'a> {
    /// Returns the times of the first `keys` keys.
    pub(crate) fn new(sequence: &'a KeyFrameSequence, keys: usize) -> Self {
        let times = (sequence.has_time && !sequence.time.is_empty()).then_some(&sequence.time[..]);
        let end = if sequence.duration > 0.0 { f64::from(sequence.duration) } else { f64::INFINITY };
        Self { times, interval: interval(sequence), last: keys.saturating_sub(1), end, rounds: true }
    }

    /// Returns the times of a sequence's keys as the runtime's standard rules use them: exactly as stated. So if rounding puts
    /// the last key after the end, the end shows a pose just before this key.
    pub(super) fn as_played(sequence: &'a KeyFrameSequence) -> Self {
        let keys = usize::try_from(sequence.key_count).unwrap_or(usize::MAX);
        let (interval, end) = (f64::from(sequence.key_interval), f64::from(sequence.duration).max(0.0));
        Self { interval, end, rounds: false, ..Self::new(sequence, keys) }
    }

    fn rounding(&self, time: f64) -> f64 {
        if self.rounds { rounding(time) } else { 0.0 }
    }

    /// Returns the times at which the sequence may change its speed: its keys, limited to its end.
    pub(super) fn all(&self) -> impl Iterator<Item = f64> {
        (0..=self.last).map(|key| self.time_of(key).min(self.end))
    }

    /// Returns the keys around a time. Times before the first key or after the last key get this key. If only rounding
    /// separates the time from a key, the time counts as this key's time.
    pub(crate) fn span_at(&self, time: f64) -> KeySpan {
        let time = time.min(self.end);
        let (from, fraction) = match self.times {
            Some(times) => self.among_times(times, time),
            None => self.among_intervals(time),
        };
        match from < self.last {
            true => KeySpan { from, to: from + 1, fraction },
            false => KeySpan { from: self.last, to: self.last, fraction: 0.0 },
        }
    }

    /// Returns the times at which a channel that ends at `end` may change its speed, in order: 0, each key before the end, and
    /// the end.
    pub(crate) fn stops(&self, end: f32) -> Vec<f32> {
        let mut stops = vec![0.0];
        for key in 0..=self.last {
            let time = self.time_of(key);
            let inside = time < f64::from(end) - rounding(f64::from(end));
            if inside && to_f32(time) > stops[stops.len() - 1] {
                stops.push(to_f32(time));
            }
        }
        if end > 0.0 {
            stops.push(end);
        }
        stops
    }

    fn time_of(&self, key: usize) -> f64 {
        match self.times {
            Some(times) => times.get(key).map_or(f64::INFINITY, |time| f64::from(*time)),
            None => self.interval * key as f64,
        }
    }

    fn among_intervals(&self, time: f64) -> (usize, f64) {
        if self.interval <= 0.0 {
            return (0, 0.0);
        }
        let steps = time / self.interval;
        let near = steps.round();
        let steps = if (time - near * self.interval).abs() <= self.rounding(time) { near } else { steps };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates after the last key")]
        let before = steps.floor() as usize;
        (before, steps - steps.floor())
    }

    fn among_times(&self, times: &[f32], time: f64) -> (usize, f64) {
        // The last key that is not after the time, except for rounding.
        let reached = |key: &f32| f64::from(*key) <= time + self.rounding(time);
        let Some(before) = times.partition_point(reached).checked_sub(1) else { return (0, 0.0) };
        let Some(after) = times.get(before + 1) else { return (before, 0.0) };
        let (from, to) = (f64::from(times[before]), f64::from(*after));
        let fraction = if time - from <= self.rounding(time) { 0.0 } else { (time - from) / (to - from) };
        (before, fraction)
    }
}
