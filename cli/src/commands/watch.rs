//! `rigmill watch`

use std::time::{Duration, Instant};

use rigmill_graph::{BuildReport, Status};
use rigmill_pipeline::Registry;
use rigmill_watch::{Hint, WatchOptions, Watcher};

use super::build::{self, Built};
use super::project;
use crate::args::{BuildArgs, Global, MessageFormat, WatchArgs};
use crate::failure::Failure;
use crate::message::{Message, milliseconds};
use crate::shell::{DIM, Shell, styled};

/// How long events are gathered before a rebuild.
const WINDOW: Duration = Duration::from_millis(30);

pub(crate) fn run(registry: &Registry, global: &Global, args: &WatchArgs, shell: &Shell) -> Result<bool, Failure> {
    let project = project::find(args.project.path.as_deref(), global)?;
    let options = WatchOptions {
        window: WINDOW,
        poll: args.poll.map(Duration::from_millis),
        skip: project.output_folders(&registry.targets()),
    };
    // Watching begins before the first build, so that a change made meanwhile is seen after it.
    let watcher = Watcher::new(project.root(), options).map_err(|error| Failure::other(error.to_string(), None))?;
    let stopper = watcher.stopper();
    let handled = ctrlc::set_handler(move || stopper.stop());
    handled.map_err(|error| Failure::other(format!("cannot wait for Ctrl-C: {error}"), None))?;
    let first = BuildArgs { project: args.project.clone(), force: args.force, verify: args.verify, check: false };
    let again = BuildArgs { force: false, verify: false, ..first.clone() };
    tell_failure(build::run(registry, global, &first, shell), shell);
    shell.note(format_args!("watching {} (Ctrl-C ends)", project.root().display()));
    loop {
        match watcher.next().map_err(|error| Failure::other(error.to_string(), None))? {
            Hint::Stopped => return Ok(true),
            Hint::Rescan(reason) => shell.note(format_args!("looking at everything again: {reason}")),
            Hint::Paths(_) => {}
        }
        rebuild(registry, global, &again, shell);
    }
}

/// A failure of one build is told, and the next change tries again.
fn tell_failure(result: Result<bool, Failure>, shell: &Shell) {
    if let Err(failure) = result {
        failure.tell(shell);
    }
}

fn rebuild(registry: &Registry, global: &Global, args: &BuildArgs, shell: &Shell) {
    let begun = Instant::now();
    match build::build_targets(registry, global, args, shell) {
        Ok(built) => built.iter().for_each(|built| tell(built, global, begun, shell)),
        Err(failure) => {
            build::tell_failure(&failure, global.message_format, shell);
            failure.tell(shell);
        }
    }
}

/// One line a rebuild that did something: what, why, how long. For tools, the messages of the build and a `reload`
/// for each asset whose files are others now.
fn tell(built: &Built, global: &Global, begun: Instant, shell: &Shell) {
    let report = &built.report;
    if !did_something(report) {
        return;
    }
    built.tell(global.message_format, shell);
    let folder = built.project.target_folder(&built.target);
    let changed =
        report.assets.iter().filter(|asset| matches!(asset.status, Status::Built | Status::Cached | Status::Removed));
    for asset in changed {
        if global.message_format == MessageFormat::Json {
            shell.result(Message::reload(asset, &built.target, &folder).line());
        } else if !shell.quiet() {
            let why: Vec<String> = asset.why.iter().map(ToString::to_string).collect();
            shell.result(styled(DIM, format_args!("         {}", why.join("; "))));
        }
    }
    if global.message_format != MessageFormat::Json && !shell.quiet() {
        shell.result(format_args!("rebuilt in {} ms", milliseconds(begun.elapsed())));
    }
}

fn did_something(report: &BuildReport) -> bool {
    !report.diagnostics.is_empty() || report.assets.iter().any(|asset| !asset.why.is_empty())
}
