//! `rigmill watch`: builds a project, and rebuilds it on every change.

mod rebuilding;
mod watching;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rigmill_pipeline::Registry;
use rigmill_watch::{Hint, RescanReason, Stopper};

use self::rebuilding::{Occasion, Rebuilding};
pub(crate) use self::rebuilding::{Original, Outcome};
use self::watching::Watching;
use super::build::Fresh;
use crate::args::{BuildArgs, Settings, WatchArgs};
use crate::failure::Failure;
use crate::output::printable::quoted;
use crate::output::shell::Shell;
use crate::output::trace::TraceFile;
use crate::project;

/// If more files than this have changed, everything is checked.
const FEW: usize = 1000;

/// The time that a running build has to finish after Ctrl-C.
const GRACE: Duration = Duration::from_secs(2);

pub(crate) fn run(registry: &Registry, settings: &Settings, args: &WatchArgs, shell: &Shell) -> Result<bool, Failure> {
    run_with(registry, settings, args, None, shell, Fresh::Listed, &|_| ())
}

/// Like [`run`]. `listener` is notified of every build before it is reported, and of every asset in the first build.
#[cfg(feature = "view")]
pub(crate) fn run_for_viewer(
    registry: &Registry,
    settings: &Settings,
    args: &WatchArgs,
    original: Option<Original<'_>>,
    shell: &Shell,
    listener: &dyn Fn(Outcome<'_>),
) -> Result<bool, Failure> {
    run_with(registry, settings, args, original, shell, Fresh::Reported, listener)
}

fn run_with(
    registry: &Registry,
    settings: &Settings,
    args: &WatchArgs,
    original: Option<Original<'_>>,
    shell: &Shell,
    fresh: Fresh,
    listener: &dyn Fn(Outcome<'_>),
) -> Result<bool, Failure> {
    let has_project = args.project.path.is_some();
    let trace = args.timings.as_deref().map(|path| TraceFile::prepare(path, has_project)).transpose()?;
    let project = project::find(args.project.path.as_deref(), settings)?;
    // Made absolute, because the current folder may be renamed while the watch runs.
    let settings = Settings { out: settings.out.as_deref().map(absolute).transpose()?, ..settings.clone() };
    let mut here = args.project.clone();
    here.path = Some(project.root().to_owned());
    // Watching starts before the first build, so changes during that build are seen.
    let mut watching = Watching::begin(&project, args.poll.map(Duration::from_millis), shell)?;
    let stopping = Arc::clone(&watching.stopper);
    ctrlc::set_handler(move || stop(&stopping))
        .map_err(|error| Failure::other(format!("cannot wait for Ctrl-C: {error}"), None))?;
    let first = BuildArgs { project: here, force: args.force, verify: args.verify, ..BuildArgs::default() };
    let mut rebuilding = Rebuilding::new(registry, &settings, original, trace, shell, listener);
    rebuilding.first(&first, fresh)?;
    let again = BuildArgs { force: false, verify: false, ..first };
    let watched = original.map_or(watching.root.as_path(), |original| original.file);
    shell.note(format_args!("watching {} (to stop, press Ctrl-C)", quoted(watched)));
    loop {
        let (mut changed, mut occasion) = (None, Occasion::Change);
        // Irrelevant changes are treated as if there were no changes.
        match watching.next(shell)?.filter(|hint| !rebuilding.is_irrelevant(hint)) {
            Some(Hint::Stopped) => return Ok(true),
            Some(Hint::Rescan(RescanReason::RootGone)) => {
                shell.note(format_args!("{} is gone; waiting until the folder is back", quoted(&watching.root)));
                rebuilding.mark = None;
                continue;
            }
            Some(Hint::Rescan(reason)) if shell.verbose() => {
                shell.note(format_args!("checking all files again: {reason}"));
            }
            Some(Hint::Rescan(_)) => {}
            // If the user has chosen polling, events may be incomplete.
            Some(Hint::Paths(paths)) if watching.options.poll.is_none() && paths.len() <= FEW => {
                changed = Some(paths.into_iter().collect());
            }
            Some(Hint::Paths(_)) => {}
            None if !watching.root.is_dir() => continue,
            None if rebuilding.lost_outputs() || rebuilding.trusting => {}
            None if rebuilding.retry_is_due() => occasion = Occasion::Retry,
            None => continue,
        }
        // The change may have been reported before the missing output folder was noticed.
        if rebuilding.lost_outputs() {
            shell.note("the output folder was removed: building its content again");
        }
        while rebuilding.again(&again, changed.take(), occasion, &mut watching)? {}
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(Failure::io("find", path))
}

// ---- watching ----

/// Stops waiting for changes. A running build has [`GRACE`] to finish and is abandoned after that. This harms no files, and the
/// next build continues its work. Runs on the thread that waits for Ctrl-C.
fn stop(stopper: &Mutex<Stopper>) {
    stopper.lock().unwrap_or_else(PoisonError::into_inner).stop();
    std::thread::sleep(GRACE);
    std::process::exit(0);
}
