//! [`Beyond`]: what is added to a curve's values before its first key and after its last key.

use rigmill_format::{CurveView, WrapMode};
use rigmill_math::to_f32;

/// The offset of a curve before its first key and after its last key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beyond {
    first: f64,
    last: f64,
    pre: Offset,
    post: Offset,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Offset {
    Nothing,
    /// An offset per cycle of the keys.
    Cycles(f64),
    /// An offset per second, from the nearest key on.
    Seconds(f64),
}

impl Beyond {
    /// `None` if neither side of the curve has an offset.
    pub(super) fn find(curve: &CurveView<'_>) -> Option<Self> {
        let keys = curve.keys();
        let [first, last] = [keys.first()?, keys.last()?];
        let offset = |mode, slope: f32| match mode {
            WrapMode::LoopOffset if last.time > first.time => {
                Offset::Cycles(f64::from(last.value) - f64::from(first.value))
            }
            // A curve that steps has no slope.
            WrapMode::Linear if keys.len() > 1 && slope.is_finite() => Offset::Seconds(slope.into()),
            _ => Offset::Nothing,
        };
        let (pre, post) = (offset(curve.pre(), first.in_tangent), offset(curve.post(), last.out_tangent));
        let is_any = pre != Offset::Nothing || post != Offset::Nothing;
        is_any.then(|| Self { first: first.time.into(), last: last.time.into(), pre, post })
    }

    /// The curve's value at a time, given its value at the time that [`Cycle`](super::cycle::Cycle) wraps to.
    #[inline]
    pub(super) fn added_to(&self, value: f32, time: f32) -> f32 {
        let time = f64::from(time);
        let (offset, from) = match time {
            time if time < self.first => (self.pre, self.first),
            time if time > self.last => (self.post, self.last),
            _ => return value,
        };
        let more = match offset {
            _ if !time.is_finite() => 0.0,
            Offset::Nothing => 0.0,
            Offset::Cycles(each) => each * self.cycles(time),
            Offset::Seconds(each) => each * (time - from),
        };
        to_f32(f64::from(value) + more)
    }

    /// The number of cycles. The arithmetic is the same as for wrapping times.
    fn cycles(&self, time: f64) -> f64 {
        let (along, span) = (time - self.first, self.last - self.first);
        ((along - along.rem_euclid(span)) / span).round()
    }
}
