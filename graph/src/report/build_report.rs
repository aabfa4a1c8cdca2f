//! [`BuildReport`]: the results of a build, with an [`AssetReport`] for each asset.

use std::collections::HashMap;
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Level, Location, SourcePath};

use super::ignored_paths::IgnoredPaths;
use super::reason::Reason;
use super::timing::Recorder;
use crate::project::{MANIFEST, Mark};

/// The result of building an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// A stage ran and a file was written.
    Built,
    /// The asset's files are unchanged. A stage may have run with the same result.
    Fresh,
    /// The asset's files were restored from the object cache, and no stage ran.
    Cached,
    /// The build of the asset failed. Its files are unchanged.
    Failed,
    /// The asset's source was removed, and the build removed the asset's files.
    Removed,
}

impl Status {
    /// Returns the name that JSON messages use.
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
    /// An importer: from source bytes to `dom` types.
    Import,
    /// A processor: from `dom` types to content.
    Process,
    /// A writer: from content to bytes.
    Write,
}

impl StageKind {
    /// Returns `import`, `process` or `write`.
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
    /// The asset's source, relative to the project's folder.
    pub source: String,
    /// The result of building the asset.
    pub status: Status,
    /// Why the asset was not up to date; empty if it was.
    pub why: Vec<Reason>,
    /// The stages that ran for the asset.
    pub ran: Vec<StageKind>,
    /// Whether an output file came from a different machine, through a remote cache.
    pub fetched: bool,
    /// Whether the asset's stages ran on a different machine, for this build.
    pub executed: bool,
    /// The asset's output files, relative to the target's folder.
    pub outputs: Vec<String>,
    /// The asset's errors and warnings, from this build or still valid from an earlier build.
    pub diagnostics: Vec<Diagnostic>,
    /// The time that the asset took, including waiting.
    pub time: Duration,
    /// The time that the asset's own stages took, on this or a different machine.
    pub stage_time: Duration,
}

impl AssetReport {
    /// Creates a report without details.
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
    /// The total time that the stages of assets from a remote cache took on the machines that ran them, as far as it is known.
    pub saved: Duration,
    /// A report for each asset that was checked, sorted by source, with removed assets last. With
    /// [`BuildOptions::list_fresh`](crate::BuildOptions::list_fresh), a report for every asset.
    pub assets: Vec<AssetReport>,
    /// The number of fresh assets that are not in `assets`.
    pub unlisted_fresh: usize,
    /// The number of assets that may be out of date or failed in an earlier build, and that were left for a later build; see
    /// [`BuildOptions::only`](crate::BuildOptions::only).
    pub postponed: usize,
    /// The files that no importer accepts and no stage reads, sorted. If an asset failed, which might read some of these files,
    /// only files of other programs, such as `.blend` files.
    pub unknown_files: Vec<String>,
    /// Errors and warnings that concern the project as a whole.
    pub diagnostics: Vec<Diagnostic>,
    /// With `--check`, the number of assets that were built twice and compared.
    pub compared: Option<usize>,
    /// The number of output files, if this build made the project so large that later builds check outputs folder by folder;
    /// see [`MAX_INDIVIDUALLY_CHECKED_OUTPUTS`](crate::MAX_INDIVIDUALLY_CHECKED_OUTPUTS).
    pub now_checked_by_folder: Option<usize>,
    /// The mark of the previous build in the output folder. If it is not the mark of the caller's own last build, another build
    /// or a `clean` ran in between, and any file may have changed.
    pub previous_mark: Option<Mark>,
    /// The mark to pass to [`rebuild`](crate::rebuild); `None` if the next build must check everything.
    pub mark: Option<Mark>,
    /// The paths where changes need no build.
    pub ignored: IgnoredPaths,
}

impl BuildReport {
    /// Returns the number of assets with this result.
    #[must_use]
    pub fn count(&self, status: Status) -> usize {
        let unlisted = if status == Status::Fresh { self.unlisted_fresh } else { 0 };
        unlisted + self.assets.iter().filter(|asset| asset.status == status).count()
    }

    /// Returns the number of warnings, about assets and about the project as a whole.
    #[must_use]
    pub fn warnings(&self) -> usize {
        let all = self.diagnostics.iter().chain(self.assets.iter().flat_map(|asset| &asset.diagnostics));
        all.filter(|diagnostic| diagnostic.level == Level::Warning).count()
    }

    /// Moves each diagnostic about a parameter or stage from the source to the manifest, if `setting` finds the place that sets
    /// the parameter or stage. The same diagnostic about several sources becomes one that names the first source and the number of others.
    pub(crate) fn place_parameters(&mut self, setting: impl Fn(&SourcePath, &str) -> Option<Location>) {
        let mut alike: HashMap<Diagnostic, Vec<String>> = HashMap::new();
        let mut moved = Vec::new();
        for asset in self.assets.iter_mut().filter(|asset| !asset.diagnostics.is_empty()) {
            let Ok(source) = SourcePath::new(&asset.source) else { continue };
            for diagnostic in &mut asset.diagnostics {
                let name = diagnostic.parameter.as_deref();
                let Some(location) = name.and_then(|name| setting(&source, name)) else { continue };
                diagnostic.file = SourcePath::new(MANIFEST).ok();
                diagnostic.location = Some(location);
                alike.entry(diagnostic.clone()).or_default().push(asset.source.clone());
                moved.push(diagnostic);
            }
        }
        for diagnostic in moved {
            let sources = alike.get(diagnostic).map_or(&[][..], Vec::as_slice);
            diagnostic.message += &of_sources(sources);
        }
    }

    /// Removes the warnings that `allows` accepts, both about the project and about an asset's source.
    pub(crate) fn leave_out(&mut self, allows: impl Fn(&Diagnostic, Option<&SourcePath>) -> bool) {
        self.diagnostics.retain(|warning| !allows(warning, None));
        for asset in self.assets.iter_mut().filter(|asset| !asset.diagnostics.is_empty()) {
            let source = SourcePath::new(&asset.source).ok();
            asset.diagnostics.retain(|warning| !allows(warning, source.as_ref()));
        }
    }

    /// Whether there are no errors, neither in assets nor in the build as a whole.
    #[must_use]
    pub fn success(&self) -> bool {
        let has_error = self.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
        self.count(Status::Failed) == 0 && !has_error
    }
}

/// Formats the sources that a diagnostic about a parameter concerns, as the end of its message.
fn of_sources(sources: &[String]) -> String {
    match sources {
        [] => String::new(),
        [source] => format!(" (for `{source}`)"),
        [first, others @ ..] => {
            format!(" (for `{first}` and {} other source{})", others.len(), if others.len() == 1 { "" } else { "s" })
        }
    }
}

/// Receives the progress of a build. Methods are called from any thread.
pub trait Observer: Sync {
    /// Called when another build has locked the output folder and this build waits for it. The argument describes the other
    /// process.
    fn waiting(&self, _owner: &str) {}
    /// Called with the sources of the assets to check.
    fn planned(&self, _sources: &[&SourcePath]) {}
    /// Called when the asset of a source is done.
    fn advanced(&self, _source: &SourcePath) {}
    /// Returns the recorder of timings; `None` if timings are not needed.
    fn recorder(&self) -> Option<&Recorder> {
        None
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}
