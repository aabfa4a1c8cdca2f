//! [`Figure`]: the results of repeated runs.

use serde::Serialize;

use crate::programs::child::Run;

/// The runs of one step, and their summary.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figure {
    /// The median time from start to end, in seconds.
    pub(crate) seconds: f64,
    /// The median processor time, in seconds.
    pub(crate) processor_seconds: f64,
    /// The highest peak memory use of any run, in bytes.
    pub(crate) peak_bytes: u64,
    /// All runs, in order.
    pub(crate) runs: Vec<Run>,
}

impl Figure {
    /// Creates a summary. There must be at least one run.
    pub(crate) fn new(runs: Vec<Run>) -> Self {
        let median = |value: fn(&Run) -> f64| quantile(runs.iter().map(value).collect(), 0.5);
        let (seconds, processor_seconds) = (median(|run| run.seconds), median(|run| run.processor_seconds));
        let peak_bytes = runs.iter().map(|run| run.peak_bytes).max().unwrap_or(0);
        Self { seconds, processor_seconds, peak_bytes, runs }
    }
}

/// Returns the quantile `part` of the values, interpolated linearly; 0 if there are no values.
pub(crate) fn quantile(mut values: Vec<f64>, part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = part * values.len().saturating_sub(1) as f64;
    let below = at.floor();
    let value = |at: f64| values.iter().zip(0_u32..).find(|(_, index)| f64::from(*index) >= at).map_or(0.0, |it| *it.0);
    let (low, high) = (value(below), value(at.ceil()));
    low + (high - low) * (at - below)
}
