//! `rigmill build`

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use rigmill_graph::{
    AssetReport, BuildOptions, BuildReport, Changed, Mark, Order, Project, RealDisk, Recorder, Status, build, check,
    rebuild, target_must_be_known,
};
use rigmill_pipeline::Registry;

use super::project;
use crate::args::{BuildArgs, Global, MessageFormat};
use crate::cache_folder::cache_folder;
use crate::failure::Failure;
use crate::message::{FinishedMessage, Message, milliseconds};
use crate::printable::{Form, quoted};
use crate::progress::Progress;
use crate::shell::{BAD, DIM, GOOD, Shell, must_print, styled};
use crate::tell::tell_diagnostics;
use crate::trace::TraceFile;

/// The code of the diagnostic of an asset that came out different when it was built twice.
const DIFFERS: &str = "R0108";

/// So many assets are named without `-v`; the others are counted.
const NAMED: usize = 20;

pub(crate) fn run(registry: &Registry, global: &Global, args: &BuildArgs, shell: &Shell) -> Result<bool, Failure> {
    let begun = Instant::now();
    let format = global.message_format;
    let trace = args.timings.as_deref().map(TraceFile::prepare).transpose();
    let tell_failure = |failure: &Failure| tell_failure(failure, format, shell);
    let trace = trace.inspect_err(tell_failure)?;
    let recorder = trace.as_ref().map(|_| Recorder::new());
    let built = build_targets(registry, global, args, Request::first(recorder.as_ref()), shell);
    let traced = write_trace(trace.as_ref(), recorder.as_ref());
    let built = built.inspect_err(tell_failure)?;
    let mut finished = FinishedMessage { success: true, ..FinishedMessage::default() };
    for built in &built {
        finished.add(&built.report);
        built.tell(format, shell);
    }
    finished.ms = milliseconds(begun.elapsed());
    let success = finished.success;
    tell_finished(finished, format, shell);
    traced.map(|()| success)
}

/// Writes what was recorded, whatever became of the build.
pub(crate) fn write_trace(trace: Option<&TraceFile>, recorder: Option<&Recorder>) -> Result<(), Failure> {
    match (trace, recorder) {
        (Some(trace), Some(recorder)) => trace.write(&recorder.take()),
        _ => Ok(()),
    }
}

/// One target's build, and of what.
pub(crate) struct Built {
    pub(crate) project: Rc<Project>,
    pub(crate) target: String,
    pub(crate) report: BuildReport,
}

impl Built {
    /// Prints the report.
    pub(crate) fn tell(&self, format: MessageFormat, shell: &Shell) {
        self.teller(format, shell).tell(&self.report);
    }

    /// Prints what a person should know of the assets and of the project as a whole, but not the assets.
    pub(crate) fn tell_diagnostics(&self, format: MessageFormat, shell: &Shell) {
        self.teller(format, shell).tell_diagnostics(&self.report);
    }

    fn teller<'a>(&'a self, format: MessageFormat, shell: &'a Shell) -> Teller<'a> {
        Teller { shell, project: &self.project, target: &self.target, format }
    }
}

/// What is known of the time since an earlier build of all targets.
pub(crate) struct Since {
    /// What the last of its builds left.
    pub(crate) mark: Mark,
    /// Every file that may have changed.
    pub(crate) changed: Vec<PathBuf>,
}

/// What a build is to look at and to tell.
pub(crate) struct Request<'a> {
    pub(crate) fresh: Fresh,
    /// Where it is known what may have changed; everything is looked at otherwise.
    pub(crate) since: Option<Since>,
    /// Takes down what is done when.
    pub(crate) recorder: Option<&'a Recorder>,
}

impl<'a> Request<'a> {
    /// Of a build that knows of no earlier one.
    pub(crate) const fn first(recorder: Option<&'a Recorder>) -> Self {
        Self { fresh: Fresh::Told, since: None, recorder }
    }
}

/// What to say of assets that were up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fresh {
    /// Where each asset is told, they are, too.
    Told,
    /// Their number.
    Counted,
}

/// A failure of the whole build, for machines; people get it on standard error in any case.
pub(crate) fn tell_failure(failure: &Failure, format: MessageFormat, shell: &Shell) {
    failure.tell_machine(format, shell);
    if format == MessageFormat::Json {
        shell.json(Message::BuildFinished(FinishedMessage::default()).line());
    }
}

/// Builds every target that the command line or the manifest asks for. Prints progress, but no result.
pub(crate) fn build_targets(
    registry: &Registry,
    global: &Global,
    args: &BuildArgs,
    request: Request<'_>,
    shell: &Shell,
) -> Result<Vec<Built>, Failure> {
    let Request { fresh, since, recorder } = request;
    let project = Rc::new(project::find(args.project.path.as_deref(), global)?);
    let mut options = BuildOptions {
        target: String::new(),
        jobs: global.jobs.map(usize::from),
        force: args.force,
        verify: args.verify,
        list_fresh: fresh == Fresh::Told && (shell.verbose() || global.message_format == MessageFormat::Json),
        cache: cache_folder(global),
        order: Order::Forward,
        program: project::program_digest()?,
    };
    let mut targets = if global.target.is_empty() { project.targets() } else { global.target.clone() };
    let mut seen = BTreeSet::new();
    targets.retain(|target| seen.insert(target.clone()));
    targets.iter().try_for_each(|target| target_must_be_known(&project, registry, target))?;
    let (mut mark, paths) = since.map(|since| (since.mark, since.changed)).unzip();
    let build_target = |target: String| {
        options.target.clone_from(&target);
        let progress = Progress::new(shell).recording(recorder);
        let result = match (&mark, &paths) {
            (Some(since), Some(paths)) => {
                rebuild(&project, registry, &options, Changed { since, paths }, &RealDisk, &progress)
            }
            _ if args.check => check(&project, registry, &options, &RealDisk, &progress),
            _ => build(&project, registry, &options, &RealDisk, &progress),
        };
        progress.finish();
        let report = result?;
        mark.clone_from(&report.mark);
        Ok(Built { project: Rc::clone(&project), target, report })
    };
    let mut built = targets.into_iter().map(build_target).collect::<Result<Vec<_>, Failure>>()?;
    tell_once(&mut built);
    Ok(built)
}

/// What is said of the project as a whole is not said again for each target.
fn tell_once(built: &mut [Built]) {
    let mut told = Vec::new();
    for built in built {
        built.report.diagnostics.retain(|diagnostic| !told.contains(diagnostic));
        told.extend_from_slice(&built.report.diagnostics);
    }
}

pub(crate) fn tell_finished(finished: FinishedMessage, format: MessageFormat, shell: &Shell) {
    match format {
        MessageFormat::Json => {
            shell.json(Message::BuildFinished(finished).line());
        }
        _ if shell.quiet() => {}
        _ => shell.report(&finished.summary()),
    }
}

/// Prints the report of one target's build.
struct Teller<'a> {
    shell: &'a Shell,
    project: &'a Project,
    target: &'a str,
    format: MessageFormat,
}

impl Teller<'_> {
    fn tell(&self, report: &BuildReport) {
        if self.format == MessageFormat::Json {
            let folder = self.project.target_folder(self.target);
            let assets = report.assets.iter().map(|asset| Message::asset(asset, self.target, &folder).line());
            self.shell.result_lines(Form::Json, assets);
        }
        self.tell_diagnostics(report);
        if self.format == MessageFormat::Human {
            self.tell_assets(report);
        }
    }

    fn tell_diagnostics(&self, report: &BuildReport) {
        let of_assets = report.assets.iter().flat_map(|asset| &asset.diagnostics);
        let diagnostics = report.diagnostics.iter().chain(of_assets);
        tell_diagnostics(diagnostics, self.project.root(), self.format, self.shell);
    }

    fn tell_assets(&self, report: &BuildReport) {
        if self.shell.quiet() {
            return;
        }
        let worth_telling = |asset: &&AssetReport| self.shell.verbose() || asset.status != Status::Fresh;
        let told: Vec<&AssetReport> = report.assets.iter().filter(worth_telling).collect();
        let named = if self.shell.verbose() { told.len() } else { told.len().min(NAMED) };
        let mut out = self.shell.results(Form::Text);
        for asset in &told[..named] {
            must_print(out.line(self.line(asset)));
        }
        if named < told.len() {
            let more = format!("… and {} more (-v names them all)", told.len() - named);
            must_print(out.line(styled(DIM, more)));
        }
        if let Some(compared) = report.compared {
            let differ = report.diagnostics.iter().filter(|it| it.code == DIFFERS).count();
            let same = compared - differ.min(compared);
            must_print(out.line(format_args!("built twice: {same} of {compared} assets came out the same")));
        }
        must_print(out.flush());
    }

    fn line(&self, asset: &AssetReport) -> String {
        let style = match asset.status {
            Status::Built | Status::Cached => GOOD,
            Status::Failed => BAD,
            Status::Fresh | Status::Removed => DIM,
        };
        let status = styled(style, format_args!("{:>8}", asset.status.name()));
        let why: Vec<String> = asset.why.iter().map(ToString::to_string).collect();
        let why = if self.shell.verbose() && !why.is_empty() {
            styled(DIM, format_args!("  {} ({} ms)", why.join("; "), milliseconds(asset.time)))
        } else {
            String::new()
        };
        format!("{status} {}{why}", quoted(&asset.asset))
    }
}
