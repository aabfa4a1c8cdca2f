#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! [`ObjectCache`]: the records and artifacts of earlier actions, shared by all projects and branches of a user.
//!
//! The cache is a list of levels, nearest first. The first level consists of the packs in a folder: a build writes its entries
//! to one **pack**, a file that never changes after it gets its final name, and lookups search all packs, newest first. The
//! optional second level is a [remote store](RemoteStore) that several machines share. The cache never interprets an entry
//! beyond its kind and key.
//!
//! Invariants:
//! - An entry is immutable, and is verified together with its key whenever it is read. Incomplete or damaged files therefore
//!   cause misses, never wrong results.
//! - The cache contains the entries of all its packs together.
//! - When packs are replaced, the new pack appears completely, under its final name, before the old ones are removed.
//! - Readers take no lock. Only merging and removing packs does, and a build never waits for that lock.
//! - An error in this module costs time, but never changes a result.

mod blob;
mod entry;
pub mod envelope;
mod level;
mod packs;
mod remote;
mod remote_store;
mod shared_record;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use rigmill_disk::Disk;
use rigmill_pipeline::{Diagnostic, Digest};

use level::CacheLevel;
use packs::Packs;
use remote::Remote;

pub use blob::Blob;
pub use entry::{Entry, EntryId, EntryKind};
pub use packs::{CacheFolder, CacheStats, DEFAULT_CACHE_SIZE, RemovedPack, VerifiedPack};
pub use remote_store::{
    ArtifactFile, MAX_VALUE_BYTES, MakeValue, RemoteAccess, RemoteBlob, RemoteReport, RemoteStore, Upload,
};
pub use shared_record::SharedRecord;

/// The object cache during a build.
pub struct ObjectCache<'a> {
    /// Ordered from the nearest to the farthest.
    levels: Vec<Box<dyn CacheLevel + 'a>>,
    /// Whether entries of the remote store are copied to the nearer levels, which other projects also use. This is the case
    /// only if the user named the remote store.
    copies: bool,
}

impl<'a> ObjectCache<'a> {
    /// Creates a cache from an optional folder of packs and an optional remote store. Nothing is read before the first lookup,
    /// and nothing is written before the first entry is stored.
    #[must_use]
    pub fn new(folder: Option<&CacheFolder>, remote: Option<&RemoteAccess>, disk: &'a dyn Disk) -> Self {
        let packs = folder.map(|folder| Box::new(Packs::new(folder, disk)) as Box<dyn CacheLevel + 'a>);
        let level =
            |remote: &RemoteAccess| Box::new(Remote::new(Arc::clone(&remote.store))) as Box<dyn CacheLevel + 'a>;
        let levels = packs.into_iter().chain(remote.map(level)).collect();
        Self { levels, copies: remote.is_some_and(|remote| remote.copied) }
    }

    /// Returns the number of levels.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Returns the entries of the first of `ids` that has any, searching only the nearest `levels` levels. Entries that only a
    /// farther level has are copied to the levels before it, unless they come from a remote store that is not trusted with
    /// this.
    pub fn get(&self, ids: &[EntryId], levels: usize) -> Vec<Entry<'static>> {
        let mut found: Vec<Entry<'static>> = Vec::new();
        for (depth, level) in self.levels.iter().take(levels).enumerate() {
            let mut new = level.get(ids);
            new.retain(|entry| !found.contains(entry));
            if !new.is_empty() && (self.copies || depth < self.near_levels()) {
                put(&self.levels[..depth], &new);
            }
            found.append(&mut new);
            // Only sets of queries are combined from several levels.
            if found.iter().any(|entry| entry.kind() != EntryKind::Queries) {
                break;
            }
        }
        found
    }

    /// Returns the bytes of an output file, if one of the nearest `levels` levels has them.
    pub fn artifact(&self, digest: Digest, levels: usize) -> Option<Vec<u8>> {
        let ids = [EntryId { kind: EntryKind::Artifact, key: digest }];
        self.get(&ids, levels).pop().map(Entry::into_artifact)
    }

    /// Notes that the build uses a record that one of the levels returned under this key.
    pub fn used(&self, record: Digest) {
        self.levels.iter().for_each(|level| level.used(record));
    }

    /// Returns the total time that the stages of the used records took when they ran, as far as it is known.
    pub fn saved(&self) -> Duration {
        self.levels.iter().map(|level| level.saved()).sum()
    }

    /// Returns the number of calls to levels that are useful to have in flight at the same time; 0 if all levels are local.
    pub fn calls_at_once(&self) -> usize {
        self.levels.iter().map(|level| level.calls_at_once()).max().unwrap_or(0)
    }

    /// Returns the number of levels that need no calls to another machine.
    pub fn near_levels(&self) -> usize {
        self.levels.iter().take_while(|level| level.calls_at_once() == 0).count()
    }

    /// Whether a record may be shared with other machines. A record that is confined to this project is not shared with a store
    /// that other projects use.
    pub fn shares(&self, confined: bool) -> bool {
        self.calls_at_once() > 0 && !(confined && self.copies)
    }

    /// Whether entries from the nearest `levels` levels are confined to this project.
    pub fn confines(&self, levels: usize) -> bool {
        levels > self.near_levels() && !self.copies
    }

    /// Keeps a record, to share it with other machines later.
    pub fn share(&self, record: SharedRecord) {
        if let Some(last) = self.levels.last() {
            last.share(record);
        }
    }

    /// Starts to upload the shared records. Their outputs must be in place.
    pub fn upload_shared(&self) {
        self.levels.iter().for_each(|level| level.upload_shared());
    }

    /// Stores entries for later builds. If this fails, entries are lost, but results stay correct.
    pub fn put(&self, entries: &[Entry<'_>]) {
        put(&self.levels, entries);
    }

    /// Ends a build: publishes its entries and maintains the levels. Returns the warnings about the cache.
    pub fn finish(&self) -> Vec<Diagnostic> {
        self.levels.iter().flat_map(|level| level.finish()).collect()
    }
}

fn put(levels: &[Box<dyn CacheLevel + '_>], entries: &[Entry<'_>]) {
    for level in levels {
        // This level lacks the entries now, but the other levels may still store them.
        let _ = level.put(entries);
    }
}
