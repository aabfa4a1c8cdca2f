//! [`Execution`]: the machines that run actions for this machine, and what they needed so far.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use rigmill_pipeline::{Digest, Query};

use super::disclosure::Disclosure;
use crate::project::Manifest;
use crate::report::ExecutorAccess;

/// The maximum number of queries that are remembered for later assets with the same recipe.
const MAX_LEARNT: usize = 64;

/// Runs actions on other machines during a build.
pub(crate) struct Execution {
    pub(super) access: ExecutorAccess,
    pub(super) disclosure: Disclosure,
    /// Queries that assets with a recipe made without having been sent the files. The next asset with the same recipe gets
    /// these files from the start.
    learnt: Mutex<HashMap<Digest, BTreeSet<Query>>>,
}

impl Execution {
    pub(crate) fn new(access: ExecutorAccess, manifest: &Manifest) -> Self {
        let disclosure = Disclosure::new(manifest, access.kept);
        Self { access, disclosure, learnt: Mutex::default() }
    }

    /// Returns the number of actions that may be in flight at the same time.
    pub(crate) fn slots(&self) -> usize {
        self.access.executor.slots()
    }

    /// Whether the results are kept in the object cache of this machine.
    pub(super) fn is_kept(&self) -> bool {
        self.access.kept
    }

    pub(super) fn learnt(&self, recipe: Digest) -> Vec<Query> {
        let learnt = self.learnt.lock().unwrap_or_else(PoisonError::into_inner);
        learnt.get(&recipe).into_iter().flatten().cloned().collect()
    }

    pub(super) fn learn(&self, recipe: Digest, missing: &[Query]) {
        let mut learnt = self.learnt.lock().unwrap_or_else(PoisonError::into_inner);
        let learnt = learnt.entry(recipe).or_default();
        let of_many = missing.iter().filter(|query| !matches!(query, Query::Listing(_)));
        learnt.extend(of_many.take(MAX_LEARNT.saturating_sub(learnt.len())).cloned());
    }
}
