//! [`Timeline`]: key times that many curves share.

use rigmill_format::CurveView;

use super::cycle::{Cycle, CycleKey};

/// The times of keys, and how curves continue before and after these keys.
#[derive(Debug)]
pub(super) struct Timeline {
    /// In ascending order; at least one.
    times: Vec<f32>,
    cycle: Cycle,
}

/// The segment that was found last. Playback within this segment needs no search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    /// The start and end of the segment. An empty segment contains no time.
    begin: f32,
    end: f32,
    segment: usize,
    /// 1 / the segment's duration in seconds.
    inverse: f64,
}

impl Cursor {
    #[inline]
    fn moment(&self, time: f64) -> Moment {
        let begin = f64::from(self.begin);
        let seconds = f64::from(self.end) - begin;
        Moment { segment: self.segment, weights: Weights::at((time - begin) * self.inverse, seconds) }
    }
}

/// Curves with equal keys share a timeline.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct TimelineKey {
    times: Vec<u32>,
    cycle: CycleKey,
}

impl TimelineKey {
    pub(super) fn new(curve: &CurveView<'_>) -> Self {
        let times = curve.keys().iter().map(|key| key.time.to_bits()).collect();
        Self { times, cycle: Cycle::new(curve).key() }
    }
}

/// The segment at a time, and the weights of its four coefficients.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) segment: usize,
    pub(super) weights: Weights,
}

/// The weights of the values and tangents of a cubic Hermite segment. Because they are in double precision, all curves of a
/// timeline can share them, and a result differs from the formula by at most the last bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) from: f64,
    pub(super) leave: f64,
    pub(super) to: f64,
    pub(super) arrive: f64,
}

impl Weights {
    const FIRST: Self = Self { from: 1.0, leave: 0.0, to: 0.0, arrive: 0.0 };

    /// The weights at `s`, 0 to 1, in a segment of `seconds` seconds.
    #[inline]
    fn at(s: f64, seconds: f64) -> Self {
        let rest = 1.0 - s;
        let to = s * s * (3.0 - 2.0 * s);
        Self { from: 1.0 - to, leave: seconds * s * rest * rest, to, arrive: -seconds * s * s * rest }
    }
}

impl Timeline {
    /// The timeline of a curve. A curve without keys has the value 0 at all times.
    pub(super) fn new(curve: &CurveView<'_>) -> Self {
        let mut times: Vec<f32> = curve.keys().iter().map(|key| key.time).collect();
        if times.is_empty() {
            times.push(0.0);
        }
        Self { times, cycle: Cycle::new(curve) }
    }

    /// The number of segments: one after each key. The last segment has no end.
    pub(super) fn segments(&self) -> usize {
        self.times.len()
    }

    /// Finds `time`. The search starts at the cursor's segment, and moves the cursor to the result.
    #[inline]
    pub(super) fn locate(&self, time: f32, cursor: &mut Cursor) -> Moment {
        if cursor.begin <= time && time < cursor.end {
            return cursor.moment(time.into());
        }
        self.seek(time, cursor)
    }

    fn seek(&self, time: f32, cursor: &mut Cursor) -> Moment {
        let time = self.cycle.wrapped(f64::from(time));
        let last = self.times.len() - 1;
        let held = |segment| Moment { segment, weights: Weights::FIRST };
        if time >= self.time(last) {
            return held(last);
        }
        // NaN gives the first key.
        if time.is_nan() || time < self.time(0) {
            return held(0);
        }
        let segment = self.search(time, cursor.segment);
        if let Some(&[begin, end]) = self.times.get(segment..segment + 2) {
            *cursor = Cursor { begin, end, segment, inverse: 1.0 / (f64::from(end) - f64::from(begin)) };
        }
        cursor.moment(time)
    }

    /// The segment that contains `time`, which is between the first and the last key.
    fn search(&self, time: f64, cursor: usize) -> usize {
        let begins = |segment: usize| self.times.get(segment).is_some_and(|begin| f64::from(*begin) <= time);
        let is_in = |segment: usize| begins(segment) && !begins(segment + 1);
        if is_in(cursor) {
            return cursor;
        }
        if is_in(cursor + 1) {
            return cursor + 1;
        }
        self.begun(time).saturating_sub(1)
    }

    /// The number of segments that have started at a time. The time is not wrapped.
    pub(super) fn begun(&self, time: f64) -> usize {
        self.times.partition_point(|begin| f64::from(*begin) <= time)
    }

    fn time(&self, key: usize) -> f64 {
        self.times.get(key).copied().unwrap_or_default().into()
    }
}
