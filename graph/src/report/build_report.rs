//! [`BuildReport`]: the results of a build, with an [`AssetReport`] for each asset.

use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Level, SourcePath};

use super::ignored_paths::IgnoredPaths;
use super::reason::Reason;
use super::timing::Recorder;
use crate::project::Mark;

/// The result for an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// A stage ran and a file was written.
    Built,
    /// Its files are unchanged. A stage may have run, with the same result.
    Fresh,
    /// Its files were restored from the object cache; no stage ran.
    Cached,
    /// It failed to build; its files are unchanged.
    Failed,
    /// Its source was removed, and so were its files.
    Removed,
}

impl Status {
    /// Its name in JSON messages.
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
    /// From source bytes to dom.
    Import,
    /// From dom to content.
    Process,
    /// From content to bytes.
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

/// The results for one asset.
#[derive(Clone, Debug)]
pub struct AssetReport {
    /// The asset's name.
    pub asset: String,
    /// Its source, relative to the project's folder.
    pub source: String,
    /// The result.
    pub status: Status,
    /// Why it was not up to date; empty if it was.
    pub why: Vec<Reason>,
    /// The stages that ran.
    pub ran: Vec<StageKind>,
    /// Whether an output file came from another machine, through a remote cache.
    pub fetched: bool,
    /// Whether its stages ran on another machine, for this build.
    pub executed: bool,
    /// Its output files, relative to the target's folder.
    pub outputs: Vec<String>,
    /// Its errors and warnings, from this build or still valid from an earlier one.
    pub diagnostics: Vec<Diagnostic>,
    /// The time that it took, including waiting.
    pub time: Duration,
    /// The time that its own stages took, here or on another machine.
    pub stage_time: Duration,
}

impl AssetReport {
    /// A report without details.
    pub(crate) fn new(asset: &str, source: &SourcePath, status: Status) -> Self {
        Self {
            asset: asset.to_owned(),
            source: source.to_string(),
            status,
            why: Vec::new(),
            ran: Vec::new(),
            fetched: false,
            executed: false,
            outputs: Vec::new(),
            diagnostics: Vec::new(),
            time: Duration::ZERO,
            stage_time: Duration::ZERO,
        }
    }
}

/// The results of a build.
#[derive(Clone, Debug, Default)]
pub struct BuildReport {
    /// The time that the stages of assets from a remote cache took on the machines that ran them, as far as that is
    /// known.
    pub saved: Duration,
    /// One for each asset that was checked, sorted by source; removed ones last. With
    /// [`BuildOptions::list_fresh`](crate::BuildOptions::list_fresh), one for each asset.
    pub assets: Vec<AssetReport>,
    /// The number of fresh assets that are not listed.
    pub unlisted_fresh: usize,
    /// The number of assets that may be out of date and were left for a later build: see
    /// [`BuildOptions::only`](crate::BuildOptions::only).
    pub postponed: usize,
    /// The files that no importer accepts and no stage reads, sorted; none while an asset fails, since it may read any of them.
    pub unknown_files: Vec<String>,
    /// Errors and warnings about the project as a whole.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of assets that were built twice and compared, with `--check`.
    pub compared: Option<usize>,
    /// The number of output files, if it has just become so large that later builds look at them folder by folder: see
    /// [`OUTPUTS_CHECKED_SINGLY`](crate::OUTPUTS_CHECKED_SINGLY).
    pub now_checked_by_folder: Option<usize>,
    /// The mark of the previous build in the output folder. If it is not that of the caller's own last build, another build
    /// or a clean ran in between, and any file may have changed.
    pub previous_mark: Option<Mark>,
    /// For [`rebuild`](crate::rebuild); `None` if the next build must check everything.
    pub mark: Option<Mark>,
    /// The paths at which changes need no build.
    pub ignored: IgnoredPaths,
}

impl BuildReport {
    /// The number of assets with this result.
    #[must_use]
    pub fn count(&self, status: Status) -> usize {
        let unlisted = if status == Status::Fresh { self.unlisted_fresh } else { 0 };
        unlisted + self.assets.iter().filter(|asset| asset.status == status).count()
    }

    /// The number of warnings, about assets and about the project as a whole.
    #[must_use]
    pub fn warnings(&self) -> usize {
        let all = self.diagnostics.iter().chain(self.assets.iter().flat_map(|asset| &asset.diagnostics));
        all.filter(|diagnostic| diagnostic.level == Level::Warning).count()
    }

    /// Leaves out the warnings that `allows` names, about the project and about the asset of a source.
    pub(crate) fn leave_out(&mut self, allows: impl Fn(&Diagnostic, Option<&SourcePath>) -> bool) {
        self.diagnostics.retain(|warning| !allows(warning, None));
        for asset in self.assets.iter_mut().filter(|asset| !asset.diagnostics.is_empty()) {
            let source = SourcePath::new(&asset.source).ok();
            asset.diagnostics.retain(|warning| !allows(warning, source.as_ref()));
        }
    }

    /// Whether there is no error, neither of an asset nor of the build as a whole.
    #[must_use]
    pub fn success(&self) -> bool {
        let has_error = self.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
        self.count(Status::Failed) == 0 && !has_error
    }
}

/// Receives the progress of a build. Called from any thread.
pub trait Observer: Sync {
    /// Another build has locked the output folder; this one waits.
    fn waiting(&self, _owner: &str) {}
    /// The sources of the assets to check.
    fn planned(&self, _sources: &[&SourcePath]) {}
    /// The asset of a source is done.
    fn advanced(&self, _source: &SourcePath) {}
    /// The recorder of timings, if they are wanted.
    fn recorder(&self) -> Option<&Recorder> {
        None
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}
