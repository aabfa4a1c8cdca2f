//! Medians of repeated runs.

#[cfg(not(unix))]
use std::time::Instant;

/// Many short runs rather than few long ones: on a busy machine a long one is interrupted, and a short one mostly is not.
const RUNS: usize = 31;

/// Nanoseconds a unit of several works, each done again and again in turns, so that what disturbs the machine disturbs all
/// of them. A run of a work does `units` of them.
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

/// Processor time of this thread: what others do on a busy machine does not count.
#[cfg(unix)]
fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Time that passes.
#[cfg(not(unix))]
fn seconds() -> f64 {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
}
