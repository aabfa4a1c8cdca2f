//! Measures medians of repeated runs.

#[cfg(not(unix))]
use std::time::Instant;

/// There are many short runs rather than a few long ones: on a busy machine, a long run is interrupted, but most short runs are
/// not.
const RUNS: usize = 31;

/// Returns the time per unit for several pieces of work, in nanoseconds. They are run alternately, so that disturbances affect
/// all of them. One run of a piece of work performs `units` units.
pub(crate) fn medians<const N: usize>(units: usize, mut works: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..RUNS {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let begun = seconds();
            work();
            times.push((seconds() - begun) * 1e9 / units as f64);
        }
    }
    times.map(|mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[RUNS / 2]
    })
}

/// Returns the processor time of this thread in seconds. Other programs do not affect it.
#[cfg(unix)]
fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Returns the elapsed time in seconds.
#[cfg(not(unix))]
fn seconds() -> f64 {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
}
