//! [`Stream`]: curves with key times of their own, played together.
//!
//! The segments of all its curves lie in the order in which they begin, so playing on reads them one after the other and asks
//! no curve whether its segment has ended: each that has begun takes its curve's place among the current ones. Those lie
//! side by side, and evaluating them is a loop over numbers. Going back, a segment gives its place to the one before it.

use rigmill_format::{CurveKey, CurveView};
use rigmill_math::to_f32;

use super::cycle::Cycle;
use super::timeline::Timeline;

/// The most curves of a stream. More share the work better, but whoever moves one bone evaluates the streams of its curves.
pub(super) const MOST_CURVES: usize = 64;

/// So many current segments lie side by side.
const LANES: usize = 8;

/// Going further than so many segments a curve is done by searching. A search costs a curve about as much as five of them.
const NEAR: usize = 4;

/// Curves whose time goes on in the same way.
#[derive(Debug)]
pub(super) struct Stream {
    cycle: Cycle,
    /// By their times, those of one time by their curves, those of one curve in its order. The first of all are what the
    /// curves hold before their first keys: one each, in the order of the curves.
    segments: Vec<Segment>,
    /// What single values are searched by.
    curves: Vec<Searched>,
    /// The places of the segments that begin at keys, curve by curve.
    places: Vec<u32>,
}

#[derive(Debug)]
struct Searched {
    timeline: Timeline,
    /// The first of its places, and how many it has.
    first: usize,
    keys: usize,
}

/// What a curve is from a key on.
#[derive(Clone, Copy, Debug)]
struct Segment {
    cubic: Cubic,
    begin: f32,
    curve: u32,
    /// The place of the curve's segment before it; its own, where there is none.
    before: u32,
}

/// A polynomial in the seconds since its beginning, lowest power first. In double precision it gives the formula's result
/// but for the last rounding.
#[derive(Clone, Copy, Debug)]
struct Cubic([f64; 4]);

impl Cubic {
    /// The formula's segment, sorted by powers: of a step and of the last key the value alone.
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

/// Where a player is in a stream.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// How many segments have begun.
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
    pub(super) fn of(cycle: Cycle, curves: &[CurveView<'_>]) -> Self {
        let mut unsorted = held_before(curves);
        let held = unsorted.len();
        for (curve, number) in curves.iter().zip(0..) {
            unsorted.extend(segments_of(curve.keys(), number));
        }
        let mut order: Vec<usize> = (0..unsorted.len()).collect();
        order.sort_by(|&a, &b| unsorted[a].begin.total_cmp(&unsorted[b].begin));
        let mut places = vec![0; order.len()];
        for (&from, place) in order.iter().zip(0..) {
            places[from] = place;
        }
        let mut segments: Vec<Segment> = order.into_iter().map(|from| unsorted[from]).collect();
        let mut newest: Vec<u32> = (0..).take(held).collect();
        for (segment, place) in segments.iter_mut().zip(0..) {
            segment.before = std::mem::replace(&mut newest[segment.curve as usize], place);
        }
        Self { cycle, segments, curves: searched(curves), places: places.split_off(held) }
    }

    /// The number of slots that its values take.
    pub(super) fn slots(&self) -> usize {
        self.curves.len().next_multiple_of(LANES)
    }

    /// Before all keys.
    pub(super) fn beginning(&self) -> Position {
        let current = vec![Current::NONE; self.slots() / LANES];
        let mut position = Position { begun: self.curves.len(), time: 0.0, current };
        self.segments.iter().take(self.curves.len()).for_each(|segment| position.enter(segment));
        position
    }

    /// Makes those segments the current ones that a time lies in.
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
        let place = match timeline.begun(time).min(*keys) {
            0 => curve,
            begun => self.places.get(first + begun - 1).map_or(curve, |&place| place as usize),
        };
        &self.segments[place]
    }

    /// The values at the time that was gone to.
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

    /// The time among the keys. NaN is nowhere, and before them.
    #[inline]
    fn wrapped(&self, time: f32) -> f64 {
        let most = f64::from(f32::MAX);
        self.cycle.wrapped(time.into()).max(-most).min(most)
    }
}

/// What curves hold before their first keys, which is 0 where they have none.
fn held_before(curves: &[CurveView<'_>]) -> Vec<Segment> {
    let value = |curve: &CurveView<'_>| curve.keys().first().map_or(0.0, |key| f64::from(key.value));
    let held =
        |(curve, number)| Segment { cubic: Cubic::constant(value(curve)), begin: f32::MIN, curve: number, before: 0 };
    curves.iter().zip(0..).map(held).collect()
}

fn segments_of(keys: &[CurveKey], curve: u32) -> impl Iterator<Item = Segment> + '_ {
    let segment = move |(index, key): (usize, &CurveKey)| {
        // With 0 added, -0 is sorted as what it equals.
        Segment { cubic: Cubic::between(key, keys.get(index + 1)), begin: key.time + 0.0, curve, before: 0 }
    };
    keys.iter().enumerate().map(segment)
}

fn searched(curves: &[CurveView<'_>]) -> Vec<Searched> {
    let mut first = 0;
    let searched = |curve: &CurveView<'_>| {
        let searched = Searched { timeline: Timeline::of(curve), first, keys: curve.keys().len() };
        first += searched.keys;
        searched
    };
    curves.iter().map(searched).collect()
}
