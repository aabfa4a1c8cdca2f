//! [`ObjectCache`]: the records and artifacts of earlier actions, shared by all projects and branches of a user.
//!
//! The cache is a list of [levels](level), the nearest first. The first level are the [packs] of a folder: a build appends its
//! entries to one **pack**, a file that never changes once it has its name; lookups search all packs, newest first. The second
//! level, if there is one, is a [remote] store that other machines share. The cache never interprets its entries beyond kind
//! and key.
//!
//! Invariants: an entry is immutable, and verified with its key whenever it is read, so incomplete or damaged files cause
//! misses, never wrong results. Entries of several packs add up. A pack appears completely, under its own name, before the
//! packs that it replaces are removed. Readers take no lock; only merging and removing packs does, and a build never waits
//! for that lock. An error here costs time, nothing else.

mod bundle;
mod entry;
mod error;
mod filter;
mod folder;
mod footer;
mod index;
mod level;
mod merge;
mod pack;
mod packs;
mod remote;
mod remote_store;
mod shared_record;
#[cfg(test)]
mod tests;
mod upkeep;
mod window;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Digest};

use crate::disk::Disk;

use level::CacheLevel;
use packs::Packs;
use remote::Remote;

pub(crate) use entry::{Entry, EntryId, EntryKind};
pub use remote_store::{
    ArtifactFile, MOST_VALUE_BYTES, MakeValue, RemoteAccess, RemoteBlob, RemoteReport, RemoteStore, Upload,
};
pub(crate) use shared_record::SharedRecord;
pub use upkeep::{CacheFolder, CacheStats, DEFAULT_CACHE_SIZE, RemovedPack, VerifiedPack};

/// The object cache during a build.
pub struct ObjectCache<'a> {
    /// The nearest first.
    levels: Vec<Box<dyn CacheLevel + 'a>>,
    /// Whether the user named the remote store: what it gives is copied to the levels above, and other projects use it.
    copies: bool,
}

impl<'a> ObjectCache<'a> {
    /// A cache of the packs in a folder, if there is one, and a remote store, if there is one. Nothing is read before the first lookup, and nothing written before the first entry is stored.
    #[must_use]
    pub fn new(folder: Option<&CacheFolder>, remote: Option<&RemoteAccess>, disk: &'a dyn Disk) -> Self {
        let packs = folder.map(|folder| Box::new(Packs::new(folder, disk)) as Box<dyn CacheLevel + 'a>);
        let level =
            |remote: &RemoteAccess| Box::new(Remote::new(Arc::clone(&remote.store))) as Box<dyn CacheLevel + 'a>;
        let levels = packs.into_iter().chain(remote.map(level)).collect();
        Self { levels, copies: remote.is_some_and(|remote| remote.copied) }
    }

    /// The number of levels.
    pub(crate) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The entries of the first of `ids` that has any, in the nearest `levels`. What only a lower level has is copied to those
    /// above it, unless another machine made it and is not trusted with that.
    pub(crate) fn get(&self, ids: &[EntryId], levels: usize) -> Vec<Entry<'static>> {
        let mut found: Vec<Entry<'static>> = Vec::new();
        for (depth, level) in self.levels.iter().take(levels).enumerate() {
            let mut new = level.get(ids);
            new.retain(|entry| !found.contains(entry));
            if !new.is_empty() && (self.copies || depth < self.near_levels()) {
                put(&self.levels[..depth], &new);
            }
            found.append(&mut new);
            // Only sets of queries add up.
            if found.iter().any(|entry| entry.kind() != EntryKind::Queries) {
                break;
            }
        }
        found
    }

    /// The bytes of an output file, if one of the nearest `levels` has them.
    pub(crate) fn artifact(&self, digest: Digest, levels: usize) -> Option<Vec<u8>> {
        let ids = [EntryId { kind: EntryKind::Artifact, key: digest }];
        self.get(&ids, levels).pop().map(Entry::into_artifact)
    }

    /// A record that one of the levels gave under a key is used.
    pub(crate) fn used(&self, record: Digest) {
        self.levels.iter().for_each(|level| level.used(record));
    }

    /// The time that the stages of the used records took where they ran, as far as that is known.
    pub(crate) fn saved(&self) -> Duration {
        self.levels.iter().map(|level| level.saved()).sum()
    }

    /// The number of calls to levels that are worth having under way at the same time; 0 if no level is far away.
    pub(crate) fn calls_at_once(&self) -> usize {
        self.levels.iter().map(|level| level.calls_at_once()).max().unwrap_or(0)
    }

    /// The number of levels that need no call to another machine.
    pub(crate) fn near_levels(&self) -> usize {
        self.levels.iter().take_while(|level| level.calls_at_once() == 0).count()
    }

    /// Whether a level is for other machines and may get a record: what is confined to this project does not get to where
    /// other projects find it.
    pub(crate) fn shares(&self, confined: bool) -> bool {
        self.calls_at_once() > 0 && !(confined && self.copies)
    }

    /// Whether what the nearest `levels` give is confined to this project.
    pub(crate) fn confines(&self, levels: usize) -> bool {
        levels > self.near_levels() && !self.copies
    }

    /// Keeps a record for other machines.
    pub(crate) fn share(&self, record: SharedRecord) {
        if let Some(last) = self.levels.last() {
            last.share(record);
        }
    }

    /// Starts to upload the records for other machines: their outputs are in place.
    pub(crate) fn upload_shared(&self) {
        self.levels.iter().for_each(|level| level.upload_shared());
    }

    /// Stores entries for later builds. An error costs entries, never correctness.
    pub(crate) fn put(&self, entries: &[Entry<'_>]) {
        put(&self.levels, entries);
    }

    /// Ends a build: publishes its entries and maintains the levels. Returns the warnings about the cache.
    pub fn finish(&self) -> Vec<Diagnostic> {
        self.levels.iter().flat_map(|level| level.finish()).collect()
    }
}

fn put(levels: &[Box<dyn CacheLevel + '_>], entries: &[Entry<'_>]) {
    for level in levels {
        // The level is without these entries; the others need not be.
        let _ = level.put(entries);
    }
}
