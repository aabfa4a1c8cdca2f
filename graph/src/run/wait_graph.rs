//! [`WaitGraph`]: records which asset waits for which, to find cycles.

use std::collections::BTreeMap;

use crate::sources::FileId;

/// Records which asset waits for which. Assets are identified by their files.
#[derive(Default)]
pub(super) struct WaitGraph {
    waits: BTreeMap<FileId, FileId>,
    /// For each asset that is part of a cycle, the sources of the cycle.
    cycles: BTreeMap<FileId, Vec<String>>,
}

impl WaitGraph {
    pub(super) fn is_empty(&self) -> bool {
        self.waits.is_empty()
    }

    /// Adds an edge: `dependent` waits for `dependency`. If the edge would close a cycle, does not add it and returns the
    /// assets in the cycle.
    pub(super) fn add(&mut self, dependent: FileId, dependency: FileId) -> Result<(), Vec<FileId>> {
        let next = |file: &FileId| self.waits.get(file).copied();
        let path: Vec<FileId> = std::iter::successors(Some(dependency), next).collect();
        if path.last() == Some(&dependent) {
            return Err(path);
        }
        self.waits.insert(dependent, dependency);
        Ok(())
    }

    pub(super) fn remove(&mut self, dependent: FileId) {
        self.waits.remove(&dependent);
    }

    /// Records that these assets form a cycle.
    pub(super) fn mark_cycle(&mut self, files: Vec<FileId>, sources: &[String]) {
        self.cycles.extend(files.into_iter().map(|file| (file, sources.to_vec())));
    }

    /// Returns the sources of the cycle that an asset is part of.
    pub(super) fn cycle_of(&self, file: FileId) -> Option<Vec<String>> {
        self.cycles.get(&file).cloned()
    }
}
