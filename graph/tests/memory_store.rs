//! A remote store in memory, which can lose and damage its contents.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rigmill_pipeline::Digest;
use rigmill_store::{ArtifactFile, RemoteBlob, RemoteReport, RemoteStore, Upload};
use rigmill_test_random::Random;

/// Blobs are addressed by their BLAKE3, because the graph does not interpret addresses.
#[derive(Debug, Default)]
pub(crate) struct MemoryStore {
    values: Mutex<BTreeMap<[u8; 32], Vec<u8>>>,
    blobs: Mutex<BTreeMap<[u8; 32], Vec<u8>>>,
    /// If set, some calls return nothing, and some return damaged bytes.
    faults: Mutex<Option<Random>>,
    pub(crate) values_asked: AtomicUsize,
    pub(crate) blobs_asked: AtomicUsize,
    pub(crate) read_only: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MemoryStore {
    pub(crate) fn faulty(seed: u64) -> Self {
        Self { faults: Mutex::new(Some(Random::new(seed))), ..Self::default() }
    }

    /// Returns the numbers of values and blobs that were requested since the last call.
    pub(crate) fn take_calls(&self) -> (usize, usize) {
        (self.values_asked.swap(0, Ordering::Relaxed), self.blobs_asked.swap(0, Ordering::Relaxed))
    }

    /// Removes every value for which `lost` returns true. `lost` gets the value's number.
    pub(crate) fn lose_values(&self, mut lost: impl FnMut(usize) -> bool) {
        let mut number = 0;
        lock(&self.values).retain(|_, _| {
            number += 1;
            !lost(number - 1)
        });
    }

    pub(crate) fn lose_blobs(&self) {
        lock(&self.blobs).clear();
    }

    pub(crate) fn damage(&self, at: usize) {
        for map in [&self.values, &self.blobs] {
            for bytes in lock(map).values_mut().filter(|bytes| !bytes.is_empty()) {
                let at = at % bytes.len();
                bytes[at] ^= 1;
            }
        }
    }

    /// Swaps the values of keys.
    pub(crate) fn shuffle_values(&self) {
        let mut values = lock(&self.values);
        let mut all: Vec<Vec<u8>> = values.values().cloned().collect();
        all.rotate_left(1);
        values.values_mut().zip(all).for_each(|(value, other)| *value = other);
    }

    fn answer(&self, mut bytes: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let mut faults = lock(&self.faults);
        let Some(random) = faults.as_mut() else { return bytes };
        if random.once_in(16) {
            return None;
        }
        if let Some(bytes) = bytes.as_mut().filter(|bytes| !bytes.is_empty() && random.once_in(16)) {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        bytes
    }

    fn store_file(&self, file: &ArtifactFile) -> Option<RemoteBlob> {
        let bytes = fs::read(&file.path).ok().filter(|bytes| Digest::of(bytes) == file.digest)?;
        let blob = RemoteBlob { sha256: *file.digest.as_bytes(), size: bytes.len() as u64 };
        lock(&self.blobs).insert(blob.sha256, bytes);
        Some(blob)
    }
}

impl RemoteStore for MemoryStore {
    fn concurrency(&self) -> usize {
        8
    }

    fn value(&self, key: Digest) -> Option<Vec<u8>> {
        self.values_asked.fetch_add(1, Ordering::Relaxed);
        let found = lock(&self.values).get(key.as_bytes()).cloned();
        self.answer(found)
    }

    fn blob(&self, blob: RemoteBlob) -> Option<Vec<u8>> {
        self.blobs_asked.fetch_add(1, Ordering::Relaxed);
        let found = lock(&self.blobs).get(&blob.sha256).cloned();
        self.answer(found)
    }

    fn upload(&self, uploads: Vec<Upload>) {
        if self.read_only.load(Ordering::Relaxed) {
            return;
        }
        for Upload { key, artifacts, value, merged } in uploads {
            let blobs: Option<Vec<RemoteBlob>> = artifacts.iter().map(|file| self.store_file(file)).collect();
            let mut values = lock(&self.values);
            let present = values.get(key.as_bytes()).filter(|_| merged).map(Vec::as_slice);
            if let Some(value) = blobs.and_then(|blobs| value(present, &blobs)) {
                values.insert(*key.as_bytes(), value);
            }
        }
    }

    fn wait_for_uploads(&self) {}

    fn report(&self) -> RemoteReport {
        RemoteReport::default()
    }
}
