//! [`Beyond`]: what is added to curves that do not stay among their values beyond their keys.

use rigmill_format::{CurveView, WrapMode};
use rigmill_math::to_f32;

/// What is added to a curve before its first key and after its last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beyond {
    first: f64,
    last: f64,
    pre: Added,
    post: Added,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Added {
    Nothing,
    /// So much for each time that the keys were gone through.
    Cycles(f64),
    /// So much a second from the nearest key on.
    Seconds(f64),
}

impl Beyond {
    /// `None` for a curve to which nothing is ever added.
    pub(super) fn of(curve: &CurveView<'_>) -> Option<Self> {
        let keys = curve.keys();
        let [first, last] = [keys.first()?, keys.last()?];
        let added = |mode, slope: f32| match mode {
            WrapMode::LoopOffset if last.time > first.time => {
                Added::Cycles(f64::from(last.value) - f64::from(first.value))
            }
            // What steps has no slope.
            WrapMode::Linear if keys.len() > 1 && slope.is_finite() => Added::Seconds(slope.into()),
            _ => Added::Nothing,
        };
        let (pre, post) = (added(curve.pre(), first.in_tangent), added(curve.post(), last.out_tangent));
        let is_any = pre != Added::Nothing || post != Added::Nothing;
        is_any.then(|| Self { first: first.time.into(), last: last.time.into(), pre, post })
    }

    /// The curve's value at a time, of what it is where [`Cycle`](super::cycle::Cycle) leads.
    #[inline]
    pub(super) fn added_to(&self, value: f32, time: f32) -> f32 {
        let time = f64::from(time);
        let (added, from) = match time {
            time if time < self.first => (self.pre, self.first),
            time if time > self.last => (self.post, self.last),
            _ => return value,
        };
        let more = match added {
            _ if !time.is_finite() => 0.0,
            Added::Nothing => 0.0,
            Added::Cycles(each) => each * self.cycles(time),
            Added::Seconds(each) => each * (time - from),
        };
        to_f32(f64::from(value) + more)
    }

    /// How many times the keys were gone through, by the arithmetic that brings a time back among them.
    fn cycles(&self, time: f64) -> f64 {
        let (along, span) = (time - self.first, self.last - self.first);
        ((along - along.rem_euclid(span)) / span).round()
    }
}
