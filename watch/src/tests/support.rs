//! A watched folder for tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

#[cfg(target_os = "linux")]
use crate::WatchError;
use crate::{Hint, RescanReason, WatchOptions, Watcher};

/// How long to wait for an event that must occur.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns an absolute path: on Windows, one on a drive. `path` begins with a slash.
pub(super) fn absolute(path: &str) -> PathBuf {
    format!("{}{path}", if cfg!(windows) { "C:" } else { "" }).into()
}

/// Whether the tests run under Wine, which has other rules than Windows: it reports changes below a renamed folder under the
/// old name, and a deleted file or folder exists until it is closed.
#[allow(clippy::disallowed_methods, reason = "Wine is recognized by its variables")]
pub(super) fn is_wine() -> bool {
    cfg!(windows) && std::env::var_os("WINELOADER").is_some()
}

/// Allows only one watching test at a time, because the tests count threads and make bursts of changes.
static SERIAL: Mutex<()> = Mutex::new(());

pub(super) fn alone() -> MutexGuard<'static, ()> {
    SERIAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder, and a second folder next to it that is not watched.
pub(super) struct Folder {
    temporary: TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Folder {
    pub(super) fn new() -> Self {
        let alone = alone();
        let temporary = tempfile::tempdir().unwrap();
        fs::create_dir(temporary.path().join("project")).unwrap();
        fs::create_dir(temporary.path().join("beside")).unwrap();
        Self { temporary, _alone: alone }
    }

    pub(super) fn root(&self) -> PathBuf {
        self.temporary.path().join("project")
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.temporary.path().join("beside").join(name)
    }

    /// Writes a file and creates its parent folders.
    pub(super) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(super) fn rename(&self, from: &str, to: &str) {
        fs::rename(self.path(from), self.path(to)).unwrap();
    }

    pub(super) fn watch(&self) -> Watched {
        self.watch_with(WatchOptions::default())
    }

    pub(super) fn watch_with(&self, options: WatchOptions) -> Watched {
        let root = self.root();
        Watched { watcher: Watcher::new(&root, options).unwrap(), root }
    }
}

/// A watcher of a [`Folder`].
pub(super) struct Watched {
    pub(super) watcher: Watcher,
    pub(super) root: PathBuf,
}

/// The changes that were reported.
#[derive(Debug, Default)]
pub(super) struct Reported {
    /// The paths, relative to the root.
    pub(super) paths: BTreeSet<String>,
    pub(super) rescans: Vec<RescanReason>,
}

impl Reported {
    /// Whether all of `names` were reported, individually or through a rescan.
    pub(super) fn covers<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> bool {
        !self.rescans.is_empty() || self.names(names)
    }

    /// Whether all of `names` were reported individually.
    pub(super) fn names<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> bool {
        names.into_iter().all(|name| self.paths.contains(name))
    }
}

impl Watched {
    /// Collects reports until `enough` returns true.
    pub(super) fn until(&self, mut enough: impl FnMut(&Reported) -> bool) -> Reported {
        let end = Instant::now() + PATIENCE;
        let mut reported = Reported::default();
        while !enough(&reported) {
            let rest = end.saturating_duration_since(Instant::now());
            match self.watcher.next_timeout(rest).unwrap() {
                Some(Hint::Paths(paths)) => reported.paths.extend(paths.iter().map(|path| self.relative(path))),
                Some(Hint::Rescan(reason)) => reported.rescans.push(reason),
                Some(Hint::Stopped) => panic!("stopped"),
                None => panic!("not reported in time; so far {} paths, {:?}", reported.paths.len(), reported.rescans),
            }
        }
        reported
    }

    pub(super) fn until_named(&self, names: &[&str]) -> Reported {
        self.until(|reported| reported.names(names.iter().copied()))
    }

    /// Writes a file repeatedly until it is reported by name. Rescans that are still in progress may replace the first reports.
    pub(super) fn until_writing_names(&self, folder: &Folder, name: &str) {
        eventually(name, || {
            folder.write(name, "again");
            let hint = self.watcher.next_timeout(Duration::from_secs(1)).unwrap();
            matches!(hint, Some(Hint::Paths(paths)) if paths.contains(&folder.path(name)))
        });
    }

    /// Waits for the watcher to fail.
    #[cfg(target_os = "linux")]
    pub(super) fn until_failed(&self) -> WatchError {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Err(error) = self.watcher.next_timeout(PATIENCE) {
                return error;
            }
        }
        panic!("did not fail in time");
    }

    fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap().to_str().unwrap().replace(std::path::MAIN_SEPARATOR, "/")
    }
}

/// Waits until a condition outside of the watcher holds.
pub(super) fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "not in time: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
