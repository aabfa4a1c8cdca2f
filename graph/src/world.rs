//! [`World`]: answers what stages ask of files and the environment.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use rigmill_pipeline::{Digest, SourcePath, Sources};

use crate::disk::Disk;
use crate::manifest::glob_set;
use crate::plan::Plan;
use crate::stamp::{Instant, Stamp};
use crate::state::{FileRecord, State};

/// How often a file that changes while it is read is read again before the build gives up on it.
const READ_TRIES: usize = 16;

/// The largest file a stage may read into memory, in bytes: 4 GiB. Importers have limits of their own, far lower.
const LARGEST: u64 = 1 << 32;

/// The project's files as this build sees them.
pub(crate) struct World<'a> {
    root: &'a Path,
    disk: &'a dyn Disk,
    plan: &'a Plan,
    state: &'a State,
    /// Stamps not settled before this moment are not remembered.
    started: Option<Instant>,
    /// Files read by this build: their digest, and their stamp when it may be remembered.
    read: Mutex<BTreeMap<SourcePath, (Digest, Option<Stamp>)>>,
    /// Globs asked for by this build: which files match does not change while it runs.
    listed: Mutex<BTreeMap<String, Arc<[SourcePath]>>>,
}

impl<'a> World<'a> {
    pub(crate) fn new(
        root: &'a Path,
        disk: &'a dyn Disk,
        plan: &'a Plan,
        state: &'a State,
        started: Option<Instant>,
    ) -> Self {
        let (read, listed) = (Mutex::default(), Mutex::default());
        Self { root, disk, plan, state, started, read, listed }
    }

    /// The assets of the build.
    pub(crate) fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// The digest of a file, from its stamp when that is one we know.
    pub(crate) fn digest(&self, path: &SourcePath) -> io::Result<Option<Digest>> {
        if let Some(digest) = self.unchanged(path) {
            return Ok(Some(digest));
        }
        if let Some((digest, _)) = self.read.lock().map_err(poisoned)?.get(path) {
            return Ok(Some(*digest));
        }
        let Some((digest, stamp)) = self.hash(path)? else { return Ok(None) };
        self.remember(path, digest, stamp)?;
        Ok(Some(digest))
    }

    /// The digest of a file that did not change meanwhile; in memory is never more than a block of it.
    fn hash(&self, path: &SourcePath) -> io::Result<Option<(Digest, Stamp)>> {
        let file = self.root.join(path.as_str());
        for _ in 0..READ_TRIES {
            let Some(before) = self.disk.stamp(&file)? else { return Ok(None) };
            let digest = Digest::of_reader(self.disk.open(&file)?)?;
            let same = || Ok::<_, io::Error>(Digest::of_reader(self.disk.open(&file)?)? == digest);
            if self.disk.stamp(&file)? == Some(before) && (self.tells_changes(before) || same()?) {
                return Ok(Some((digest, before)));
            }
        }
        Err(restless())
    }

    /// Whether a change of a file while it is read shows in its stamp. Not so in the tick of the clock in which the file
    /// was changed before: what was read then may be half of one change and half of the next.
    fn tells_changes(&self, stamp: Stamp) -> bool {
        self.started.is_none_or(|started| stamp.settled_before(started))
    }

    fn remember(&self, path: &SourcePath, digest: Digest, stamp: Stamp) -> io::Result<()> {
        let stamp = self.started.filter(|&started| stamp.settled_before(started)).map(|_| stamp);
        self.read.lock().map_err(poisoned)?.insert(path.clone(), (digest, stamp));
        Ok(())
    }

    /// The digest remembered for a file, when the file has still the stamp it had then.
    fn unchanged(&self, path: &SourcePath) -> Option<Digest> {
        self.state.digest(path, self.stamp(path)?)
    }

    /// The stamp a file had when the project was looked at; for a hidden file, the one it has now.
    fn stamp(&self, path: &SourcePath) -> Option<Stamp> {
        match self.plan.tree.find(path) {
            Some(file) => Some(self.plan.tree.files[file].stamp),
            None => self.disk.stamp(&self.root.join(path.as_str())).ok().flatten(),
        }
    }

    /// What to remember of a file after this build; `None` when it must be read again next time.
    pub(crate) fn file_record(&self, path: &SourcePath) -> Option<FileRecord> {
        if let Some((digest, stamp)) = self.read.lock().ok()?.get(path) {
            return stamp.map(|stamp| FileRecord { stamp, digest: *digest });
        }
        Some(FileRecord { stamp: self.stamp(path)?, digest: self.unchanged(path)? })
    }

    /// A file's bytes, read while it did not change.
    fn read_settled(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Stamp)>> {
        let file = self.root.join(path.as_str());
        for _ in 0..READ_TRIES {
            let Some(before) = self.disk.stamp(&file)? else { return Ok(None) };
            if before.size() > LARGEST {
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {LARGEST} bytes")));
            }
            let bytes = self.disk.read(&file)?;
            let same = || Ok::<_, io::Error>(self.disk.read(&file)? == bytes);
            if self.disk.stamp(&file)? == Some(before) && (self.tells_changes(before) || same()?) {
                return Ok(Some((bytes, before)));
            }
        }
        Err(restless())
    }
}

impl Sources for World<'_> {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        let Some((bytes, stamp)) = self.read_settled(path)? else { return Ok(None) };
        let digest = Digest::of(&bytes);
        self.remember(path, digest, stamp)?;
        Ok(Some((bytes, digest)))
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        Ok(self.disk.stamp(&self.root.join(path.as_str()))?.map(|stamp| stamp.size()))
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        if let Some(found) = self.listed.lock().map_err(poisoned)?.get(pattern) {
            return Ok(found.to_vec());
        }
        let globs = glob_set([pattern]).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let mut found: Vec<SourcePath> =
            self.plan.tree.paths().map(|(_, path)| path).filter(|path| globs.is_match(path.as_str())).collect();
        found.sort_unstable();
        self.listed.lock().map_err(poisoned)?.insert(pattern.to_owned(), found.as_slice().into());
        Ok(found)
    }

    fn env(&self, name: &str) -> Option<OsString> {
        // What no variable can be called would make the system's look-up panic.
        let impossible = name.is_empty() || name.contains(['=', '\0']);
        #[allow(clippy::disallowed_methods, reason = "a stage asks for it, and it becomes a dependency")]
        let value = || std::env::var_os(name);
        if impossible { None } else { value() }
    }
}

fn restless() -> io::Error {
    io::Error::new(io::ErrorKind::ResourceBusy, "it keeps changing while it is read")
}

fn poisoned<T>(_: std::sync::PoisonError<T>) -> io::Error {
    io::Error::other("a thread of the build panicked")
}
