//! Measures medians of repeated runs.

use std::time::Instant;

/// There are many short runs rather than a few long ones: on a busy machine, a long run is interrupted, but most short runs are
/// not.
const RUNS: usize = 1001;

/// Returns the time per unit for several pieces of work, in nanoseconds. They are run alternately, so that disturbances affect
/// all of them. One run of a piece of work performs `units` units.
pub(crate) fn medians<const N: usize>(units: usize, mut works: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..RUNS {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let begun = Instant::now();
            work();
            times.push(begun.elapsed().as_secs_f64() * 1e9 / units as f64);
        }
    }
    times.map(|mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[RUNS / 2]
    })
}
