//! Times of sources as ticks.
//!
//! Sources round: an interval of 0.033333 s means a thirtieth, and a duration of 0.666667 s the time of its last key. A
//! motion that loops for an hour would show the difference.

use rigmill_format::motion::TICKS_PER_SECOND;

/// The relative rounding error of times: five digits, less than the difference between common frame rates.
const ROUNDING: f64 = 2e-5;

/// Seconds as the nearest ticks.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates at both ends")]
pub(super) fn of_seconds(seconds: f64) -> u64 {
    (seconds * TICKS_PER_SECOND as f64).round() as u64
}

/// The interval between keys in seconds before it was rounded, if it is that of a whole number of frames per second.
pub(super) fn interval(rounded: f64) -> f64 {
    let rate = (1.0 / rounded).round();
    if rate >= 1.0 && (rounded * rate - 1.0).abs() <= ROUNDING { 1.0 / rate } else { rounded }
}

/// Whether two times are the same but for rounding.
pub(super) fn alike(a: u64, b: u64) -> bool {
    a.abs_diff(b) as f64 <= ROUNDING * a.max(b) as f64
}
