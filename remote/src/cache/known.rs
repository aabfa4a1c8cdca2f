//! [`Known`]: what a build knows about the contents of a cache, which saves calls.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rigmill_pipeline::Digest;
use rigmill_store::RemoteBlob;

/// What a build knows about the contents of a cache. This can be outdated. In this case, the build makes an unnecessary call,
/// or a blob is missing and another machine has to build an asset again.
#[derive(Default)]
pub(crate) struct Known {
    /// The actions that had no value in the cache.
    missing: Mutex<HashSet<RemoteBlob>>,
    /// The artifacts that are in the cache.
    artifacts: Mutex<HashMap<Digest, RemoteBlob>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Known {
    pub(crate) fn note_missing(&self, action: RemoteBlob) {
        lock(&self.missing).insert(action);
    }

    pub(crate) fn was_missing(&self, action: RemoteBlob) -> bool {
        lock(&self.missing).contains(&action)
    }

    pub(crate) fn note_artifacts(&self, artifacts: &[(Digest, RemoteBlob)]) {
        lock(&self.artifacts).extend(artifacts.iter().copied());
    }

    /// Returns the address of an artifact that is in the cache.
    pub(crate) fn artifact(&self, digest: Digest) -> Option<RemoteBlob> {
        lock(&self.artifacts).get(&digest).copied()
    }

    /// Drops all knowledge, for the next build.
    pub(crate) fn forget(&self) {
        lock(&self.missing).clear();
        lock(&self.artifacts).clear();
    }
}
