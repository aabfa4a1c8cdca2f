//! [`Results`]: everything that was measured.

pub(crate) mod figure;

use serde::Serialize;

use crate::machine::Machine;
use crate::shape::Shape;
use figure::Figure;

/// One run of the benchmark.
#[derive(Debug, Serialize)]
pub(crate) struct Results {
    pub(crate) machine: Machine,
    /// How the benchmark was called.
    pub(crate) command: String,
    /// The size of a plain clip's source, in bytes.
    pub(crate) source_bytes: usize,
    /// The size of what is built from it, in bytes, where any was built.
    pub(crate) output_bytes: Option<u64>,
    /// By shape, then by number of assets, then by step.
    pub(crate) rows: Vec<Row>,
    pub(crate) watch: Option<Watched>,
    pub(crate) view: Option<Viewed>,
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Step {
    /// Everything, without any output and with an empty object cache.
    Cold,
    /// Nothing.
    NoOp,
    /// One changed source, which no other one needs.
    OneChange,
    /// Everything that needs the changed skeleton.
    SkeletonChange,
    /// Nothing, with a new comment in the manifest or the `build.ninja`.
    Comment,
    /// Everything, without any output, from the object cache.
    FromCache,
}

impl Step {
    /// Those of plain clips.
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

/// One step at one number of assets.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) shape: Shape,
    pub(crate) assets: u32,
    pub(crate) step: Step,
    pub(crate) rigmill: Figure,
    /// What Rigmill is compared with: ninja, or its own cold build where it takes all from the cache.
    pub(crate) yardstick: Option<Figure>,
}

impl Row {
    /// How many times as long Rigmill takes.
    pub(crate) fn wall_ratio(&self) -> Option<f64> {
        self.yardstick.as_ref().map(|other| self.rigmill.seconds / other.seconds)
    }

    /// How many times as much processor time Rigmill takes.
    pub(crate) fn processor_ratio(&self) -> Option<f64> {
        self.yardstick.as_ref().map(|other| self.rigmill.processor_seconds / other.processor_seconds)
    }

    /// The larger of both ratios; less than any where there are none.
    pub(crate) fn worst_ratio(&self) -> f64 {
        let ratios = [self.wall_ratio(), self.processor_ratio()];
        ratios.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max)
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

/// Saves under `rigmill view`, in milliseconds from before the save, a save each.
#[derive(Debug, Serialize)]
pub(crate) struct Viewed {
    pub(crate) assets: u32,
    /// Until a tab has read which asset changed.
    pub(crate) news_ms: Vec<f64>,
    /// Until it has the new pose.
    pub(crate) pose_ms: Vec<f64>,
    /// Until Chromium has drawn it; empty without Chromium.
    pub(crate) frame_ms: Vec<f64>,
    pub(crate) peak_bytes: u64,
}

impl Results {
    /// The rows of a shape, as they were measured.
    pub(crate) fn rows_of(&self, shape: Shape) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.shape == shape)
    }

    /// The row of a step of plain clips at a number of assets.
    pub(crate) fn plain_row(&self, assets: u32, step: Step) -> Option<&Row> {
        self.rows_of(Shape::Plain).find(|row| row.assets == assets && row.step == step)
    }

    /// The numbers of plain clips, ascending.
    pub(crate) fn plain_sizes(&self) -> Vec<u32> {
        let mut sizes: Vec<u32> = self.rows_of(Shape::Plain).map(|row| row.assets).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}
