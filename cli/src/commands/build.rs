//! `rigmill build`

use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use rigmill_disk::RealDisk;
use rigmill_graph::{
    AssetFilter, AssetReport, BuildOptions, BuildReport, Changed, MANIFEST, Mark, Order, Project, Recorder, Status,
    build, check, rebuild, target_must_be_known,
};
use rigmill_pipeline::{Diagnostic, Level, Registry, codes};

use super::destination::Destination;
use crate::args::{BuildArgs, MessageFormat, ProjectArgs, Settings};
use crate::failure::Failure;
use crate::output::diagnostics::{denied, print_diagnostics};
use crate::output::message::{self, FinishedMessage, milliseconds};
use crate::output::paths::shown_folder;
use crate::output::printable::{Form, quoted};
use crate::output::progress::Progress;
use crate::output::shell::{DIM, ERROR, SUCCESS, Shell, WARNING, must_print, styled};
use crate::output::times::TimesFile;
use crate::output::trace::TraceFile;
use crate::program;
use crate::project;
use crate::project::cache::{self, cache_folder};
use crate::project::mirror::{self, Company, Mirror};
use crate::project::misnamed_manifest;
use crate::project::output;
use crate::project::remote::{Remotes, ineffective};

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &BuildArgs, shell: &Shell) -> Result<bool, Failure> {
    if let Some(failure) = another_value(registry, settings, args) {
        print_failure(&failure, settings.appearance.message_format, shell);
        return Err(failure);
    }
    match args.project.path.as_deref().filter(|path| is_source(path)) {
        None => build_project(registry, settings, args, Named::Project, shell),
        Some(file) => match mirror::project_of(file) {
            Some((root, source)) => {
                let args = BuildArgs { project: ProjectArgs { path: Some(root) }, ..args.clone() };
                build_project(registry, settings, &args, Named::Source { file, source: &source }, shell)
            }
            None => build_file(registry, settings, args, file, shell),
        },
    }
}

/// The failure for a second value of an option, which is read as the path of the project.
fn another_value(registry: &Registry, settings: &Settings, args: &BuildArgs) -> Option<Failure> {
    let path = args.project.path.as_deref().filter(|path| !path.exists())?;
    let name = path.to_str()?;
    let last_target = settings.target.iter().rfind(|target| !target.is_empty());
    let help = match (last_target, args.asset.last()) {
        (Some(target), _) if registry.targets().contains(&name) => {
            format!("to build several targets, separate their names with commas: --target {target},{name}")
        }
        (_, Some(asset)) => format!("to build several assets, repeat --asset: --asset {asset} --asset {name}"),
        _ => return None,
    };
    Some(Failure::other(format!("there is no project folder {}", quoted(path)), Some(&help)))
}

/// Whether a path is that of a file other than a manifest.
fn is_source(path: &Path) -> bool {
    path.is_file() && path.file_name().is_some_and(|name| name != MANIFEST)
}

/// What the command line names.
#[derive(Clone, Copy)]
enum Named<'a> {
    /// A project, and perhaps some of its assets with `--asset`.
    Project,
    /// A source in a project, given as a file, and its path in the project.
    Source { file: &'a Path, source: &'a str },
    /// A source without a project, with the folder for its outputs.
    Alone(&'a Destination<'a>),
}

/// Builds a source without a project into the output folder that the command line names.
fn build_file(
    registry: &Registry,
    settings: &Settings,
    args: &BuildArgs,
    file: &Path,
    shell: &Shell,
) -> Result<bool, Failure> {
    let mirror = Mirror::new(file, Company::None, registry);
    let mirror = mirror.inspect_err(|failure| print_failure(failure, settings.appearance.message_format, shell))?;
    let out = settings.out.clone().unwrap_or_else(|| PathBuf::from("build"));
    let args = BuildArgs { project: ProjectArgs { path: Some(mirror.project()) }, ..args.clone() };
    let settings = settings.clone().at(mirror.out());
    let destination = Destination { beside: mirror.beside(), out };
    build_project(registry, &settings, &args, Named::Alone(&destination), shell)
}

fn build_project(
    registry: &Registry,
    settings: &Settings,
    args: &BuildArgs,
    named: Named<'_>,
    shell: &Shell,
) -> Result<bool, Failure> {
    let begun = Instant::now();
    let format = settings.appearance.message_format;
    let trace = args.timings.as_deref().map(|path| TraceFile::prepare(path, args.project.path.is_some())).transpose();
    let print_failure = |failure: &Failure| print_failure(failure, format, shell);
    let trace = trace.inspect_err(print_failure)?;
    let recorder = trace.as_ref().map(|_| Recorder::new());
    let mut remote = Remotes::default();
    let source = match named {
        Named::Source { source, .. } => Some(source),
        _ => None,
    };
    let request = Request { source, ..Request::first(recorder.as_ref(), &mut remote) };
    let built = build_targets(registry, settings, args, request, shell);
    let traced = write_trace(trace.as_ref(), recorder.as_ref());
    let with_reason = |failure| match named {
        Named::Source { file, .. } => mirror::with_reason(failure, file, registry),
        _ => failure,
    };
    let mut built = built.map_err(with_reason).inspect_err(print_failure)?;
    if let Named::Alone(destination) = named {
        built.iter_mut().try_for_each(|built| built.move_to(destination, shell)).inspect_err(print_failure)?;
    }
    let mut finished = FinishedMessage { success: true, ..FinishedMessage::default() };
    for built in &built {
        finished.add(&built.report);
    }
    if source.is_some() {
        // Who builds one file does not ask about the others.
        finished.postponed = 0;
    }
    print_reports(&built, format, shell);
    if let (true, Some(first)) = (args.deny_warnings, built.first()) {
        finished.deny_warnings();
        print_diagnostics(denied(finished.warnings).iter(), &first.root, format, shell);
    }
    remote.wait_for_uploads(shell);
    if let (Some(report), Some(first)) = (remote.report(), built.first()) {
        print_diagnostics(report.warnings.iter(), &first.root, format, shell);
        finished.add_remote(&report);
    }
    if let (Some(report), Some(first)) = (remote.execution_report(), built.first()) {
        print_diagnostics(report.warnings.iter(), &first.root, format, shell);
        finished.add_execution(&report);
    }
    if args.deny_unknown {
        finished.deny_unknown();
    }
    finished.ms = milliseconds(begun.elapsed());
    let success = finished.success;
    print_finished(finished, format, shell);
    traced.inspect_err(|failure| failure.print_for_machines(format, shell)).map(|()| success)
}

/// Writes the recorded trace, even if the build failed.
pub(crate) fn write_trace(trace: Option<&TraceFile>, recorder: Option<&Recorder>) -> Result<(), Failure> {
    match (trace, recorder) {
        (Some(trace), Some(recorder)) => trace.write(&recorder.take()),
        _ => Ok(()),
    }
}

/// The build of one target.
pub(crate) struct Built {
    pub(crate) project: Rc<Project>,
    pub(crate) target: String,
    pub(crate) report: BuildReport,
    /// The folder from which diagnostics give the paths of sources.
    root: PathBuf,
    /// The folder of the target's content.
    folder: PathBuf,
}

/// Prints the reports: what was built, and then the diagnostics.
pub(crate) fn print_reports(built: &[Built], format: MessageFormat, shell: &Shell) {
    built.iter().for_each(|built| built.reporter(format, shell).print(&built.report));
    print_diagnostics_of(built, format, shell);
}

/// Prints the diagnostics of the assets and of the project. For people, errors follow all warnings, so that what failed is the
/// last thing on the screen.
pub(crate) fn print_diagnostics_of(built: &[Built], format: MessageFormat, shell: &Shell) {
    let Some(root) = built.first().map(|built| built.root.as_path()) else { return };
    let mut diagnostics: Vec<&Diagnostic> = built.iter().flat_map(Built::diagnostics).collect();
    if format == MessageFormat::Human {
        // An asset that fails because of another one needs no fix of its own.
        diagnostics.sort_by_key(|it| (it.level == Level::Error, it.caused_by.is_none()));
    }
    print_diagnostics(diagnostics.into_iter(), root, format, shell);
}

impl Built {
    /// Copies the outputs to where they belong, and reports everything as if it had been built there.
    fn move_to(&mut self, destination: &Destination<'_>, shell: &Shell) -> Result<(), Failure> {
        let outputs = self.report.assets.iter().flat_map(|asset| &asset.outputs);
        self.folder = destination.receive(&self.target, &self.folder, outputs, shell)?;
        destination.beside.clone_into(&mut self.root);
        Ok(())
    }

    /// Shows the paths of sources from this folder.
    pub(crate) fn show_from(&mut self, folder: &Path) {
        folder.clone_into(&mut self.root);
    }

    fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let of_assets = self.report.assets.iter().flat_map(|asset| &asset.diagnostics);
        self.report.diagnostics.iter().chain(of_assets)
    }

    fn reporter<'a>(&'a self, format: MessageFormat, shell: &'a Shell) -> Reporter<'a> {
        Reporter { shell, root: &self.root, folder: &self.folder, target: &self.target, format }
    }
}

/// What changed since an earlier build of all targets.
pub(crate) struct Since {
    /// The mark of the last of those builds.
    pub(crate) mark: Mark,
    /// Every file that may have changed.
    pub(crate) changed: Vec<PathBuf>,
}

/// What a build checks and reports.
pub(crate) struct Request<'a> {
    pub(crate) fresh: Fresh,
    /// A source to build with the assets that belong to it, and no others.
    pub(crate) source: Option<&'a str>,
    /// The known changes. Without it, everything is checked.
    pub(crate) since: Option<Since>,
    /// Records what the build does when.
    pub(crate) recorder: Option<&'a Recorder>,
    /// The remote cache that earlier builds used.
    pub(crate) remote: &'a mut Remotes,
}

impl<'a> Request<'a> {
    /// A request without an earlier build.
    pub(crate) const fn first(recorder: Option<&'a Recorder>, remote: &'a mut Remotes) -> Self {
        Self { fresh: Fresh::Listed, source: None, since: None, recorder, remote }
    }
}

/// How to report assets that were up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fresh {
    /// Each of them, where every asset is listed.
    Listed,
    /// Each of them in the report, for a listener.
    #[cfg_attr(not(feature = "view"), expect(dead_code, reason = "only `view` listens"))]
    Reported,
    /// Only their number.
    Counted,
}

/// Prints a failure of the whole build for machines.
pub(crate) fn print_failure(failure: &Failure, format: MessageFormat, shell: &Shell) {
    failure.print_for_machines(format, shell);
    if format == MessageFormat::Json {
        shell.json(FinishedMessage::default().line());
    }
}

/// Builds every target named on the command line or in the manifest. Prints progress, but no results.
pub(crate) fn build_targets(
    registry: &Registry,
    settings: &Settings,
    args: &BuildArgs,
    request: Request<'_>,
    shell: &Shell,
) -> Result<Vec<Built>, Failure> {
    let Request { fresh, source, since, recorder, remote } = request;
    let project = Rc::new(project::find(args.project.path.as_deref(), settings)?);
    let mut options = BuildOptions {
        target: String::new(),
        other_targets: Vec::new(),
        jobs: settings.jobs.map(usize::from),
        force: args.force,
        verify: args.verify,
        list_fresh: match fresh {
            Fresh::Listed => shell.verbose() || settings.appearance.message_format == MessageFormat::Json,
            Fresh::Reported => true,
            Fresh::Counted => false,
        },
        cache: cache_folder(settings),
        remote: remote.access(&project, settings)?,
        executor: remote.executor(&project, settings)?,
        isolation: program::isolation(settings.isolate),
        only: only(&args.asset, source)?,
        order: Order::Forward,
        program: program::digest()?,
    };
    output::must_not_have_sources(&project, settings, registry)?;
    let mut targets = if settings.target.is_empty() { project.targets() } else { settings.target.clone() };
    let mut seen = BTreeSet::new();
    targets.retain(|target| seen.insert(target.clone()));
    targets.iter().try_for_each(|target| target_must_be_known(&project, registry, target))?;
    let of_cache = cache::warnings(&project, settings);
    let (mut mark, paths) = since.map(|since| (since.mark, since.changed)).unzip();
    options.other_targets.clone_from(&targets);
    let build_target = |target: String| {
        options.target.clone_from(&target);
        let times = TimesFile::new(&project, &target);
        let progress = Progress::new(shell).recording(recorder).with_times(times.clone());
        let result = match (&mark, &paths) {
            (Some(since), Some(paths)) => {
                rebuild(&project, registry, &options, Changed { since, paths }, &RealDisk, &progress)
            }
            _ if args.check => check(&project, registry, &options, &RealDisk, &progress),
            _ => build(&project, registry, &options, &RealDisk, &progress),
        };
        progress.finish();
        let report = result?;
        times.record(&report.assets);
        mark.clone_from(&report.mark);
        let (root, folder) = (project.root().to_owned(), project.target_folder(&target));
        Ok(Built { project: Rc::clone(&project), target, report, root, folder })
    };
    let mut built = targets.into_iter().map(build_target).collect::<Result<Vec<_>, Failure>>()?;
    if args.deny_unknown {
        let diagnostics = built.iter_mut().flat_map(|built| &mut built.report.diagnostics);
        diagnostics.filter(|it| it.code == codes::NO_IMPORTER).for_each(|it| it.level = Level::Error);
    }
    if let Some(first) = built.first_mut() {
        first.report.diagnostics.extend(of_cache);
        first.report.diagnostics.extend(misnamed_manifest(&project));
        first.report.diagnostics.extend(ineffective(&project, settings)?);
    }
    drop_repeated_diagnostics(&mut built);
    Ok(built)
}

/// The assets to build, if not all.
fn only(patterns: &[String], source: Option<&str>) -> Result<Option<AssetFilter>, Failure> {
    if patterns.is_empty() && source.is_none() {
        return Ok(None);
    }
    let help = "correct the glob: * matches anything within a folder, ** matches any folders, and {a,b} matches a or b";
    let filter = AssetFilter::new(patterns).map_err(|message| Failure::other(message, Some(help)))?;
    Ok(Some(match source {
        Some(source) => filter.with_source(source),
        None => filter,
    }))
}

/// Drops diagnostics that are the same as an earlier one: about the project, for each further target, and about a parameter or
/// an output of several sources.
fn drop_repeated_diagnostics(built: &mut [Built]) {
    let mut reported = HashSet::new();
    for report in built.iter_mut().map(|built| &mut built.report) {
        let of_assets = report.assets.iter_mut().map(|asset| &mut asset.diagnostics);
        for diagnostics in iter::once(&mut report.diagnostics).chain(of_assets) {
            diagnostics.retain(|diagnostic| reported.insert(diagnostic.clone()));
        }
    }
}

pub(crate) fn print_finished(finished: FinishedMessage, format: MessageFormat, shell: &Shell) {
    match format {
        MessageFormat::Json => {
            shell.json(finished.line());
        }
        _ if shell.quiet() => {}
        _ => shell.report(&finished.summary()),
    }
}

/// Prints the report of one target's build.
struct Reporter<'a> {
    shell: &'a Shell,
    root: &'a Path,
    folder: &'a Path,
    target: &'a str,
    format: MessageFormat,
}

impl Reporter<'_> {
    fn print(&self, report: &BuildReport) {
        if self.format == MessageFormat::Json {
            let folder = shown_folder(self.folder);
            let assets = report.assets.iter().map(|asset| message::asset(asset, self.target, &folder));
            self.shell.result_lines(Form::Json, assets);
            let root = shown_folder(self.root);
            let unknown = report.unknown_files.iter().map(|file| message::unknown(file, &root, self.target));
            self.shell.result_lines(Form::Json, unknown);
        }
        if let Some(outputs) = report.now_checked_by_folder {
            self.shell.note(format_args!("note: {}", project::checked_by_folder(self.target, outputs)));
        }
        if self.format == MessageFormat::Human {
            self.print_assets(report);
        }
    }

    fn print_assets(&self, report: &BuildReport) {
        if self.shell.quiet() {
            return;
        }
        let mut out = self.shell.results(Form::Text);
        for asset in report.assets.iter().filter(|_| self.shell.verbose()) {
            must_print(out.line(line(asset)));
        }
        for file in report.unknown_files.iter().filter(|_| self.shell.verbose()) {
            must_print(out.line(format_args!("{} {}", styled(WARNING, " unknown"), quoted(file))));
        }
        if let Some(compared) = report.compared {
            let differ = report.diagnostics.iter().filter(|it| it.code == codes::BUILDS_DIFFER).count();
            let same = compared - differ.min(compared);
            let assets = if compared == 1 { "asset was" } else { "assets were" };
            must_print(out.line(format_args!("built twice: {same} of {compared} {assets} identical")));
        }
        must_print(out.flush());
    }
}

/// `built Models/Robot  source changed: Models/Robot.fbx (12 ms)`
fn line(asset: &AssetReport) -> String {
    let style = match asset.status {
        Status::Built | Status::Cached => SUCCESS,
        Status::Failed => ERROR,
        Status::Fresh | Status::Removed => DIM,
    };
    let status = styled(style, format_args!("{:>8}", asset.status.name()));
    let why: Vec<String> = asset.why.iter().map(ToString::to_string).collect();
    let why = match why.as_slice() {
        [] => String::new(),
        why => styled(DIM, format_args!("  {} ({} ms)", why.join("; "), milliseconds(asset.time))),
    };
    format!("{status} {}{why}", quoted(&asset.asset))
}
