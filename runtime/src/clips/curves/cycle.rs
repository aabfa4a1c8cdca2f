//! [`Cycle`]: how curves continue beyond their keys.

use rigmill_format::{CurveView, WrapMode};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Wrap {
    Hold,
    Loop,
    PingPong,
}

impl From<WrapMode> for Wrap {
    fn from(mode: WrapMode) -> Self {
        match mode {
            WrapMode::Default | WrapMode::Clamp | WrapMode::ClampForever | WrapMode::Linear => Self::Hold,
            WrapMode::Loop | WrapMode::LoopOffset => Self::Loop,
            WrapMode::PingPong => Self::PingPong,
        }
    }
}

/// How times before the first key and after the last key are wrapped. All curves that hold their first and last values share
/// one cycle, regardless of their key times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cycle {
    first: f64,
    last: f64,
    pre: Wrap,
    post: Wrap,
}

/// Equal for equal cycles.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct CycleKey([u64; 2], [Wrap; 2]);

impl Cycle {
    const HOLD: Self = Self { first: 0.0, last: 0.0, pre: Wrap::Hold, post: Wrap::Hold };

    pub(super) fn new(curve: &CurveView<'_>) -> Self {
        let (pre, post) = (Wrap::from(curve.pre()), Wrap::from(curve.post()));
        let [Some(first), Some(last)] = [curve.keys().first(), curve.keys().last()] else { return Self::HOLD };
        let holds = pre == Wrap::Hold && post == Wrap::Hold;
        if holds || last.time <= first.time {
            return Self::HOLD;
        }
        Self { first: first.time.into(), last: last.time.into(), pre, post }
    }

    pub(super) fn key(&self) -> CycleKey {
        CycleKey([self.first.to_bits(), self.last.to_bits()], [self.pre, self.post])
    }

    /// The time, wrapped into the range of the keys if the wrap mode requires it.
    #[inline]
    pub(super) fn wrapped(&self, time: f64) -> f64 {
        let mode = match time {
            time if time < self.first => self.pre,
            time if time > self.last => self.post,
            _ => return time,
        };
        if mode == Wrap::Hold || !time.is_finite() {
            return time;
        }
        let span = self.last - self.first;
        let there_and_back = 2.0 * span;
        match mode {
            Wrap::PingPong => {
                let along = (time - self.first).rem_euclid(there_and_back);
                self.first + along.min(there_and_back - along)
            }
            _ => self.first + (time - self.first).rem_euclid(span),
        }
    }
}
