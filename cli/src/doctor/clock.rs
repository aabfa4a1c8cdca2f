//! Checks the clocks of file systems: agreement with the machine's clock, resolution, and change times.

use std::fs::{FileTimes, Metadata};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use rigmill_graph::Project;

use super::finding::Finding;
use super::probe::{ProbeFile, nearest_folder};

/// The maximum difference between clocks without a warning.
const TOLERANCE: Duration = Duration::from_secs(2);
/// The number of files whose times are compared. It is practically impossible that all of them are whole seconds by chance.
const SAMPLES: usize = 4;

/// Checks the clocks of outputs and sources. Sources on the same file system as the outputs are not checked separately.
pub(super) fn findings(project: &Project) -> Vec<Finding> {
    let Ok(out) = nearest_folder(project.out()) else { return Vec::new() };
    let sources = (!same_file_system(out, project.root())).then(|| of_folder("sources' clock", project.root()));
    std::iter::once(of_folder("clock", out)).chain(sources).collect()
}

fn of_folder(check: &'static str, folder: &Path) -> Finding {
    match Samples::take(folder) {
        Ok(samples) => samples.finding(check),
        Err(error) => {
            let message = format!("cannot be read in {}: {error}; builds read changed files twice", folder.display());
            Finding::ok(check, message)
        }
    }
}

/// The times of files that were created one after another.
struct Samples {
    times: Vec<SystemTime>,
    now: SystemTime,
    /// Whether setting a modification time leaves no trace in the change time.
    forgets_changes: bool,
}

impl Samples {
    fn take(folder: &Path) -> io::Result<Self> {
        let probes: Vec<ProbeFile> = (0..SAMPLES).map(|_| ProbeFile::new(folder)).collect::<io::Result<_>>()?;
        let times = probes.iter().map(|probe| probe.metadata()?.modified()).collect::<io::Result<_>>()?;
        let now = now();
        let past = FileTimes::new().set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000));
        probes[0].file().set_times(past)?;
        Ok(Self { times, now, forgets_changes: changed_long_ago(&probes[0].metadata()?) })
    }

    fn finding(&self, check: &'static str) -> Finding {
        let last = self.times.iter().max().copied().unwrap_or(self.now);
        let off = self.now.duration_since(last).unwrap_or_else(|error| error.duration());
        if off > TOLERANCE {
            let help =
                "synchronize both clocks over the network; builds stay correct, but read more files than necessary";
            Finding::warning(
                check,
                format!("new files get timestamps that are {} s off this machine's clock", off.as_secs()),
                help,
            )
        } else if self.forgets_changes {
            let help = "if a tool restores the earlier timestamp of a changed file of the same size, run `rigmill build --force`";
            Finding::warning(check, "this file system does not record when a file's timestamp was set", help)
        } else if self.times.iter().all(on_whole_second) {
            let help = "use a local disk for faster builds; builds stay correct, but read recently changed files again";
            Finding::warning(check, "this file system stores timestamps in whole seconds", help)
        } else {
            Finding::ok(check, "timestamps agree with this machine's clock, and have fractions of a second")
        }
    }
}

#[allow(clippy::disallowed_methods, reason = "the command line is where the clock is read")]
fn now() -> SystemTime {
    SystemTime::now()
}

fn on_whole_second(time: &SystemTime) -> bool {
    time.duration_since(SystemTime::UNIX_EPOCH).is_ok_and(|since| since.subsec_nanos() == 0)
}

/// Whether setting a new file's modification time to the past also set its change time to the past.
#[cfg(unix)]
fn changed_long_ago(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.ctime() == metadata.mtime()
}

/// A system without change times cannot lose them.
#[cfg(not(unix))]
fn changed_long_ago(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn same_file_system(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |path: &Path| std::fs::metadata(path).map(|metadata| metadata.dev()).ok();
    number(one) == number(other)
}

#[cfg(not(unix))]
fn same_file_system(_: &Path, _: &Path) -> bool {
    false
}
