//! `rigmill watch`

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rigmill_graph::{GraphError, Mark, Project, Recorder, Status};
use rigmill_pipeline::{Diagnostic, Registry};
use rigmill_watch::{Hint, RescanReason, Stopper, WatchError, WatchOptions, Watcher};

use super::build::{self, Built, Fresh, Request, Since};
use super::project;
use crate::args::{BuildArgs, Global, MessageFormat, WatchArgs};
use crate::failure::Failure;
use crate::message::{FinishedMessage, Message, milliseconds};
use crate::printable::{Form, quoted};
use crate::shell::{ODD, Shell, styled};
use crate::trace::TraceFile;

/// How long events are gathered before a rebuild.
const WINDOW: Duration = Duration::from_millis(30);

/// How long nothing happens before all is looked at that single rebuilds left out, and how often it is looked whether
/// the output folder is still there: of what happens in it, the watcher tells nothing.
const QUIET: Duration = Duration::from_secs(1);

/// How long to wait at most before trying again what failed or was lost although no source is at fault. The first time
/// it is as long as [`QUIET`], then twice as long each time. The next change tries in any case.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// With more changes than this, looking at everything is as good.
const FEW: usize = 1000;

/// How often to poll where the system refuses to tell events.
const FALLBACK_POLL: Duration = Duration::from_millis(500);

/// How long a build that is under way has to finish once the user has asked for the end.
const GRACE: Duration = Duration::from_secs(2);

pub(crate) fn run(registry: &Registry, global: &Global, args: &WatchArgs, shell: &Shell) -> Result<bool, Failure> {
    let project = project::find(args.project.path.as_deref(), global)?;
    // Named once and for all: the current folder moves along when it is renamed, the watched one does not.
    let global = Global { out: global.out.as_deref().map(absolute).transpose()?, ..global.clone() };
    let mut here = args.project.clone();
    here.path = Some(project.root().to_owned());
    // Watching begins before the first build, so that a change made meanwhile is seen after it.
    let mut watching = Watching::begin(&project, args.poll.map(Duration::from_millis), shell)?;
    let stopping = Arc::clone(&watching.stopper);
    ctrlc::set_handler(move || stop(&stopping))
        .map_err(|error| Failure::other(format!("cannot wait for Ctrl-C: {error}"), None))?;
    let first = BuildArgs { project: here, force: args.force, verify: args.verify, check: false, timings: None };
    let trace = args.timings.as_deref().map(TraceFile::prepare).transpose()?;
    let mut rebuilding = Rebuilding::new(registry, &global, trace, shell);
    rebuilding.first(&first)?;
    let again = BuildArgs { force: false, verify: false, ..first };
    shell.note(format_args!("watching {} (Ctrl-C ends)", quoted(&watching.root)));
    loop {
        let (mut changed, mut occasion) = (None, Occasion::Change);
        match watching.next(shell)? {
            Some(Hint::Stopped) => return Ok(true),
            Some(Hint::Rescan(RescanReason::RootGone)) => {
                shell.note(format_args!("{} has gone; waiting for its return", quoted(&watching.root)));
                rebuilding.mark = None;
                continue;
            }
            Some(Hint::Rescan(reason)) if shell.verbose() => {
                shell.note(format_args!("looking at everything again: {reason}"));
            }
            Some(Hint::Rescan(_)) => {}
            // Who polls does so because events cannot be relied on.
            Some(Hint::Paths(paths)) if watching.options.poll.is_none() && paths.len() <= FEW => {
                changed = Some(paths.into_iter().collect());
            }
            Some(Hint::Paths(_)) => {}
            None if !watching.root.is_dir() => continue,
            None if rebuilding.lost_outputs() || rebuilding.trusting => {}
            None if rebuilding.retry_is_due() => occasion = Occasion::Retry,
            None => continue,
        }
        // Another change may be told before its absence is.
        if rebuilding.lost_outputs() {
            shell.note("the output folder was removed: building what was in it");
        }
        while rebuilding.again(&again, changed.take(), occasion, &mut watching)? {}
    }
}

fn absolute(path: &std::path::Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(Failure::io("find", path))
}

// ---- watching ----

/// What tells of changes, and how to make another of it.
struct Watching {
    root: PathBuf,
    options: WatchOptions,
    watcher: Watcher,
    /// Of the watcher at work, for the thread that waits for Ctrl-C.
    stopper: Arc<Mutex<Stopper>>,
}

impl Watching {
    fn begin(project: &Project, poll: Option<Duration>, shell: &Shell) -> Result<Self, Failure> {
        let root = project.root().to_owned();
        let skip = vec![project.out().to_owned()];
        let mut options = WatchOptions { window: WINDOW, poll, skip };
        let watcher = match Watcher::new(&root, options.clone()) {
            Err(error) => fall_back(&root, &mut options, &error, shell)?,
            Ok(watcher) => watcher,
        };
        let stopper = Arc::new(Mutex::new(watcher.stopper()));
        Ok(Self { root, options, watcher, stopper })
    }

    /// Waits for the next hint, for a while.
    fn next(&mut self, shell: &Shell) -> Result<Option<Hint>, Failure> {
        let error = match self.watcher.next_timeout(QUIET) {
            Ok(hint) => return Ok(hint),
            Err(error) => error,
        };
        let watcher = fall_back(&self.root, &mut self.options, &error, shell)?;
        self.exchange(watcher);
        Ok(Some(Hint::Rescan(RescanReason::Backend(error.to_string()))))
    }

    /// Leaves out other folders from now on. Tells whether that is news, so that what changed meanwhile is to be looked
    /// for.
    fn skip(&mut self, folders: Vec<PathBuf>) -> Result<bool, Failure> {
        if self.options.skip == folders {
            return Ok(false);
        }
        self.options.skip = folders;
        let watcher = Watcher::new(&self.root, self.options.clone()).map_err(failure)?;
        self.exchange(watcher);
        Ok(true)
    }

    fn exchange(&mut self, watcher: Watcher) {
        let mut stopper = self.stopper.lock().unwrap_or_else(PoisonError::into_inner);
        *stopper = watcher.stopper();
        // Had the old one been stopped just now, that would be lost with it.
        if matches!(self.watcher.next_timeout(Duration::ZERO), Ok(Some(Hint::Stopped))) {
            stopper.stop();
        }
        self.watcher = watcher;
    }
}

/// Polls where the system refuses to tell events: for want of watches, say.
fn fall_back(
    root: &std::path::Path,
    options: &mut WatchOptions,
    error: &WatchError,
    shell: &Shell,
) -> Result<Watcher, Failure> {
    let refused = matches!(
        error,
        WatchError::TooManyFolders { .. } | WatchError::TooManyWatchers { .. } | WatchError::Backend { .. }
    );
    if !refused || options.poll.is_some() {
        return Err(Failure::other(error.to_string(), None));
    }
    options.poll = Some(FALLBACK_POLL);
    let watcher = Watcher::new(root, options.clone()).map_err(failure)?;
    let pause = FALLBACK_POLL.as_millis();
    shell.complain(format_args!("{}: {error}; polling every {pause} ms for now", styled(ODD, "warning")));
    Ok(watcher)
}

fn failure(error: WatchError) -> Failure {
    Failure::other(error.to_string(), None)
}

/// Ends the wait for changes. A build that is under way may finish if that is a matter of moments; otherwise it is
/// abandoned, which harms no file, and the next one does the rest. Runs on the thread that waits for Ctrl-C.
fn stop(stopper: &Mutex<Stopper>) {
    stopper.lock().unwrap_or_else(PoisonError::into_inner).stop();
    std::thread::sleep(GRACE);
    std::process::exit(0);
}

// ---- building ----

/// Why to build again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occasion {
    /// Something has changed.
    Change,
    /// The last build failed. If this one does, too, that is not told again.
    Retry,
}

/// Builds, and tells of it.
struct Rebuilding<'a> {
    registry: &'a Registry,
    global: &'a Global,
    shell: &'a Shell,
    /// Where to write what the last build that did something did when.
    trace: Option<TraceFile>,
    /// What was told of the project as a whole by the last build.
    told: Vec<Diagnostic>,
    /// The folders and state files of the last good build.
    outputs: Vec<PathBuf>,
    /// What the last build left.
    last: Option<Mark>,
    /// The same, if that was a good one and nothing has changed since that is not going to be told.
    mark: Option<Mark>,
    /// Whether the last build looked at nothing but what was told to have changed.
    trusting: bool,
    /// When to try again without a change, and how long a pause that is.
    retry: Option<(Instant, Duration)>,
    /// Why the last build could not begin.
    failure: Option<String>,
}

impl<'a> Rebuilding<'a> {
    fn new(registry: &'a Registry, global: &'a Global, trace: Option<TraceFile>, shell: &'a Shell) -> Self {
        let (told, outputs) = (Vec::new(), Vec::new());
        let (last, mark, trusting, retry, failure) = (None, None, false, None, None);
        Self { registry, global, shell, trace, told, outputs, last, mark, trusting, retry, failure }
    }

    /// The first build: told as `rigmill build` does. What the command line gets wrong, no change to a file can mend.
    fn first(&mut self, args: &BuildArgs) -> Result<(), Failure> {
        let begun = Instant::now();
        let recorder = self.recorder();
        let request = Request::first(recorder.as_ref());
        let built = build::build_targets(self.registry, self.global, args, request, self.shell);
        self.write_trace(recorder.as_ref());
        match built {
            Err(failure @ Failure::Graph(GraphError::UnknownTarget { .. })) if !self.global.target.is_empty() => {
                return Err(failure);
            }
            Err(failure) => self.tell_failure(&failure, Occasion::Change),
            Ok(built) => {
                built.iter().for_each(|built| self.tell(built));
                build::tell_finished(finished(&built, begun), self.global.message_format, self.shell);
                self.remember(&built, Occasion::Change);
            }
        }
        Ok(())
    }

    /// Builds once more, looking at nothing but what `changed`, where that is known. Tells whether to do so again, as
    /// other folders are watched now.
    fn again(
        &mut self,
        args: &BuildArgs,
        changed: Option<Vec<PathBuf>>,
        occasion: Occasion,
        watching: &mut Watching,
    ) -> Result<bool, Failure> {
        let begun = Instant::now();
        let fresh = if self.shell.verbose() { Fresh::Told } else { Fresh::Counted };
        let since = self.mark.take().zip(changed).map(|(mark, changed)| Since { mark, changed });
        self.trusting = since.is_some();
        let recorder = self.recorder();
        let request = Request { fresh, since, recorder: recorder.as_ref() };
        let built = match build::build_targets(self.registry, self.global, args, request, self.shell) {
            Ok(built) => built,
            Err(failure) => {
                self.write_trace(recorder.as_ref());
                self.tell_failure(&failure, occasion);
                return Ok(false);
            }
        };
        if self.is_news(&built, occasion) {
            self.write_trace(recorder.as_ref());
            self.tell_again(&built, begun);
        }
        self.tell_others(&built);
        self.remember(&built, occasion);
        match built.first() {
            Some(built) => watching.skip(vec![built.project.out().to_owned()]),
            None => Ok(false),
        }
    }

    fn recorder(&self) -> Option<Recorder> {
        self.trace.as_ref().map(|_| Recorder::new())
    }

    /// A trace that cannot be written is told, and the watch goes on.
    fn write_trace(&self, recorder: Option<&Recorder>) {
        if let Err(failure) = build::write_trace(self.trace.as_ref(), recorder) {
            failure.tell(self.global.message_format, self.shell);
        }
    }

    fn is_news(&self, built: &[Built], occasion: Occasion) -> bool {
        let again = |status| occasion == Occasion::Retry && status == Status::Failed;
        let mut assets = built.iter().flat_map(|built| &built.report.assets);
        assets.any(|asset| !asset.why.is_empty() && !again(asset.status)) || self.told != of_projects(built)
    }

    fn remember(&mut self, built: &[Built], occasion: Occasion) {
        self.failure = None;
        self.told = of_projects(built);
        self.last = built.last().and_then(|built| built.report.mark.clone());
        let all_good = built.iter().all(|built| built.report.mark.is_some());
        self.mark = built.last().filter(|_| all_good).and_then(|built| built.report.mark.clone());
        let written = built
            .iter()
            .flat_map(|built| [built.project.target_folder(&built.target), built.project.state_file(&built.target)]);
        let (found, missing): (Vec<_>, Vec<_>) = written.partition(|path| path.exists());
        self.outputs = found;
        // Whatever was removed while it was built, or after, would otherwise wait for the next change.
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

    fn retry_is_due(&self) -> bool {
        self.retry.is_some_and(|(at, _)| at <= Instant::now())
    }

    /// Whether something the last build left is no longer there.
    fn lost_outputs(&self) -> bool {
        self.outputs.iter().any(|path| !path.exists())
    }

    /// A build that could not be done is told, and tried again.
    fn tell_failure(&mut self, failure: &Failure, occasion: Occasion) {
        self.outputs.clear();
        self.trusting = false;
        self.try_again(failure.in_manifest().is_none(), occasion);
        let text = Some(failure.to_string());
        if occasion == Occasion::Retry && self.failure == text {
            return;
        }
        self.failure = text;
        build::tell_failure(failure, self.global.message_format, self.shell);
        failure.tell(self.global.message_format, self.shell);
    }

    /// For tools: that another build came between, which told them nothing of what it changed.
    fn tell_others(&self, built: &[Built]) {
        let mut last = self.last.as_ref();
        for built in built.iter().filter(|_| self.global.message_format == MessageFormat::Json) {
            if last.is_some() && built.report.previous_mark.as_ref() != last {
                self.shell.json(Message::reload_all(&built.target).line());
            }
            last = built.report.mark.as_ref();
        }
    }

    /// One line a rebuild for people; for tools, the messages of the build, too.
    fn tell_again(&self, built: &[Built], begun: Instant) {
        if self.global.message_format == MessageFormat::Json || self.shell.verbose() {
            built.iter().for_each(|built| self.tell(built));
        } else {
            built.iter().for_each(|built| built.tell_diagnostics(self.global.message_format, self.shell));
        }
        let finished = finished(built, begun);
        if self.global.message_format == MessageFormat::Json {
            build::tell_finished(finished, MessageFormat::Json, self.shell);
        } else if !self.shell.quiet() {
            self.shell.result(summary(built, &finished));
        }
    }

    /// The report of a build, and for tools a `reload` for each asset whose files are others now.
    fn tell(&self, built: &Built) {
        built.tell(self.global.message_format, self.shell);
        if self.global.message_format != MessageFormat::Json {
            return;
        }
        let folder = built.project.target_folder(&built.target);
        let changed = |status| matches!(status, Status::Built | Status::Cached | Status::Removed);
        let reloads = built.report.assets.iter().filter(|asset| changed(asset.status));
        let reloads = reloads.map(|asset| Message::reload(asset, &built.target, &folder).line());
        self.shell.result_lines(Form::Json, reloads);
    }
}

fn of_projects(built: &[Built]) -> Vec<Diagnostic> {
    built.iter().flat_map(|built| built.report.diagnostics.iter().cloned()).collect()
}

fn finished(built: &[Built], begun: Instant) -> FinishedMessage {
    let mut finished = FinishedMessage { success: true, ..FinishedMessage::default() };
    built.iter().for_each(|built| finished.add(&built.report));
    finished.ms = milliseconds(begun.elapsed());
    finished
}

/// `rebuilt 2, failed 1 (Animation/Run: source changed: Animation/Run.Animation; and 2 more) in 0.012 s`
fn summary(built: &[Built], finished: &FinishedMessage) -> String {
    let assets = built.iter().flat_map(|built| &built.report.assets);
    let worked: Vec<_> = assets.filter(|asset| !asset.why.is_empty()).collect();
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
