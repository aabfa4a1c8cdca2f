//! [`Cycle`]: the current phase of a character's breath.

use rigmill_format::Easing;

use super::ease::ease;

const INHALE: usize = 0;
const REST: usize = 2;

/// The relative tolerance for rounding errors. Time steps and durations are in single precision, and 108 steps of 1/90 s should
/// end a phase of 1.2 s.
const ROUNDING: f64 = 2.5e-7;

/// A cycle of three phases: inhale, exhale, rest.
///
/// A phase ends with the first step that reaches its duration, and the next phase starts there. Time beyond the end is not
/// carried over, so a step of any length ends at most one phase.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    /// The durations of inhale, exhale and rest, in seconds.
    durations: [f64; 3],
    /// The easings of inhale and exhale.
    easings: [Easing; 2],
    phase: usize,
    /// The time since the start of the phase, in seconds.
    elapsed: f64,
    /// The time from the start of the inhale to the start of the phase, in seconds.
    before: f64,
}

impl Cycle {
    pub(super) fn new(durations: [f64; 3], easings: [Easing; 2]) -> Self {
        Self { durations, easings, phase: INHALE, elapsed: 0.0, before: 0.0 }
    }

    /// Advances within the phase. `seconds` must be finite and not negative.
    pub(super) fn advance(&mut self, seconds: f64) {
        self.elapsed += seconds;
    }

    /// The phase (0 for inhale, 1 for exhale) and its eased progress, 0 to 1. `None` during rest, when bones keep their angles.
    pub(super) fn target(&self) -> Option<(usize, f64)> {
        let easing = self.easings.get(self.phase)?;
        let part = if self.is_over() { 1.0 } else { self.elapsed / self.durations[self.phase] };
        Some((self.phase, ease(*easing, part)))
    }

    /// Starts the next phase if the current one is over. Returns whether it did.
    pub(super) fn begin_next(&mut self) -> bool {
        let over = self.is_over();
        if over {
            self.before = if self.phase == REST { 0.0 } else { self.time() };
            self.elapsed = 0.0;
            self.phase = (self.phase + 1) % self.durations.len();
        }
        over
    }

    /// The time since the start of the inhale, in seconds.
    pub(super) fn time(&self) -> f64 {
        self.before + self.elapsed
    }

    fn is_over(&self) -> bool {
        self.elapsed >= self.durations[self.phase] * (1.0 - ROUNDING)
    }
}
