//! [`CacheLookup`]: the object cache as a source of results. A farther level is searched only if the nearer levels have nothing.

use rigmill_pipeline::{Digest, Query};
use rigmill_store::{ArtifactFile, Entry, ObjectCache};

use super::action_cache::ActionCache;
use super::known::Known;
use super::provenance::Source;
use super::task::Task;
use crate::records::{ActionKey, BuiltRecord, CachedRecord, OutputRecord};
use crate::report::Activity;

/// Looks up the results of one asset in the object cache.
#[derive(Clone, Copy)]
pub(super) struct CacheLookup<'a> {
    cache: &'a ObjectCache<'a>,
    task: Task<'a>,
}

/// The cache levels that a lookup may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The levels that need no calls to other machines.
    Near,
    /// All levels.
    All,
}

impl<'a> CacheLookup<'a> {
    pub(super) fn new(task: Task<'a>) -> Option<Self> {
        task.context.cache.map(|cache| Self { cache, task })
    }

    /// Whether results may be taken from the cache.
    pub(super) fn has_results(&self) -> bool {
        !self.task.context.force
    }

    /// Finds the records under a weak key.
    pub(super) fn record(&self, key: ActionKey, reach: Reach) -> Option<Known> {
        self.nearest_first(reach, |levels| {
            let record = ActionCache(self.cache).find(levels, key, |query| self.task.view.answer(query).ok())?;
            let source = Source::CachedRecord { is_confined: self.cache.confines(levels) };
            Some(Known { key, record, source, artifacts: None })
        })
    }

    /// Finds the bytes of an output file. Returns also whether they come from a different machine.
    pub(super) fn artifact(&self, digest: Digest) -> Option<(Vec<u8>, bool)> {
        let near = self.cache.near_levels();
        self.nearest_first(Reach::All, |levels| Some((self.cache.artifact(digest, levels)?, levels > near)))
    }

    /// Looks something up in the nearest level, then in the nearest two levels, and so on.
    fn nearest_first<T>(&self, reach: Reach, find: impl Fn(usize) -> Option<T>) -> Option<T> {
        let near = self.cache.near_levels();
        let levels = if reach == Reach::Near { near } else { self.cache.levels() };
        (1..=levels).filter(|_| self.has_results()).find_map(|levels| {
            let _span = self.task.span(if levels > near { Activity::RemoteLookup } else { Activity::LookUp });
            find(levels)
        })
    }

    /// Stores the bytes of an output file.
    pub(super) fn store_artifact(&self, digest: Digest, bytes: &[u8]) {
        self.cache.put(&[Entry::artifact(digest, bytes)]);
    }

    /// Stores the records of an asset whose stages ran, here or elsewhere, unless they were `found` in the cache.
    pub(super) fn store(&self, built: &BuiltRecord, found: Option<&Known>, time: std::time::Duration) {
        let source = Query::File(self.task.asset.source.clone());
        let read = built.import.dependencies.first().filter(|dependency| dependency.query == source);
        let Some(digest) = read.and_then(|source| source.answer) else { return };
        let (key, writes) = (self.task.asset_key(digest), built.writes());
        let is_same = |record: &CachedRecord| {
            (&record.import, &record.process, &record.writes) == (&built.import, &built.process, &writes)
        };
        let is_stored = |it: &Known| it.artifacts.is_none() && it.key == key && is_same(&it.record);
        if !found.is_some_and(is_stored) {
            // If a record cannot be stored, this costs time, but results stay correct.
            let _ = ActionCache(self.cache).store(key, built, &writes, time, || self.artifact_files(built));
        }
    }

    /// Returns the output files with their future paths in the output folder.
    fn artifact_files(&self, built: &BuiltRecord) -> Vec<ArtifactFile> {
        let file = |output: &OutputRecord| ArtifactFile {
            digest: output.fingerprint.digest(),
            path: self.task.context.output_folder.join(&output.path),
        };
        built.outputs.iter().map(file).collect()
    }
}
