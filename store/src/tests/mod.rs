//! Tests the guarantees of the cache with real files.

mod damage;
mod entries;
mod failing_disk;
mod levels;
mod merging;
mod storing;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use rigmill_disk::{RealDisk, Stamp};
use rigmill_test_random::Random;
use tempfile::TempDir;

use crate::level::CacheLevel;
use crate::packs::error::PackError;
use crate::packs::folder::PackFolder;
use crate::packs::writer::PackWriter;
use crate::*;

fn id(kind: EntryKind, name: &str) -> EntryId {
    EntryId { kind, key: Digest::of(name.as_bytes()) }
}

fn record(name: &str, text: &str) -> Entry<'static> {
    Entry::seal(EntryKind::Record, vec![Digest::of(name.as_bytes())], text.as_bytes())
}

fn queries(name: &str, text: &str) -> Entry<'static> {
    Entry::seal(EntryKind::Queries, vec![Digest::of(name.as_bytes())], text.as_bytes())
}

fn text(entry: &Entry<'_>) -> String {
    String::from_utf8(entry.payload().to_vec()).unwrap()
}

fn artifact_of(cache: &ObjectCache<'_>, digest: Digest) -> Option<Vec<u8>> {
    cache.artifact(digest, cache.levels())
}

fn store(cache: &ObjectCache<'_>, name: &str, text: &str) {
    cache.put(&[record(name, text)]);
}

/// Returns the text of the record under a name.
fn find(cache: &ObjectCache<'_>, name: &str) -> Option<String> {
    let found = cache.get(&[id(EntryKind::Record, name)], cache.levels());
    assert!(found.len() < 2);
    found.first().map(text)
}

/// Returns the texts of all sets of queries under a name.
fn find_queries(cache: &ObjectCache<'_>, name: &str) -> Vec<String> {
    cache.get(&[id(EntryKind::Queries, name)], cache.levels()).iter().map(text).collect()
}

/// A cache in its own folder.
struct Fixture {
    folder: TempDir,
    max_size: u64,
}

impl Fixture {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), max_size: DEFAULT_CACHE_SIZE }
    }

    fn cache_folder(&self) -> CacheFolder {
        CacheFolder { path: self.folder.path().join("cache"), max_size: self.max_size }
    }

    fn cache(&self) -> ObjectCache<'static> {
        ObjectCache::new(Some(&self.cache_folder()), None, &RealDisk)
    }

    /// Simulates a build that stores records under their own names. Returns the warnings at its end.
    fn build<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<Diagnostic> {
        let cache = self.cache();
        for name in names {
            store(&cache, name, name);
        }
        cache.finish()
    }

    /// Simulates a build that stores entries.
    fn cache_with(&self, entries: &[Entry<'_>]) {
        let cache = self.cache();
        cache.put(entries);
        assert_eq!(cache.finish(), []);
    }

    /// Returns what a build finds under a name, and the warnings at its end.
    fn find(&self, name: &str) -> (Option<String>, Vec<Diagnostic>) {
        let cache = self.cache();
        let found = find(&cache, name);
        (found, cache.finish())
    }

    fn has(&self, name: &str) -> bool {
        let (found, warnings) = self.find(name);
        assert!(warnings.is_empty(), "{warnings:?}");
        assert!(found.as_deref().is_none_or(|found| found == name));
        found.is_some()
    }

    /// Returns the files in the cache's folder of packs that have an extension.
    fn files(&self, extension: &str) -> Vec<PathBuf> {
        let files = fs::read_dir(self.cache_folder().path.join("v3/packs")).into_iter().flatten();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|it| it == extension));
        files.sort();
        files
    }

    fn only_pack(&self) -> PathBuf {
        let packs = self.files("pack");
        assert_eq!(packs.len(), 1, "{packs:?}");
        packs[0].clone()
    }
}

fn hours_ago(hours: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000) - Duration::from_secs(3600 * hours)
}

fn set_used(pack: &Path, time: SystemTime) {
    File::options().write(true).open(pack).unwrap().set_modified(time).unwrap();
}

fn used(pack: &Path) -> SystemTime {
    fs::metadata(pack).unwrap().modified().unwrap()
}
