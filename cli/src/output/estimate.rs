//! [`Estimate`]: estimates the remaining time of a build.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use rigmill_pipeline::SourcePath;

/// The stage time of each source in an earlier build, in milliseconds.
pub(crate) type RecordedTimes = BTreeMap<String, f64>;

/// Estimates the remaining time of a build from the remaining work and the speed so far. Work is measured in recorded
/// milliseconds, so a single large scene weighs as much as a thousand small clips. An asset without a recorded time counts as
/// an average asset.
#[derive(Debug, Default)]
pub(crate) struct Estimate {
    open: HashMap<SourcePath, f64>,
    left: f64,
    done: f64,
}

impl Estimate {
    /// Creates the estimate at the beginning of a build of these sources.
    pub(crate) fn new(sources: &[&SourcePath], recorded: &RecordedTimes) -> Self {
        let known = || sources.iter().filter_map(|source| recorded.get(source.as_str()));
        let average = match known().count() {
            0 => 1.0,
            count => known().sum::<f64>() / count as f64,
        };
        let work = |source: &&SourcePath| recorded.get(source.as_str()).copied().unwrap_or(average);
        let open: HashMap<SourcePath, f64> = sources.iter().map(|source| ((*source).clone(), work(source))).collect();
        let left = sources.iter().map(work).sum();
        Self { open, left, done: 0.0 }
    }

    /// Notes that the asset of a source is done.
    pub(crate) fn advance(&mut self, source: &SourcePath) {
        if let Some(work) = self.open.remove(source) {
            self.left = if self.open.is_empty() { 0.0 } else { (self.left - work).max(0.0) };
            self.done += work;
        }
    }

    /// Returns the remaining time after `elapsed`; `None` before any work is done.
    pub(crate) fn remaining(&self, elapsed: Duration) -> Option<Duration> {
        let left = elapsed.as_secs_f64() * self.left / self.done;
        (self.done > 0.0).then(|| Duration::try_from_secs_f64(left).ok()).flatten()
    }
}

/// Formats a remaining time. It is rounded up, so that it does not reach zero too early.
pub(crate) fn shown(left: Duration) -> String {
    let seconds = left.as_secs_f64().ceil();
    if seconds <= 90.0 { format!("{seconds} s left") } else { format!("{} min left", (seconds / 60.0).ceil()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(names: &[&str]) -> Vec<SourcePath> {
        names.iter().map(|name| SourcePath::new(name).unwrap()).collect()
    }

    fn estimate(sources: &[SourcePath], recorded: &[(&str, f64)]) -> Estimate {
        let recorded = recorded.iter().map(|(name, time)| ((*name).to_owned(), *time)).collect();
        Estimate::new(&sources.iter().collect::<Vec<_>>(), &recorded)
    }

    fn after(estimate: &Estimate, seconds: u64) -> Option<f64> {
        estimate.remaining(Duration::from_secs(seconds)).map(|left| left.as_secs_f64())
    }

    #[test]
    fn what_is_left_takes_as_long_as_its_recorded_time_at_the_speed_so_far() {
        let all = sources(&["large", "small", "other"]);
        let mut estimate = estimate(&all, &[("large", 8000.0), ("small", 1000.0), ("other", 1000.0), ("gone", 9.0)]);
        assert_eq!(after(&estimate, 1), None);
        // A tenth of the work took two seconds, so nine tenths take 18.
        estimate.advance(&all[1]);
        assert_eq!(after(&estimate, 2), Some(18.0));
        // For example, four threads do nine tenths of the work in three seconds.
        estimate.advance(&all[0]);
        assert!((after(&estimate, 3).unwrap() - 1.0 / 3.0).abs() < 1e-9);
        estimate.advance(&all[2]);
        assert_eq!(after(&estimate, 4), Some(0.0));
    }

    #[test]
    fn an_asset_without_a_recorded_time_counts_as_an_average_one() {
        let all = sources(&["a", "b", "new"]);
        let mut partly = estimate(&all, &[("a", 100.0), ("b", 300.0)]);
        partly.advance(&all[0]);
        // 100 of 600 are done.
        assert_eq!(after(&partly, 1), Some(5.0));
        let mut unknown = estimate(&all, &[]);
        unknown.advance(&all[2]);
        assert_eq!(after(&unknown, 3), Some(6.0));
    }

    #[test]
    fn assets_that_were_not_planned_or_are_done_change_nothing() {
        let all = sources(&["a", "b"]);
        let mut estimate = estimate(&all[..1], &[("a", 0.0)]);
        estimate.advance(&all[1]);
        assert_eq!(after(&estimate, 5), None);
        estimate.advance(&all[0]);
        estimate.advance(&all[0]);
        assert_eq!(after(&estimate, 5), None);
    }

    #[test]
    fn a_time_is_shown_in_seconds_or_minutes_and_rounded_up() {
        let cases = [(100, "1 s left"), (90_000, "90 s left"), (90_001, "2 min left"), (180_000, "3 min left")];
        for (milliseconds, text) in cases {
            assert_eq!(shown(Duration::from_millis(milliseconds)), text);
        }
    }
}
