//! [`ObjectCache`]: the records and artifacts of earlier actions, shared by all projects and branches of a user.
//!
//! The cache is a list of [levels](level), the nearest first. The first level are the [packs] of a folder: a build appends its
//! entries to one **pack**, a file that never changes once it has its name; lookups search all packs, newest first. The cache
//! never interprets its entries beyond kind and key.
//!
//! Invariants: an entry is immutable, and verified with its key whenever it is read, so incomplete or damaged files cause
//! misses, never wrong results. Entries of several packs add up. A pack appears completely, under its own name, before the
//! packs that it replaces are removed. Readers take no lock; only merging and removing packs does, and a build never waits
//! for that lock. An error here costs time, nothing else.

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
#[cfg(test)]
mod tests;
mod upkeep;
mod window;
mod writer;

use rigmill_pipeline::{Diagnostic, Digest};

use crate::disk::Disk;

use level::CacheLevel;
use packs::Packs;

pub(crate) use entry::{Entry, EntryId, EntryKind};
pub use upkeep::{CacheFolder, CacheStats, DEFAULT_CACHE_SIZE, RemovedPack, VerifiedPack};

/// The object cache during a build.
pub struct ObjectCache<'a> {
    /// The nearest first.
    levels: Vec<Box<dyn CacheLevel + 'a>>,
}

impl<'a> ObjectCache<'a> {
    /// A cache. Nothing is read before the first lookup, and nothing written before the first entry is stored.
    #[must_use]
    pub fn new(folder: &CacheFolder, disk: &'a dyn Disk) -> Self {
        Self { levels: vec![Box::new(Packs::new(folder, disk))] }
    }

    /// The number of levels.
    pub(crate) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The entries of the first of `ids` that has any, in the nearest `levels`. What only a lower level has is copied to those
    /// above it.
    pub(crate) fn get(&self, ids: &[EntryId], levels: usize) -> Vec<Entry<'static>> {
        let mut found: Vec<Entry<'static>> = Vec::new();
        for (depth, level) in self.levels.iter().take(levels).enumerate() {
            let mut new = level.get(ids);
            new.retain(|entry| !found.contains(entry));
            if !new.is_empty() {
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

    /// The bytes of an output file.
    pub(crate) fn artifact(&self, digest: Digest) -> Option<Vec<u8>> {
        let ids = [EntryId { kind: EntryKind::Artifact, key: digest }];
        self.get(&ids, self.levels()).pop().map(Entry::into_artifact)
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
