//! What a build tells: one [`AssetReport`] an asset, and the sums.

use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Level};

use super::reason::Reason;
use super::timing::Recorder;
use crate::project::Mark;

/// What became of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// A stage ran and a file was written.
    Built,
    /// Its files are those that were there before. A stage may have run, with the same result.
    Fresh,
    /// Its files were written from the object cache; no stage ran.
    Cached,
    /// It could not be built; its files are those that were there before.
    Failed,
    /// Its source is gone, and so are its files.
    Removed,
}

impl Status {
    /// As in JSON messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Built => "built",
            Self::Fresh => "fresh",
            Self::Cached => "cached",
            Self::Failed => "failed",
            Self::Removed => "removed",
        }
    }
}

/// A kind of stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StageKind {
    /// Source bytes to dom.
    Import,
    /// Dom to what a game loads.
    Process,
    /// That to bytes.
    Write,
}

impl StageKind {
    /// `import`, `process` or `write`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Process => "process",
            Self::Write => "write",
        }
    }
}

/// What a build did for one asset.
#[derive(Clone, Debug)]
pub struct AssetReport {
    /// The asset's name.
    pub asset: String,
    /// Its source, relative to the project's folder.
    pub source: String,
    /// What became of it.
    pub status: Status,
    /// Why it was not up to date; empty for one that was.
    pub why: Vec<Reason>,
    /// The stages that ran.
    pub ran: Vec<StageKind>,
    /// Its files, relative to the target's folder.
    pub outputs: Vec<String>,
    /// What a person should know of it, from this build or still true from an earlier one.
    pub diagnostics: Vec<Diagnostic>,
    /// How long its stages took.
    pub time: Duration,
}

/// What a build did.
#[derive(Clone, Debug, Default)]
pub struct BuildReport {
    /// One for each asset that was looked at, in the order of their sources; removed ones last. With
    /// [`BuildOptions::tell_fresh`](crate::BuildOptions::tell_fresh), one for each asset.
    pub assets: Vec<AssetReport>,
    /// Assets that are fresh and not told one by one.
    pub untold_fresh: usize,
    /// What a person should know of the project as a whole.
    pub diagnostics: Vec<Diagnostic>,
    /// How many assets were built twice and compared, when that was asked for.
    pub compared: Option<usize>,
    /// What the last build in the output folder had left. Not the mark of the caller's own last build when another, or a
    /// clean, came between: any file may be another one then.
    pub found: Option<Mark>,
    /// For [`rebuild`](crate::rebuild); `None` when the next build has to look at everything.
    pub mark: Option<Mark>,
}

impl BuildReport {
    /// How many assets ended so.
    #[must_use]
    pub fn count(&self, status: Status) -> usize {
        let untold = if status == Status::Fresh { self.untold_fresh } else { 0 };
        untold + self.assets.iter().filter(|asset| asset.status == status).count()
    }

    /// How many warnings it has, about assets and about the project as a whole.
    #[must_use]
    pub fn warnings(&self) -> usize {
        let all = self.diagnostics.iter().chain(self.assets.iter().flat_map(|asset| &asset.diagnostics));
        all.filter(|diagnostic| diagnostic.level == Level::Warning).count()
    }

    /// Whether no asset failed, and neither did the build as a whole.
    #[must_use]
    pub fn success(&self) -> bool {
        let refused = self.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
        self.count(Status::Failed) == 0 && !refused
    }
}

/// Told of a build while it goes on. Called from any thread.
pub trait Observer: Sync {
    /// Another build has the output folder; this one waits for it.
    fn waiting(&self, _owner: &str) {}
    /// So many assets are not up to date and will be worked on.
    fn planned(&self, _assets: usize) {}
    /// One more of them is done.
    fn advanced(&self) {}
    /// Where to record what was done when, for one who wants to know.
    fn recorder(&self) -> Option<&Recorder> {
        None
    }
}

/// An observer that looks away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
