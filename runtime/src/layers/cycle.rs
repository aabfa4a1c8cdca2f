//! [`Cycle`]: where in inhale, exhale and rest a character is.

use rigmill_format::Easing;

use super::ease::ease;

const INHALE: usize = 0;
const REST: usize = 2;

/// The part of a phase that counts as rounding: steps and durations are in single precision, and 108 steps of 1/90 s should end
/// a phase of 1.2 s.
const ROUNDING: f64 = 2.5e-7;

/// A cycle of three phases: inhale, exhale, rest.
///
/// A phase ends with the first step that reaches its duration, and the next one begins there: what the step goes beyond the
/// end is not carried over, so a step ends at most one phase, whatever its length.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    /// Seconds of inhale, exhale and rest.
    durations: [f64; 3],
    /// Of inhale and exhale.
    easings: [Easing; 2],
    phase: usize,
    /// Seconds since the phase began.
    elapsed: f64,
    /// Seconds from the beginning of the inhale to that of the phase.
    before: f64,
}

impl Cycle {
    pub(super) fn new(durations: [f64; 3], easings: [Easing; 2]) -> Self {
        Self { durations, easings, phase: INHALE, elapsed: 0.0, before: 0.0 }
    }

    /// Moves on within the phase; `seconds` is finite and not negative.
    pub(super) fn advance(&mut self, seconds: f64) {
        self.elapsed += seconds;
    }

    /// The phase, 0 inhale or 1 exhale, to whose angles bones are turning, and how far they have come, eased, 0 to 1. None in
    /// rest: bones stay where they are.
    pub(super) fn target(&self) -> Option<(usize, f64)> {
        let easing = self.easings.get(self.phase)?;
        let part = if self.is_over() { 1.0 } else { self.elapsed / self.durations[self.phase] };
        Some((self.phase, ease(*easing, part)))
    }

    /// Begins the next phase if this one is over. Returns whether it did.
    pub(super) fn begin_next(&mut self) -> bool {
        let over = self.is_over();
        if over {
            self.before = if self.phase == REST { 0.0 } else { self.time() };
            self.elapsed = 0.0;
            self.phase = (self.phase + 1) % self.durations.len();
        }
        over
    }

    /// Seconds since the inhale began.
    pub(super) fn time(&self) -> f64 {
        self.before + self.elapsed
    }

    fn is_over(&self) -> bool {
        self.elapsed >= self.durations[self.phase] * (1.0 - ROUNDING)
    }
}
