//! [`Snapshot`]: the files of a tree with their stamps, for comparison.

use std::cmp::Ordering;
use std::fs::{self, DirEntry, Metadata, ReadDir};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::scope::Scope;

/// The files of a tree with their stamps, sorted by path. A link to a file has the stamp of its target.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Snapshot {
    files: Vec<(PathBuf, Stamp)>,
}

/// The metadata that the system has about a file without reading it. This is more precise than the polling in `notify`, which
/// compares modification times in whole seconds and ignores older ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    size: u64,
    /// Change time, inode and device. Zeros on systems that do not have them.
    identity: [i128; 3],
}

impl Snapshot {
    /// Lists every file in scope. An unreadable folder is listed as if it were a file, so that becoming unreadable or readable
    /// counts as a change. Returns `None` if `closed` returns true in the meantime.
    ///
    /// # Errors
    /// Returns an error if the root cannot be read.
    pub(crate) fn new(scope: &Scope, closed: impl Fn() -> bool) -> io::Result<Option<Self>> {
        let mut files = Vec::new();
        let mut folders = Vec::new();
        list(fs::read_dir(scope.root())?, scope, &mut folders, &mut files);
        while let Some(folder) = folders.pop() {
            if closed() {
                return Ok(None);
            }
            match fs::read_dir(&folder) {
                Ok(entries) => list(entries, scope, &mut folders, &mut files),
                Err(_) => files.push((folder, Stamp::default())),
            }
        }
        files.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(Some(Self { files }))
    }

    /// Returns the files that differ, or that exist in only one of the snapshots.
    pub(crate) fn changes(&self, later: &Self) -> Vec<PathBuf> {
        let (mut old, mut new) = (self.files.as_slice(), later.files.as_slice());
        let mut changes = Vec::new();
        loop {
            let order = match (old.first(), new.first()) {
                (Some(old), Some(new)) => old.0.cmp(&new.0),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return changes,
            };
            let before = if order.is_le() { old.split_off_first() } else { None };
            let after = if order.is_ge() { new.split_off_first() } else { None };
            if before != after {
                changes.extend(before.or(after).map(|file| file.0.clone()));
            }
        }
    }
}

fn list(entries: ReadDir, scope: &Scope, folders: &mut Vec<PathBuf>, files: &mut Vec<(PathBuf, Stamp)>) {
    for entry in entries.flatten() {
        let path = entry.path();
        if !scope.admits_entry(&path) {
            continue;
        }
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => folders.push(path),
            _ => files.extend(stamp(&entry, &path).map(|stamp| (path, stamp))),
        }
    }
}

/// Returns `None` for an entry that has disappeared, and for links to folders.
fn stamp(entry: &DirEntry, path: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(path).or_else(|_| entry.metadata()).ok()?;
    (!metadata.is_dir()).then(|| Stamp::new(&metadata))
}

impl Stamp {
    fn new(metadata: &Metadata) -> Self {
        Self { modified: metadata.modified().ok(), size: metadata.len(), identity: identity(metadata) }
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> [i128; 3] {
    use std::os::unix::fs::MetadataExt;
    let changed = i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec());
    [changed, i128::from(metadata.ino()), i128::from(metadata.dev())]
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> [i128; 3] {
    [0; 3]
}
