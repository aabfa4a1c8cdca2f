//! [`Remote`]: the cache level that several machines share.
//!
//! For each asset, a build makes one call with the asset's weak key and gets a [`Bundle`]. Further calls are needed only for
//! entries that the bundle lacks. Nothing is uploaded before the end of the build: [`SharedRecord`]s are kept until their
//! outputs are in place.

mod bundle;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Digest, codes};

use crate::entry::{Entry, EntryId, EntryKind};
use crate::level::{CacheLevel, MAX_ENTRIES};
use crate::remote_store::{MakeValue, RemoteBlob, RemoteStore, Upload};
use crate::shared_record::SharedRecord;
use bundle::{Bundle, Item};

/// The level of a remote store.
pub(crate) struct Remote {
    store: Arc<dyn RemoteStore>,
    known: Mutex<Known>,
    shared: Mutex<Vec<SharedRecord>>,
    warning: Mutex<Option<Diagnostic>>,
}

/// Entries and times that this build already received.
#[derive(Default)]
struct Known {
    entries: BTreeMap<(EntryKind, Digest), Vec<Arc<Entry<'static>>>>,
    blobs: HashMap<Digest, RemoteBlob>,
    /// The time that the stages of a record took, by each key of the record.
    times: HashMap<Digest, Duration>,
    /// The total time that the stages of the used records took.
    saved: Duration,
}

impl Known {
    fn add(&mut self, bundle: Bundle) {
        for Item { entry, blobs, time } in bundle.items {
            self.blobs.extend(blobs);
            let entry = Arc::new(entry);
            for id in entry.ids() {
                if id.kind == EntryKind::Record {
                    self.times.insert(id.key, time);
                }
                let entries = self.entries.entry((id.kind, id.key)).or_default();
                if entries.len() < MAX_ENTRIES && !entries.contains(&entry) {
                    entries.push(Arc::clone(&entry));
                }
            }
        }
    }

    /// Removes and returns the entries of the first of `ids` that has any. Each entry is returned only once, which frees its
    /// memory.
    fn take(&mut self, ids: &[EntryId]) -> Vec<Entry<'static>> {
        let found = ids.iter().find_map(|id| self.entries.remove(&(id.kind, id.key))).unwrap_or_default();
        found.into_iter().map(Arc::unwrap_or_clone).collect()
    }
}

impl CacheLevel for Remote {
    fn get(&self, ids: &[EntryId]) -> Vec<Entry<'static>> {
        if let &[id @ EntryId { kind: EntryKind::Artifact, .. }] = ids {
            return self.artifact(id).into_iter().collect();
        }
        let known = self.known().take(ids);
        if !known.is_empty() {
            return known;
        }
        let mut keys: Vec<Digest> = ids.iter().map(|id| id.key).collect();
        keys.dedup();
        for key in keys {
            if let Some(bundle) = self.store.value(key).and_then(|bytes| self.opened(&bytes)) {
                self.known().add(bundle);
            }
        }
        self.known().take(ids)
    }

    fn put(&self, _: &[Entry<'_>]) -> io::Result<()> {
        // Entries of this build are shared later, once its outputs are in place.
        Ok(())
    }

    fn finish(&self) -> Vec<Diagnostic> {
        self.warning.lock().unwrap_or_else(PoisonError::into_inner).take().into_iter().collect()
    }

    fn calls_at_once(&self) -> usize {
        self.store.concurrency()
    }

    fn used(&self, record: Digest) {
        let mut known = self.known();
        let time = known.times.remove(&record).unwrap_or_default();
        known.saved += time;
    }

    fn saved(&self) -> Duration {
        self.known().saved
    }

    fn share(&self, record: SharedRecord) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).push(record);
    }

    fn upload_shared(&self) {
        let shared = std::mem::take(&mut *self.shared.lock().unwrap_or_else(PoisonError::into_inner));
        let uploads: Vec<Upload> = shared.into_iter().flat_map(uploads).collect();
        if !uploads.is_empty() {
            self.store.upload(uploads);
        }
    }
}

impl Remote {
    pub(crate) fn new(store: Arc<dyn RemoteStore>) -> Self {
        Self { store, known: Mutex::default(), shared: Mutex::default(), warning: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn artifact(&self, id: EntryId) -> Option<Entry<'static>> {
        let blob = self.known().blobs.get(&id.key).copied()?;
        let bytes = self.store.blob(blob)?;
        let opened = Entry::open(EntryKind::Artifact, id.slot(), bytes).ok().filter(|entry| entry.has(id));
        if opened.is_none() {
            self.warn("an output file does not match the record of its asset");
        }
        opened
    }

    fn opened(&self, bytes: &[u8]) -> Option<Bundle> {
        let bundle = Bundle::open(bytes);
        if bundle.is_none() {
            self.warn("the records of an asset are damaged, or were written by a different version of Rigmill");
        }
        bundle
    }

    /// Reports wrong bytes, but only once.
    fn warn(&self, what: &str) {
        let message = format!("the remote cache returned a wrong record or file: {what}");
        let help = "the outputs are correct, because Rigmill did not use this data; check the server's disk, and who can write to the cache";
        let warning = || Diagnostic::warning(codes::REMOTE_DATA_WRONG, message).help(help);
        self.warning.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(warning);
    }
}

/// Creates the uploads for a record: one bundle for each key that leads to it.
fn uploads(shared: SharedRecord) -> Vec<Upload> {
    let SharedRecord { sets, strong, record, time, artifacts } = shared;
    let digests: Vec<Digest> = artifacts.iter().map(|artifact| artifact.digest).collect();
    let with_record = |key, entries, merged| Upload {
        key,
        artifacts: artifacts.clone(),
        value: make_value(key, entries, digests.clone(), time, merged),
        merged,
    };
    let keys = |set: &Entry<'_>| set.ids().next().map(|id| id.key);
    // The record is uploaded first, so that a set of queries in the store always leads to an existing record.
    let mut uploads = vec![with_record(strong, vec![record.clone()], false)];
    for set in sets.iter().skip(1).rev() {
        let set_alone = |key| Upload {
            key,
            artifacts: Vec::new(),
            value: make_value(key, vec![set.clone()], Vec::new(), Duration::ZERO, true),
            merged: true,
        };
        uploads.extend(keys(set).map(set_alone));
    }
    let bundle = sets.iter().cloned().chain([record]).collect();
    uploads.extend(sets.first().and_then(keys).map(|weak| with_record(weak, bundle, true)));
    uploads
}

/// Encodes a bundle of these entries and the entries that the store already has.
fn make_value(
    key: Digest,
    entries: Vec<Entry<'static>>,
    artifacts: Vec<Digest>,
    time: Duration,
    merged: bool,
) -> MakeValue {
    Box::new(move |present, blobs| {
        let item = |entry: &Entry<'static>| {
            let is_record = entry.kind() == EntryKind::Record;
            let blobs = artifacts.iter().copied().zip(blobs.iter().copied()).filter(|_| is_record).collect();
            Item { entry: entry.clone(), blobs, time }
        };
        let mut bundle = Bundle { items: entries.iter().map(item).collect() };
        if let Some(present) = present.filter(|_| merged).and_then(Bundle::open) {
            if bundle.items.iter().all(|item| present.items.contains(item)) {
                return None;
            }
            bundle.add_older(present, key);
        }
        bundle.seal()
    })
}
