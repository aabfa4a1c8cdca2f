//! [`World`]: answers what stages ask, and answers it again to see whether anything changed.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Mutex;

use rigmill_pipeline::{AssetIndex, Digest, Probe, SourcePath, Sources, nearest};

use crate::disk::Disk;
use crate::manifest::glob_set;
use crate::plan::Plan;
use crate::stamp::{Instant, Stamp};
use crate::state::{FileRecord, State};

/// How often a file that changes while it is read is read again before the build gives up on it.
const READ_TRIES: usize = 16;

/// The largest file a stage may read into memory, in bytes: 4 GiB. Importers have limits of their own, far lower.
const LARGEST: u64 = 1 << 32;

/// The project's files and assets as this build sees them.
pub(crate) struct World<'a> {
    root: &'a Path,
    disk: &'a dyn Disk,
    plan: &'a Plan,
    state: &'a State,
    /// Stamps not settled before this moment are not remembered.
    started: Option<Instant>,
    /// Files read by this build: their digest, and their stamp when it may be remembered.
    read: Mutex<BTreeMap<SourcePath, (Digest, Option<Stamp>)>>,
}

impl<'a> World<'a> {
    pub(crate) fn new(
        root: &'a Path,
        disk: &'a dyn Disk,
        plan: &'a Plan,
        state: &'a State,
        started: Option<Instant>,
    ) -> Self {
        Self { root, disk, plan, state, started, read: Mutex::new(BTreeMap::new()) }
    }

    /// The answer to a probe now, to be compared with the answer then.
    pub(crate) fn observe(&self, probe: &Probe) -> io::Result<Option<Digest>> {
        match probe {
            Probe::File(path) => self.digest(path),
            Probe::Listing(pattern) => self.list(pattern).and_then(|found| listing_digest(&found)).map(Some),
            Probe::Asset(name) => Ok(self.contains(name).then(|| Digest::of(name.as_bytes()))),
        }
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
            if self.disk.stamp(&file)? == Some(before) {
                return Ok(Some((digest, before)));
            }
        }
        Err(restless())
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
            if self.disk.stamp(&file)? == Some(before) {
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
        let globs = glob_set([pattern]).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let mut found: Vec<SourcePath> =
            self.plan.tree.paths().map(|(_, path)| path).filter(|path| globs.is_match(path.as_str())).collect();
        found.sort_unstable();
        Ok(found)
    }
}

impl AssetIndex for World<'_> {
    fn contains(&self, name: &str) -> bool {
        self.plan.has_asset(name)
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let names: Vec<String> = self.plan.asset_names().collect();
        nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
    }
}

fn restless() -> io::Error {
    io::Error::new(io::ErrorKind::ResourceBusy, "it keeps changing while it is read")
}

fn listing_digest(found: &[SourcePath]) -> io::Result<Digest> {
    Digest::of_value(found).map_err(io::Error::other)
}

fn poisoned<T>(_: std::sync::PoisonError<T>) -> io::Error {
    io::Error::other("a thread of the build panicked")
}
