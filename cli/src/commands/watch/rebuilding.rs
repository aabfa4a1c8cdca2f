//! [`Rebuilding`]: the builds of a watch, and their reports.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rigmill_graph::{GraphError, IgnoredPaths, Mark, Recorder, Status};
use rigmill_pipeline::{Diagnostic, Registry, codes};
use rigmill_watch::Hint;

use super::watching::{QUIET, Watching};
use crate::args::{BuildArgs, MessageFormat, Settings};
use crate::commands::build::{self, Built, Fresh, Request, Since};
use crate::failure::Failure;
use crate::output::diagnostics::print_diagnostics;
use crate::output::message::{self, FinishedMessage, milliseconds};
use crate::output::paths::shown_folder;
use crate::output::printable::{Form, quoted};
use crate::output::shell::Shell;
use crate::output::trace::TraceFile;
use crate::project::remote::Remotes;

/// The maximum pause before a failed build is retried without a change to a source. Pauses begin at [`QUIET`] and double each
/// time.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The source from which a temporary project was made. Messages name the source instead of its copy.
#[derive(Clone, Copy)]
pub(crate) struct Original<'a> {
    /// The source, as the user wrote it.
    pub(crate) file: &'a Path,
    /// The folder of the source.
    pub(crate) folder: &'a Path,
}

/// The result of a build.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "view"), expect(dead_code, reason = "only `view` listens"))]
pub(crate) enum Outcome<'a> {
    /// The build ran, though assets may have failed.
    Built(&'a [Built]),
    /// The build could not start.
    Failed(&'a Failure),
}

/// Why a rebuild runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    /// Something changed.
    Change,
    /// The last build failed. The same failure is not reported again.
    Retry,
}

/// Builds and reports.
pub(super) struct Rebuilding<'a> {
    registry: &'a Registry,
    settings: &'a Settings,
    original: Option<Original<'a>>,
    shell: &'a Shell,
    listener: &'a dyn Fn(Outcome<'_>),
    /// The file for the trace of the last build that did something.
    trace: Option<TraceFile>,
    /// The diagnostics about the project that the last build reported.
    reported: Vec<Diagnostic>,
    /// The folders and state files of the last successful build.
    outputs: Vec<PathBuf>,
    /// The mark of the last build.
    last: Option<Mark>,
    /// The same mark, if the build succeeded and the watcher reports every change since.
    pub(super) mark: Option<Mark>,
    /// Whether the last build checked only the files that were reported as changed.
    pub(super) trusting: bool,
    /// When to retry without a change, and the pause before that.
    retry: Option<(Instant, Duration)>,
    /// The error of the last build, if it could not start.
    failure: Option<String>,
    /// For each target of the last successful build, the paths where changes need no build.
    ignored: Vec<IgnoredPaths>,
    remote: Remotes,
}

impl<'a> Rebuilding<'a> {
    pub(super) fn new(
        registry: &'a Registry,
        settings: &'a Settings,
        original: Option<Original<'a>>,
        trace: Option<TraceFile>,
        shell: &'a Shell,
        listener: &'a dyn Fn(Outcome<'_>),
    ) -> Self {
        let (reported, outputs) = (Vec::new(), Vec::new());
        let (last, mark, trusting, retry, failure) = (None, None, false, None, None);
        let (ignored, remote) = (Vec::new(), Remotes::default());
        Self {
            registry,
            settings,
            original,
            shell,
            listener,
            trace,
            reported,
            outputs,
            last,
            mark,
            trusting,
            retry,
            failure,
            ignored,
            remote,
        }
    }

    /// Runs the first build and reports it like `rigmill build`. Errors in the command line end the watch.
    pub(super) fn first(&mut self, args: &BuildArgs, fresh: Fresh) -> Result<(), Failure> {
        let begun = Instant::now();
        let recorder = self.recorder();
        let request = Request { fresh, ..Request::first(recorder.as_ref(), &mut self.remote) };
        let built = build::build_targets(self.registry, self.settings, args, request, self.shell);
        self.write_trace(recorder.as_ref());
        match built {
            Err(failure @ Failure::Graph(GraphError::UnknownTarget { .. })) if !self.settings.target.is_empty() => {
                return Err(failure);
            }
            Err(failure @ (Failure::Other { .. } | Failure::Graph(GraphError::OutputFolder { .. }))) => {
                return Err(failure);
            }
            Err(failure) => self.print_failure(&failure, Occasion::Change),
            Ok(mut built) => {
                self.show_from_original(&mut built);
                (self.listener)(Outcome::Built(&built));
                self.print(&built);
                self.warn_of_remote(&built);
                build::print_finished(finished(&built, begun), self.settings.appearance.message_format, self.shell);
                self.remember(&built, Occasion::Change);
            }
        }
        Ok(())
    }

    /// Rebuilds. If `changed` is known, checks only these files. Returns whether to rebuild once more because different folders
    /// are watched now.
    pub(super) fn again(
        &mut self,
        args: &BuildArgs,
        changed: Option<Vec<PathBuf>>,
        occasion: Occasion,
        watching: &mut Watching,
    ) -> Result<bool, Failure> {
        let begun = Instant::now();
        let fresh = if self.shell.verbose() { Fresh::Listed } else { Fresh::Counted };
        let since = self.mark.take().zip(changed).map(|(mark, changed)| Since { mark, changed });
        self.trusting = since.is_some();
        let recorder = self.recorder();
        let request = Request { fresh, source: None, since, recorder: recorder.as_ref(), remote: &mut self.remote };
        let mut built = match build::build_targets(self.registry, self.settings, args, request, self.shell) {
            Ok(built) => built,
            Err(failure) => {
                self.write_trace(recorder.as_ref());
                self.print_failure(&failure, occasion);
                return Ok(false);
            }
        };
        self.show_from_original(&mut built);
        (self.listener)(Outcome::Built(&built));
        let diagnostics = project_diagnostics(&built);
        let recovers = self.failure.is_some();
        if recovers || self.is_news(&built, occasion) {
            self.write_trace(recorder.as_ref());
            self.drop_known_unknown(&mut built);
            self.report_rebuild(&built, begun);
        }
        self.report_foreign_builds(&built);
        self.warn_of_remote(&built);
        self.remember(&built, occasion);
        self.reported = diagnostics;
        match built.first() {
            Some(built) => watching.skip(vec![built.project.out().to_owned()]),
            None => Ok(false),
        }
    }

    /// Shows the paths of a temporary project's sources from the folder of the original.
    fn show_from_original(&self, built: &mut [Built]) {
        if let Some(original) = self.original {
            built.iter_mut().for_each(|built| built.show_from(original.folder));
        }
    }

    fn recorder(&self) -> Option<Recorder> {
        self.trace.as_ref().map(|_| Recorder::new())
    }

    /// Writes the trace. If this fails, reports the failure and continues the watch.
    fn write_trace(&self, recorder: Option<&Recorder>) {
        if let Err(failure) = build::write_trace(self.trace.as_ref(), recorder) {
            failure.print_for_machines(self.settings.appearance.message_format, self.shell);
            failure.print(self.settings.appearance.message_format, self.shell);
        }
    }

    fn is_news(&self, built: &[Built], occasion: Occasion) -> bool {
        let again = |status| occasion == Occasion::Retry && status == Status::Failed;
        let mut assets = built.iter().flat_map(|built| &built.report.assets);
        assets.any(|asset| !asset.why.is_empty() && !again(asset.status)) || self.reported != project_diagnostics(built)
    }

    /// Drops the warning about files without an importer if the last build reported the same warning.
    fn drop_known_unknown(&self, built: &mut [Built]) {
        for report in built.iter_mut().map(|built| &mut built.report) {
            report.diagnostics.retain(|it| it.code != codes::NO_IMPORTER || !self.reported.contains(it));
        }
    }

    fn remember(&mut self, built: &[Built], occasion: Occasion) {
        self.failure = None;
        self.ignored = built.iter().map(|built| built.report.ignored.clone()).collect();
        self.reported = project_diagnostics(built);
        self.last = built.last().and_then(|built| built.report.mark.clone());
        let all_good = built.iter().all(|built| built.report.mark.is_some());
        self.mark = built.last().filter(|_| all_good).and_then(|built| built.report.mark.clone());
        let written = built
            .iter()
            .flat_map(|built| [built.project.target_folder(&built.target), built.project.state_file(&built.target)]);
        let (found, missing): (Vec<_>, Vec<_>) = written.partition(|path| path.exists());
        self.outputs = found;
        // Checks for outputs that were removed during or after the build. Otherwise, they would be missing until the next
        // change.
        let count = |status| built.iter().map(|built| built.report.count(status)).sum::<usize>();
        let lost = !missing.is_empty() && count(Status::Built) + count(Status::Cached) + count(Status::Fresh) > 0;
        self.try_again(lost || count(Status::Failed) > 0, occasion);
    }

    fn try_again(&mut self, needed: bool, occasion: Occasion) {
        let pause = match (self.retry, occasion) {
            (Some((_, pause)), Occasion::Retry) => LONGEST_PAUSE.min(pause * 2),
            _ => QUIET,
        };
        self.retry = needed.then(|| (Instant::now() + pause, pause));
    }

    pub(super) fn retry_is_due(&self) -> bool {
        self.retry.is_some_and(|(at, _)| at <= Instant::now())
    }

    /// Whether a hint contains only ignored files that no asset of any target reads.
    pub(super) fn is_irrelevant(&self, hint: &Hint) -> bool {
        let ignored = |path: &PathBuf| self.ignored.iter().all(|ignored| ignored.contains(path));
        matches!(hint, Hint::Paths(paths) if !self.ignored.is_empty() && paths.iter().all(ignored))
    }

    /// Whether an output of the last build is missing.
    pub(super) fn lost_outputs(&self) -> bool {
        self.outputs.iter().any(|path| !path.exists())
    }

    /// Reports a build that could not start, and schedules a retry.
    fn print_failure(&mut self, failure: &Failure, occasion: Occasion) {
        self.outputs.clear();
        self.trusting = false;
        self.try_again(failure.in_manifest().is_none(), occasion);
        let text = Some(failure.to_string());
        if occasion == Occasion::Retry && self.failure == text {
            return;
        }
        self.failure = text;
        (self.listener)(Outcome::Failed(failure));
        build::print_failure(failure, self.settings.appearance.message_format, self.shell);
        failure.print(self.settings.appearance.message_format, self.shell);
    }

    /// Prints the warnings about the remote cache and other machines. Uploads continue while the watch waits for changes.
    fn warn_of_remote(&self, built: &[Built]) {
        let Some(first) = built.first() else { return };
        let cache = self.remote.report().map(|report| report.warnings);
        let machines = self.remote.execution_report().map(|report| report.warnings);
        let warnings: Vec<_> = cache.into_iter().chain(machines).flatten().collect();
        print_diagnostics(warnings.iter(), first.project.root(), self.settings.appearance.message_format, self.shell);
    }

    /// Tells tools that another process built the project in the meantime, so any output may have changed.
    fn report_foreign_builds(&self, built: &[Built]) {
        let mut last = self.last.as_ref();
        for built in built.iter().filter(|_| self.settings.appearance.message_format == MessageFormat::Json) {
            if last.is_some() && built.report.previous_mark.as_ref() != last {
                self.shell.json(message::reload_all(&built.target));
            }
            last = built.report.mark.as_ref();
        }
    }

    /// Prints one line for people, or the messages of the build for tools.
    fn report_rebuild(&self, built: &[Built], begun: Instant) {
        if self.settings.appearance.message_format == MessageFormat::Json || self.shell.verbose() {
            self.print(built);
        } else {
            build::print_diagnostics_of(built, self.settings.appearance.message_format, self.shell);
        }
        let finished = finished(built, begun);
        if self.settings.appearance.message_format == MessageFormat::Json {
            build::print_finished(finished, MessageFormat::Json, self.shell);
        } else if !self.shell.quiet() {
            self.shell.result(summary(built, &finished));
        }
    }

    /// Prints the reports of a build. For tools, also prints a `reload` message for each asset whose files changed.
    fn print(&self, built: &[Built]) {
        build::print_reports(built, self.settings.appearance.message_format, self.shell);
        if self.settings.appearance.message_format == MessageFormat::Json {
            built.iter().for_each(|built| self.print_reloads(built));
        }
    }

    fn print_reloads(&self, built: &Built) {
        let folder = shown_folder(&built.project.target_folder(&built.target));
        let changed = |status| matches!(status, Status::Built | Status::Cached | Status::Removed);
        let reloads = built.report.assets.iter().filter(|asset| changed(asset.status));
        let reloads = reloads.map(|asset| message::reload(asset, &built.target, &folder));
        self.shell.result_lines(Form::Json, reloads);
    }
}

fn project_diagnostics(built: &[Built]) -> Vec<Diagnostic> {
    built.iter().flat_map(|built| built.report.diagnostics.iter().cloned()).collect()
}

fn finished(built: &[Built], begun: Instant) -> FinishedMessage {
    let mut finished = FinishedMessage { success: true, ..FinishedMessage::default() };
    built.iter().for_each(|built| finished.add(&built.report));
    finished.ms = milliseconds(begun.elapsed());
    finished
}

/// Formats a summary, such as `rebuilt 2, failed 1 (Animation/Run: source changed: Animation/Run.Animation; and 2 more) in
/// 0.012 s`.
fn summary(built: &[Built], finished: &FinishedMessage) -> String {
    let assets = built.iter().flat_map(|built| &built.report.assets);
    let worked: Vec<_> = assets.filter(|asset| !asset.why.is_empty()).collect();
    // Their results are unchanged, so the rebuild ended there (early cutoff).
    let unchanged = worked.iter().filter(|asset| asset.status == Status::Fresh).count();
    let others = [
        ("cached", finished.cached),
        ("unchanged", unchanged),
        ("removed", finished.removed),
        ("failed", finished.failed),
    ];
    let others = others.iter().filter(|(_, count)| *count > 0).map(|(what, count)| format!(", {what} {count}"));
    let first = worked.first().map(|asset| {
        let why: Vec<String> = asset.why.iter().map(ToString::to_string).collect();
        let more = if worked.len() > 1 { format!("; and {} more", worked.len() - 1) } else { String::new() };
        format!(" ({}: {}{more})", quoted(&asset.asset), why.join(", "))
    });
    let (built, seconds) = (finished.built, finished.ms / 1000.0);
    format!("rebuilt {built}{}{} in {seconds:.3} s", others.collect::<String>(), first.unwrap_or_default())
}
