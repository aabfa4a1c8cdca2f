//! [`Results`]: everything that was measured.

pub(crate) mod figure;

use serde::Serialize;

use crate::machine::Machine;
use figure::Figure;

/// One run of the benchmark.
#[derive(Debug, Serialize)]
pub(crate) struct Results {
    pub(crate) machine: Machine,
    /// How the benchmark was called.
    pub(crate) command: String,
    /// The size of one source, in bytes.
    pub(crate) source_bytes: usize,
    /// The size of what is built from it, in bytes.
    pub(crate) output_bytes: u64,
    /// By number of assets, then by step.
    pub(crate) rows: Vec<Row>,
    pub(crate) watch: Option<Watched>,
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Step {
    /// Everything, without any output and with an empty object cache.
    Cold,
    /// Nothing.
    NoOp,
    /// One changed source.
    OneChange,
}

impl Step {
    pub(crate) const ALL: [Self; 3] = [Self::Cold, Self::NoOp, Self::OneChange];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cold => "cold",
            Self::NoOp => "no-op",
            Self::OneChange => "one change",
        }
    }
}

/// One step at one number of assets.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) assets: u32,
    pub(crate) step: Step,
    pub(crate) rigmill: Figure,
    pub(crate) ninja: Option<Figure>,
}

impl Row {
    /// How many times as long ninja takes.
    pub(crate) fn ratio(&self) -> Option<f64> {
        self.ninja.as_ref().map(|ninja| ninja.seconds / self.rigmill.seconds)
    }

    /// Rigmill's time an asset, in microseconds.
    pub(crate) fn microseconds_an_asset(&self) -> f64 {
        self.rigmill.seconds * 1e6 / f64::from(self.assets)
    }
}

/// Saves under `rigmill watch`.
#[derive(Debug, Serialize)]
pub(crate) struct Watched {
    pub(crate) assets: u32,
    /// How long the watcher waits for more events, in milliseconds.
    pub(crate) window_ms: f64,
    /// From before the save until the finished output is in place, in milliseconds, a save each.
    pub(crate) output_ms: Vec<f64>,
    /// From before the save until the `reload` message is read, in milliseconds, a save each.
    pub(crate) reload_ms: Vec<f64>,
    pub(crate) peak_bytes: u64,
}

impl Results {
    /// The row of a step at a number of assets.
    pub(crate) fn row(&self, assets: u32, step: Step) -> Option<&Row> {
        self.rows.iter().find(|row| row.assets == assets && row.step == step)
    }

    /// The numbers of assets, ascending.
    pub(crate) fn sizes(&self) -> Vec<u32> {
        let mut sizes: Vec<u32> = self.rows.iter().map(|row| row.assets).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}
