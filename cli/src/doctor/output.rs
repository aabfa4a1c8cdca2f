//! Checks of the output folder: whether it can be written to, its clock, how files get there.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use rigmill_graph::{CacheFolder, Project};

use super::file_system::{is_remote, kind_of};
use super::finding::Finding;
use super::probe::{ProbeFile, free_name, nearest_folder};

/// A file system's clock may be off by so much before it is worth telling.
const TOLERANCE: Duration = Duration::from_secs(2);
/// So many files are made to see how finely a file system takes the time: that all of them should fall on a whole
/// second by chance is out of the question.
const SAMPLES: usize = 4;

pub(super) fn writable(project: &Project, target: &str) -> Finding {
    let folders = [project.out().to_owned(), project.state_folder(), project.target_folder(target)];
    for folder in &folders {
        if let Err(error) = nearest_folder(folder).and_then(ProbeFile::new) {
            let message = format!("cannot write to {}: {error}", folder.display());
            return Finding::problem(
                "output",
                message,
                "get the right to write there, or name another folder with --out",
            );
        }
    }
    Finding::ok("output", format!("{} can be written to", project.out().display()))
}

pub(super) fn file_system(project: &Project) -> Finding {
    let check = "output's file system";
    let kind = nearest_folder(project.out()).ok().and_then(kind_of);
    match kind {
        Some(kind) if is_remote(&kind) => Finding::warning(
            check,
            format!("{kind}, which is slow to write to and may not keep two machines' builds apart"),
            "name a folder on a local disk with --out",
        ),
        Some(kind) => Finding::ok(check, kind),
        None => Finding::ok(check, "this system does not say"),
    }
}

/// Whether the clock of the output's file system agrees with the machine's, and how finely it goes.
pub(super) fn clock(project: &Project) -> Option<Finding> {
    let folder = nearest_folder(project.out()).ok()?;
    let times: io::Result<Vec<SystemTime>> =
        (0..SAMPLES).map(|_| ProbeFile::new(folder)?.metadata()?.modified()).collect();
    let times = times.ok()?;
    let (last, now) = (*times.last()?, now());
    let off = now.duration_since(last).unwrap_or_else(|error| error.duration());
    let help = "set both clocks by the network; builds stay right, but read more than they would have to";
    Some(if off > TOLERANCE {
        Finding::warning("clock", format!("files get times that are {} s off", off.as_secs()), help)
    } else if times.iter().all(on_whole_second) {
        let help = "builds stay right, but read again what changed within the second before; a local disk does better";
        Finding::warning("clock", "this file system counts whole seconds", help)
    } else {
        Finding::ok("clock", "the file system's agrees with the machine's, and counts parts of seconds")
    })
}

#[allow(clippy::disallowed_methods, reason = "the command line is where the clock is read")]
fn now() -> SystemTime {
    SystemTime::now()
}

fn on_whole_second(time: &SystemTime) -> bool {
    time.duration_since(SystemTime::UNIX_EPOCH).is_ok_and(|since| since.subsec_nanos() == 0)
}

/// By what means files can get from the cache to the output.
pub(super) fn links(project: &Project, cache: Option<&CacheFolder>) -> Option<Finding> {
    let from = ProbeFile::new(nearest_folder(&cache?.path).ok()?).ok()?;
    let to = nearest_folder(project.out()).ok()?;
    let means = match (can_reflink(&from, to), can_hard_link(from.path(), to)) {
        (true, true) => "reflinks and hard links work between cache and output",
        (true, false) => "reflinks work between cache and output, hard links do not",
        (false, true) => {
            "hard links work between cache and output, reflinks do not: files are copied where they must be"
        }
        (false, false) => "cache and output cannot share files: they are copied",
    };
    Some(Finding::ok("links", means))
}

fn can_hard_link(from: &Path, folder: &Path) -> bool {
    let to = free_name(folder);
    let linked = fs::hard_link(from, &to).is_ok();
    linked && fs::remove_file(&to).is_ok()
}

#[cfg(target_os = "linux")]
fn can_reflink(from: &ProbeFile, folder: &Path) -> bool {
    let read = fs::File::open(from.path());
    ProbeFile::new(folder).is_ok_and(|to| read.is_ok_and(|from| rustix::fs::ioctl_ficlone(to.file(), from).is_ok()))
}

#[cfg(not(target_os = "linux"))]
fn can_reflink(_: &ProbeFile, _: &Path) -> bool {
    false
}
