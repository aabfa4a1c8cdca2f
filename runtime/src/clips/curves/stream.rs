//! [`Stream`]: curves with individual key times that are played together.
//!
//! The segments of all curves are sorted by start time. So playback reads them in order without checking every curve: each
//! segment that starts replaces the current segment of its curve. The current segments are stored side by side, and evaluated
//! in one loop. When playback goes backwards, each segment is replaced by the curve's segment before it.

use rigmill_format::{CurveKey, CurveView};
use rigmill_math::to_f32;

use super::cycle::Cycle;
use super::timeline::Timeline;

/// The maximum number of curves per stream. A larger stream shares more work between its curves, but moving a single bone
/// evaluates all streams that contain its curves.
pub(super) const MAX_CURVES: usize = 64;

/// The number of current segments that are stored side by side.
const LANES: usize = 8;

/// If playback moves by more than this number of segments per curve, a search is used instead. A search costs about as much per
/// curve as five segments.
const NEAR: usize = 4;

/// Curves with the same cycle.
#[derive(Debug)]
pub(super) struct Stream {
    cycle: Cycle,
    /// Sorted by time, then by curve. The first segments hold the values before the first keys: one per curve, in order.
    segments: Vec<Segment>,
    /// For searching single values.
    curves: Vec<Searched>,
    /// The indices of the segments that start at keys, curve by curve.
    by_curve: Vec<u32>,
}

#[derive(Debug)]
struct Searched {
    timeline: Timeline,
    /// The curve's first entry in `by_curve`, and its number of keys.
    first: usize,
    keys: usize,
}

/// The part of a curve from one key to the next.
#[derive(Clone, Copy, Debug)]
struct Segment {
    cubic: Cubic,
    begin: f32,
    curve: u32,
    /// The index of the curve's previous segment. The first segment has its own index.
    before: u32,
}

/// A polynomial in the seconds since the segment's start, lowest power first. In double precision, it differs from the
/// formula's result only by the last rounding.
#[derive(Clone, Copy, Debug)]
struct Cubic([f64; 4]);

impl Cubic {
    /// The segment as a polynomial. For a step and for the last key, only the constant value.
    fn between(key: &CurveKey, next: Option<&CurveKey>) -> Self {
        let value = f64::from(key.value);
        let is_smooth = |next: &&CurveKey| key.out_tangent.is_finite() && next.in_tangent.is_finite();
        let Some(next) = next.filter(is_smooth).filter(|next| next.time > key.time) else {
            return Self::constant(value);
        };
        let seconds = f64::from(next.time) - f64::from(key.time);
        let slope = (f64::from(next.value) - value) / seconds;
        let (leave, arrive) = (f64::from(key.out_tangent), f64::from(next.in_tangent));
        let square = (3.0 * slope - 2.0 * leave - arrive) / seconds;
        let cube = (leave + arrive - 2.0 * slope) / seconds / seconds;
        Self([value, leave, square, cube])
    }

    fn constant(value: f64) -> Self {
        Self([value, 0.0, 0.0, 0.0])
    }
}

/// The current segments of some curves.
#[derive(Clone, Copy, Debug)]
struct Current {
    begin: [f64; LANES],
    cubic: [[f64; LANES]; 4],
}

impl Current {
    const NONE: Self = Self { begin: [0.0; LANES], cubic: [[0.0; LANES]; 4] };

    #[inline]
    fn set(&mut self, lane: usize, segment: &Segment) {
        self.begin[lane] = segment.begin.into();
        for (coefficients, coefficient) in self.cubic.iter_mut().zip(segment.cubic.0) {
            coefficients[lane] = coefficient;
        }
    }

    #[inline]
    fn values(&self, time: f64) -> [f32; LANES] {
        let [c0, c1, c2, c3] = &self.cubic;
        std::array::from_fn(|lane| {
            let t = time - self.begin[lane];
            to_f32(((c3[lane] * t + c2[lane]) * t + c1[lane]) * t + c0[lane])
        })
    }
}

/// The position of a player in a stream.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The number of segments that have started.
    begun: usize,
    time: f64,
    current: Vec<Current>,
}

impl Position {
    #[inline]
    fn enter(&mut self, segment: &Segment) {
        let curve = segment.curve as usize;
        if let Some(current) = self.current.get_mut(curve / LANES) {
            current.set(curve % LANES, segment);
        }
    }
}

impl Stream {
    pub(super) fn new(cycle: Cycle, curves: &[CurveView<'_>]) -> Self {
        let mut unsorted = held_before(curves);
        let held = unsorted.len();
        for (curve, number) in curves.iter().zip(0..) {
            unsorted.extend(segments_of(curve.keys(), number));
        }
        let mut order: Vec<usize> = (0..unsorted.len()).collect();
        order.sort_by(|&a, &b| unsorted[a].begin.total_cmp(&unsorted[b].begin));
        let mut sorted = vec![0; order.len()];
        for (&from, index) in order.iter().zip(0..) {
            sorted[from] = index;
        }
        let mut segments: Vec<Segment> = order.into_iter().map(|from| unsorted[from]).collect();
        let mut newest: Vec<u32> = (0..).take(held).collect();
        for (segment, index) in segments.iter_mut().zip(0..) {
            segment.before = std::mem::replace(&mut newest[segment.curve as usize], index);
        }
        Self { cycle, segments, curves: searched(curves), by_curve: sorted.split_off(held) }
    }

    /// The number of slots that the stream's values take.
    pub(super) fn slots(&self) -> usize {
        self.curves.len().next_multiple_of(LANES)
    }

    /// The position before all keys.
    pub(super) fn beginning(&self) -> Position {
        let current = vec![Current::NONE; self.slots() / LANES];
        let mut position = Position { begun: self.curves.len(), time: 0.0, current };
        self.segments.iter().take(self.curves.len()).for_each(|segment| position.enter(segment));
        position
    }

    /// Makes the segments at a time the current ones.
    #[inline]
    pub(super) fn go_to(&self, time: f32, position: &mut Position) {
        let time = self.wrapped(time);
        position.time = time;
        let limit = NEAR * self.curves.len();
        let ahead = self.segments.get(position.begun..).unwrap_or_default();
        for (steps, segment) in ahead.iter().enumerate() {
            if f64::from(segment.begin) > time {
                break;
            }
            if steps == limit {
                return self.seek(time, position);
            }
            position.enter(segment);
            position.begun += 1;
        }
        self.go_back(time, position, limit);
    }

    #[inline]
    fn go_back(&self, time: f64, position: &mut Position, limit: usize) {
        let begun = self.segments.get(self.curves.len()..position.begun).unwrap_or_default();
        for (steps, segment) in begun.iter().rev().enumerate() {
            if f64::from(segment.begin) <= time {
                break;
            }
            if steps == limit {
                return self.seek(time, position);
            }
            position.enter(&self.segments[segment.before as usize]);
            position.begun -= 1;
        }
    }

    #[cold]
    fn seek(&self, time: f64, position: &mut Position) {
        position.begun = self.segments.partition_point(|segment| f64::from(segment.begin) <= time);
        for curve in 0..self.curves.len() {
            position.enter(self.segment(curve, time));
        }
    }

    /// The segment of a curve at a time.
    fn segment(&self, curve: usize, time: f64) -> &Segment {
        let Searched { timeline, first, keys } = &self.curves[curve];
        let index = match timeline.begun(time).min(*keys) {
            0 => curve,
            begun => self.by_curve.get(first + begun - 1).map_or(curve, |&index| index as usize),
        };
        &self.segments[index]
    }

    /// Evaluates the values at the time of the last [`go_to`](Self::go_to).
    #[inline]
    pub(super) fn evaluate(&self, position: &Position, values: &mut [f32]) {
        for (current, values) in position.current.iter().zip(values.as_chunks_mut().0) {
            *values = current.values(position.time);
        }
    }

    /// The value of one curve at a time.
    pub(super) fn value(&self, curve: usize, time: f32) -> f32 {
        if curve >= self.curves.len() {
            return 0.0;
        }
        let time = self.wrapped(time);
        let Segment { cubic: Cubic([c0, c1, c2, c3]), begin, .. } = self.segment(curve, time);
        let t = time - f64::from(*begin);
        to_f32(((c3 * t + c2) * t + c1) * t + c0)
    }

    /// The time, wrapped into the range of the keys. NaN becomes the smallest time.
    #[inline]
    fn wrapped(&self, time: f32) -> f64 {
        let most = f64::from(f32::MAX);
        self.cycle.wrapped(time.into()).max(-most).min(most)
    }
}

/// The values of the curves before their first keys; 0 for a curve without keys.
fn held_before(curves: &[CurveView<'_>]) -> Vec<Segment> {
    let value = |curve: &CurveView<'_>| curve.keys().first().map_or(0.0, |key| f64::from(key.value));
    let held =
        |(curve, number)| Segment { cubic: Cubic::constant(value(curve)), begin: f32::MIN, curve: number, before: 0 };
    curves.iter().zip(0..).map(held).collect()
}

fn segments_of(keys: &[CurveKey], curve: u32) -> impl Iterator<Item = Segment> + '_ {
    let segment = move |(index, key): (usize, &CurveKey)| {
        // Adding 0 turns -0 into 0, so that both are sorted alike.
        Segment { cubic: Cubic::between(key, keys.get(index + 1)), begin: key.time + 0.0, curve, before: 0 }
    };
    keys.iter().enumerate().map(segment)
}

fn searched(curves: &[CurveView<'_>]) -> Vec<Searched> {
    let mut first = 0;
    let searched = |curve: &CurveView<'_>| {
        let searched = Searched { timeline: Timeline::new(curve), first, keys: curve.keys().len() };
        first += searched.keys;
        searched
    };
    curves.iter().map(searched).collect()
}
