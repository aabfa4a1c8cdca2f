//! [`Results`]: all measurements.

pub(crate) mod figure;

use serde::Serialize;

use crate::machine::Machine;
use crate::shape::Shape;
use figure::Figure;

/// One run of the benchmark.
#[derive(Debug, Serialize)]
pub(crate) struct Results {
    pub(crate) machine: Machine,
    /// The command line of the benchmark.
    pub(crate) command: String,
    /// The size of a plain clip's source, in bytes.
    pub(crate) source_bytes: usize,
    /// The size of its output in bytes, if any was built.
    pub(crate) output_bytes: Option<u64>,
    /// Sorted by shape, then by number of assets, then by step.
    pub(crate) rows: Vec<Row>,
    pub(crate) watch: Option<Watched>,
    pub(crate) view: Option<Viewed>,
}

/// What is built in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Step {
    /// Everything, with no outputs and an empty object cache.
    Cold,
    /// Nothing, because nothing changed.
    NoOp,
    /// One changed source that no other source depends on.
    OneChange,
    /// All assets that depend on the changed skeleton.
    SkeletonChange,
    /// Nothing, but with a new comment in the manifest or the `build.ninja`.
    Comment,
    /// Everything, with no outputs, from the object cache.
    FromCache,
}

impl Step {
    /// The steps for plain clips.
    pub(crate) const PLAIN: [Self; 3] = [Self::Cold, Self::NoOp, Self::OneChange];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cold => "cold",
            Self::NoOp => "no-op",
            Self::OneChange => "one change",
            Self::SkeletonChange => "skeleton change",
            Self::Comment => "comment",
            Self::FromCache => "from cache",
        }
    }
}

/// The results of one step for one number of assets.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) shape: Shape,
    pub(crate) assets: u32,
    pub(crate) step: Step,
    pub(crate) rigmill: Figure,
    /// The results that Rigmill is compared with: ninja's, or those of its own cold build if everything comes from the cache.
    pub(crate) yardstick: Option<Figure>,
}

impl Row {
    /// Returns how many times longer Rigmill takes.
    pub(crate) fn wall_ratio(&self) -> Option<f64> {
        self.yardstick.as_ref().map(|other| self.rigmill.seconds / other.seconds)
    }

    /// Returns how many times more processor time Rigmill takes.
    pub(crate) fn processor_ratio(&self) -> Option<f64> {
        self.yardstick.as_ref().map(|other| self.rigmill.processor_seconds / other.processor_seconds)
    }

    /// Returns the greater of both ratios. If there are none, returns a value less than any ratio.
    pub(crate) fn worst_ratio(&self) -> f64 {
        let ratios = [self.wall_ratio(), self.processor_ratio()];
        ratios.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns Rigmill's time per asset, in microseconds.
    pub(crate) fn microseconds_an_asset(&self) -> f64 {
        self.rigmill.seconds * 1e6 / f64::from(self.assets)
    }
}

/// The results of saves under `rigmill watch`.
#[derive(Debug, Serialize)]
pub(crate) struct Watched {
    pub(crate) assets: u32,
    /// The time for which the watcher waits for more events, in milliseconds.
    pub(crate) window_ms: f64,
    /// For each save, the time from before the save until the finished output is in place, in milliseconds.
    pub(crate) output_ms: Vec<f64>,
    /// For each save, the time from before the save until the `reload` message is read, in milliseconds.
    pub(crate) reload_ms: Vec<f64>,
    pub(crate) peak_bytes: u64,
}

/// The results of saves under `rigmill view`: for each save, times in milliseconds from before the save.
#[derive(Debug, Serialize)]
pub(crate) struct Viewed {
    pub(crate) assets: u32,
    /// The time until a tab has read which asset changed.
    pub(crate) news_ms: Vec<f64>,
    /// The time until the tab has the new pose.
    pub(crate) pose_ms: Vec<f64>,
    /// The time until Chromium has drawn the pose; empty without Chromium.
    pub(crate) frame_ms: Vec<f64>,
    pub(crate) peak_bytes: u64,
}

impl Results {
    /// Returns the rows of a shape, in the order of measurement.
    pub(crate) fn rows_of(&self, shape: Shape) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.shape == shape)
    }

    /// Returns the row for a step with a number of plain clips.
    pub(crate) fn plain_row(&self, assets: u32, step: Step) -> Option<&Row> {
        self.rows_of(Shape::Plain).find(|row| row.assets == assets && row.step == step)
    }

    /// Returns the numbers of plain clips, ascending.
    pub(crate) fn plain_sizes(&self) -> Vec<u32> {
        let mut sizes: Vec<u32> = self.rows_of(Shape::Plain).map(|row| row.assets).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}
