//! Converts times of sources to ticks.
//!
//! Sources round times: an interval of 0.033333 s means 1/30 s, and a duration of 0.666667 s means the time of the last key. In
//! a motion that loops for an hour, the difference would be visible.

use rigmill_format::motion::TICKS_PER_SECOND;

/// The relative rounding error of times with five digits. It is smaller than the difference between common frame rates.
const ROUNDING: f64 = 2e-5;

/// Converts seconds to the nearest tick.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates at both ends")]
pub(super) fn of_seconds(seconds: f64) -> u64 {
    (seconds * TICKS_PER_SECOND as f64).round() as u64
}

/// Returns the interval between keys in seconds before it was rounded, if it belongs to a whole number of frames per second.
pub(super) fn interval(rounded: f64) -> f64 {
    let rate = (1.0 / rounded).round();
    if rate >= 1.0 && (rounded * rate - 1.0).abs() <= ROUNDING { 1.0 / rate } else { rounded }
}

/// Returns whether only rounding separates two times.
pub(super) fn alike(a: u64, b: u64) -> bool {
    a.abs_diff(b) as f64 <= ROUNDING * a.max(b) as f64
}
