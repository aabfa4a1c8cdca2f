//! [`Target`]: a value to reach, and the measured value.

use serde::Serialize;

use crate::results::figure::quantile;
use crate::results::{Results, Step};

/// The number of assets at which the targets of large projects are measured.
const LARGE: u32 = 100_000;
/// The number of assets at which the targets of cold builds and of watching are measured.
const MEDIUM: u32 = 10_000;

/// A value to reach.
#[derive(Debug, Serialize)]
pub(crate) struct Target {
    pub(crate) what: String,
    pub(crate) bound: Bound,
    pub(crate) limit: f64,
    pub(crate) measured: f64,
    pub(crate) unit: &'static str,
}

/// Which side of the limit is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bound {
    AtMost,
    AtLeast,
}

impl Target {
    pub(crate) fn met(&self) -> bool {
        match self.bound {
            Bound::AtMost => self.measured <= self.limit,
            Bound::AtLeast => self.measured >= self.limit,
        }
    }
}

/// Returns the targets for which there are results.
pub(crate) fn measured(results: &Results) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut add = |what: &str, bound, limit, unit, measured: Option<f64>| {
        targets.extend(measured.map(|measured| Target { what: what.to_owned(), bound, limit, measured, unit }));
    };
    let (no_op, one_change) = (results.plain_row(LARGE, Step::NoOp), results.plain_row(LARGE, Step::OneChange));
    let share = no_op.and_then(|row| row.wall_ratio());
    add("no-op with 100,000 assets, compared with ninja", Bound::AtMost, 0.2, "×", share);
    let more = no_op.zip(one_change).map(|(no_op, one)| one.rigmill.seconds / no_op.rigmill.seconds);
    add("one change with 100,000 assets, compared with the no-op", Bound::AtMost, 1.2, "×", more);
    let memory = no_op.map(|row| row.rigmill.peak_bytes as f64 / 1e6);
    add("memory of the no-op with 100,000 assets", Bound::AtMost, 60.0, "MB", memory);
    let faster = results.plain_row(MEDIUM, Step::Cold).and_then(|row| row.wall_ratio()).map(f64::recip);
    add("speed of the cold build with 10,000 assets, compared with ninja", Bound::AtLeast, 10.0, "×", faster);
    for step in Step::PLAIN {
        let what = format!("{}: time per asset, larger project compared with smaller", step.name());
        add(&what, Bound::AtMost, 1.2, "×", growth(results, step));
    }
    if let Some(watch) = results.watch.as_ref().filter(|watch| watch.assets == MEDIUM) {
        let over = quantile(watch.output_ms.clone(), 0.5) - watch.window_ms;
        add("watch with 10,000 assets, median over the window", Bound::AtMost, 30.0, "ms", Some(over));
        let late = quantile(watch.output_ms.clone(), 0.95);
        add("watch with 10,000 assets, 95th percentile", Bound::AtMost, 100.0, "ms", Some(late));
    }
    targets
}

/// Returns the highest growth of the cost per asset from a smaller to a larger project, over all pairs of sizes. Returns `None`
/// if there are fewer than two sizes.
///
/// Comparing only the largest with the smallest size would hide a growth, because in a small project the start of the program
/// is shared by few assets.
pub(crate) fn growth(results: &Results, step: Step) -> Option<f64> {
    let sizes = results.plain_sizes();
    let rows = sizes.iter().filter_map(|&assets| results.plain_row(assets, step));
    let costs: Vec<f64> = rows.map(|row| row.microseconds_an_asset()).collect();
    let pairs = costs.iter().enumerate().flat_map(|(at, small)| costs[at + 1..].iter().map(move |large| large / small));
    pairs.max_by(f64::total_cmp)
}
