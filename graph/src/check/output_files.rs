//! [`TargetFiles`]: the files that builds wrote, as this build finds them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::disk::{Disk, Fingerprint, Instant, Stamp, read};
use crate::records::OutputRecord;

/// Looks at the files of a target's folder. Each is read at most once, unless it changes meanwhile.
pub(crate) struct TargetFiles<'a> {
    disk: &'a dyn Disk,
    pub(crate) folder: &'a Path,
    /// When the build began, by the file system's clock; a survey needs none, since nothing is remembered of it.
    started: Option<Instant>,
    /// Read files instead of trusting what earlier builds remember of them.
    verify: bool,
    /// What this build read, by path.
    read: Mutex<BTreeMap<String, Fingerprint>>,
}

/// What has become of a file that a build wrote.
pub(crate) enum Intact {
    /// It is what was written.
    Yes(Fingerprint),
    Changed,
    Missing,
}

impl<'a> TargetFiles<'a> {
    pub(crate) fn new(disk: &'a dyn Disk, folder: &'a Path, started: Option<Instant>, verify: bool) -> Self {
        Self { disk, folder, started, verify, read: Mutex::default() }
    }

    /// Looks at an output: by its stamp, and by its bytes where no stamp vouches for them.
    pub(crate) fn look(&self, output: &OutputRecord) -> Intact {
        let place = self.folder.join(&output.path);
        let Ok(Some(stamp)) = self.disk.stamp(&place) else { return Intact::Missing };
        let known = self.found(&output.path).or((!self.verify).then_some(output.fingerprint));
        let found = match known.filter(|known| known.vouches_for(stamp)) {
            Some(known) => known,
            None => match read(|| self.disk.open_file(&place), 0, |stamp| self.trusts(stamp)) {
                Ok(Some(reading)) => self.note(&output.path, reading.fingerprint),
                Ok(None) => return Intact::Missing,
                Err(_) => return Intact::Changed,
            },
        };
        if found.digest() == output.fingerprint.digest() { Intact::Yes(found) } else { Intact::Changed }
    }

    /// Whether a change of a file since the build began must show in its stamp.
    fn trusts(&self, stamp: Stamp) -> bool {
        self.started.is_none_or(|started| stamp.settled_before(started))
    }

    /// What is known of an output that is still what was written.
    pub(crate) fn known(&self, output: &OutputRecord) -> Fingerprint {
        let found = self.found(&output.path).filter(|it| it.digest() == output.fingerprint.digest());
        found.unwrap_or(output.fingerprint)
    }

    fn found(&self, path: &str) -> Option<Fingerprint> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied()
    }

    fn note(&self, path: &str, found: Fingerprint) -> Fingerprint {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), found);
        found
    }
}
