//! Easing functions.

use std::f64::consts::{FRAC_PI_2, PI};

use rigmill_format::Easing;

/// Returns the progress of an ease, from 0 to 1, at `part` of its duration. The formulas are Robert Penner's easing functions
/// with start 0, change 1 and duration 1. The progress is 0 for a `part` up to 0, and exactly 1 for a `part` from 1 on.
#[inline]
#[must_use]
pub fn ease(easing: Easing, part: f64) -> f64 {
    if part >= 1.0 {
        return 1.0;
    }
    // NaN counts as 0.
    let t = part.max(0.0);
    match easing {
        Easing::OutSine => libm::sin(t * FRAC_PI_2),
        Easing::InOutSine => 0.5 - 0.5 * libm::cos(t * PI),
        Easing::InOutQuad => in_out(t, |t| t * t),
        Easing::InOutQuart => in_out(t, |t| t * t * t * t),
        Easing::OutCubic => out(t, |t| t * t * t),
        Easing::OutQuart => out(t, |t| t * t * t * t),
        Easing::OutExpo => 1.0 - libm::exp2(-10.0 * t),
    }
}

/// A reversed curve, which ends slowly.
fn out(t: f64, power: impl Fn(f64) -> f64) -> f64 {
    1.0 - power(1.0 - t)
}

/// A curve followed by its reverse.
fn in_out(t: f64, power: impl Fn(f64) -> f64) -> f64 {
    if t < 0.5 { 0.5 * power(2.0 * t) } else { 1.0 - 0.5 * power(2.0 - 2.0 * t) }
}
