//! [`ObjectCache`]: results of earlier actions by key, shared by all projects and branches of a user.
//!
//! The cache never interprets what it keeps. An entry is one file, written beside its place and renamed into it, and
//! checked by digest when it is read, so a torn or damaged entry is a miss, never a wrong answer. No locks: two builds
//! that store one key store the same thing.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rigmill_pipeline::Digest;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::disk::{Disk, absent};
use crate::guarded::{self, Kind};
use crate::key::Key;

const RECORD: Kind = Kind { magic: *b"RIGCACHE", version: 1 };
const FOLDER: &str = "v1";

/// A folder of results by key.
pub struct ObjectCache<'a> {
    folder: PathBuf,
    disk: &'a dyn Disk,
    made: AtomicU64,
}

impl<'a> ObjectCache<'a> {
    /// The cache in `folder`, which is made when the first entry is stored.
    #[must_use]
    pub fn new(folder: &Path, disk: &'a dyn Disk) -> Self {
        Self { folder: folder.join(FOLDER), disk, made: AtomicU64::new(0) }
    }

    /// The record stored under `key`. A damaged one is removed and counts as none.
    pub(crate) fn record<T: DeserializeOwned>(&self, key: Key) -> Option<T> {
        let path = self.path(key.digest());
        let bytes = self.disk.read(&path).ok()?;
        guarded::open(&RECORD, &bytes).map_err(|_| drop(self.disk.remove(&path))).ok()
    }

    /// Stores a record under `key`, replacing what was there.
    pub(crate) fn store_record<T: Serialize>(&self, key: Key, record: &T) -> io::Result<()> {
        let bytes = guarded::seal(&RECORD, record).map_err(io::Error::other)?;
        self.store(key.digest(), &bytes)
    }

    fn path(&self, name: Digest) -> PathBuf {
        let name = name.to_string();
        let (fan, rest) = name.split_at(2);
        self.folder.join(fan).join(rest)
    }

    fn store(&self, name: Digest, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(name);
        let folder = path.parent().unwrap_or(&self.folder);
        let serial = self.made.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!(".{}-{serial}.tmp", std::process::id()));
        match self.disk.create(&temporary, bytes) {
            Err(error) if absent(&error) => {
                std::fs::create_dir_all(folder)?;
                self.disk.create(&temporary, bytes)
            }
            result => result,
        }
        .and_then(|()| self.disk.rename(&temporary, &path))
        .inspect_err(|_| drop(self.disk.remove(&temporary)))
    }
}
