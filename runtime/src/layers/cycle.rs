//! [`Cycle`]: where in inhale, exhale and rest a character is.

use rigmill_format::Easing;

use super::ease::ease;

/// Time in a cycle of three phases.
///
/// The time is kept, not the phase with what is left of it: so no step loses a remainder, and the answer depends on the
/// sum of the steps alone. A step of any length costs the same.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    /// When each phase ends, in seconds.
    ends: [f64; 3],
    easings: [Easing; 3],
    /// Seconds since the cycle began.
    time: f64,
    /// Whether no cycle has ended yet: the first inhale starts from no turn at all.
    first: bool,
}

/// Where in a cycle one is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Progress {
    /// The phase whose end angles are left behind; none at the very start.
    pub(super) from: Option<usize>,
    /// The phase whose end angles are gone to.
    pub(super) to: usize,
    /// How far one has come, eased, 0 to 1.
    pub(super) eased: f64,
}

impl Cycle {
    pub(super) fn new(durations: [f64; 3], easings: [Easing; 3]) -> Self {
        let [inhale, exhale, rest] = durations;
        Self { ends: [inhale, inhale + exhale, inhale + exhale + rest], easings, time: 0.0, first: true }
    }

    /// Moves on; `seconds` is finite and not negative.
    pub(super) fn advance(&mut self, seconds: f64) {
        self.time += seconds;
        let length = self.ends[2];
        if self.time >= length {
            self.time = if length > 0.0 { self.time % length } else { 0.0 };
            self.first = false;
        }
    }

    /// Seconds since the cycle began.
    pub(super) fn time(&self) -> f64 {
        self.time
    }

    pub(super) fn progress(&self) -> Progress {
        let to = self.ends.iter().position(|end| self.time < *end).unwrap_or(2);
        let start = if to == 0 { 0.0 } else { self.ends[to - 1] };
        let from = match to {
            0 if self.first => None,
            0 => Some(2),
            _ => Some(to - 1),
        };
        let length = self.ends[to] - start;
        let part = if length > 0.0 { (self.time - start) / length } else { 1.0 };
        Progress { from, to, eased: ease(self.easings[to], part) }
    }
}
