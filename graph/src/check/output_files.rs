//! [`OutputFiles`]: determines whether output files are unchanged.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rigmill_disk::{Disk, Fingerprint, Instant, Stamp, read};

use crate::records::OutputRecord;

/// Checks the files of a target's folder. Each file is read at most once, unless it changes in the meantime.
pub(crate) struct OutputFiles<'a> {
    disk: &'a dyn Disk,
    folder: &'a Path,
    /// The time when the build began, by the file system's clock; `None` for a survey, which records nothing.
    started: Option<Instant>,
    /// Whether to read files instead of trusting the stamps of earlier builds.
    verify: bool,
    /// The files that this build read, by path.
    read: Mutex<BTreeMap<String, Fingerprint>>,
}

/// The state of an output file.
pub(crate) enum OutputState {
    /// The file contains the bytes that were written.
    Unchanged(Fingerprint),
    Changed,
    Missing,
}

impl<'a> OutputFiles<'a> {
    pub(crate) fn new(disk: &'a dyn Disk, folder: &'a Path, started: Option<Instant>, verify: bool) -> Self {
        Self { disk, folder, started, verify, read: Mutex::default() }
    }

    /// Determines the state of an output by its stamp or, if the stamp is not known, by its bytes.
    pub(crate) fn state(&self, output: &OutputRecord) -> OutputState {
        let path = self.folder.join(&output.path);
        let Ok(Some(stamp)) = self.disk.stamp(&path) else { return OutputState::Missing };
        let known = self.read_before(&output.path).or((!self.verify).then_some(output.fingerprint));
        let found = match known.filter(|known| known.matches(stamp)) {
            Some(known) => known,
            None => match read(|| self.disk.open_file(&path), 0, |stamp| self.trusts(stamp)) {
                Ok(Some(reading)) => {
                    self.read_files().insert(output.path.clone(), reading.fingerprint);
                    reading.fingerprint
                }
                Ok(None) => return OutputState::Missing,
                Err(_) => return OutputState::Changed,
            },
        };
        if found.digest() == output.fingerprint.digest() { OutputState::Unchanged(found) } else { OutputState::Changed }
    }

    /// Whether every change of a file since the build began is certain to change its stamp.
    fn trusts(&self, stamp: Stamp) -> bool {
        self.started.is_none_or(|started| stamp.is_settled_before(started))
    }

    /// Returns the fingerprint of an unchanged output.
    pub(crate) fn fingerprint(&self, output: &OutputRecord) -> Fingerprint {
        let found = self.read_before(&output.path).filter(|it| it.digest() == output.fingerprint.digest());
        found.unwrap_or(output.fingerprint)
    }

    fn read_before(&self, path: &str) -> Option<Fingerprint> {
        self.read_files().get(path).copied()
    }

    fn read_files(&self) -> MutexGuard<'_, BTreeMap<String, Fingerprint>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
