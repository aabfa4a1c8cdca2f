//! [`ActionCache`]: finds and stores the records of actions in two phases.
//!
//! The **weak key** of an action contains what is known before the action runs. Under the weak key, the cache stores the sets
//! of queries that the action made in earlier builds. The weak key and the current answers to one set of queries together give
//! a **strong key**. Under the strong key, the cache stores either the record or the next set of queries.
//!
//! A stage makes the same next query only if it got the same answers so far, and a query about another asset builds that asset.
//! Therefore such a query is a set by itself, and is answered only under the strong key of all queries before it. This way, a
//! lookup never builds an asset that a clean build would not build.

use std::time::Duration;

use rigmill_pipeline::{Dependency, Digest, Query};
use rigmill_store::envelope::{self, RecordError};
use rigmill_store::{ArtifactFile, Entry, EntryId, EntryKind, ObjectCache, SharedRecord};

use crate::records::{ActionKey, ActionKeyBuilder, BuiltRecord, CachedRecord, WriteRecord};

/// The number of sets without a record that a lookup tries before it gives up.
const DEAD_ENDS: usize = 16;

/// The object cache as a store of records.
#[derive(Clone, Copy)]
pub(super) struct ActionCache<'a>(pub(super) &'a ObjectCache<'a>);

/// A set of queries under a key.
struct QuerySet {
    below: Digest,
    /// The set as it is stored.
    encoded: Vec<u8>,
}

impl QuerySet {
    /// Computes the strong key for these answers.
    fn answered(&self, answers: impl Iterator<Item = Option<Digest>>) -> Digest {
        let key = ActionKeyBuilder::new("answers").digest(self.below).bytes(&self.encoded);
        let answer = |key: ActionKeyBuilder, answer: Option<Digest>| match answer {
            Some(digest) => key.digest(digest),
            None => key.bytes(&[]),
        };
        answers.fold(key, answer).finish().digest()
    }

    /// Computes the strong key for the current answers; `None` if a query fails.
    fn answered_now(&self, answer: impl Fn(&Query) -> Option<Option<Digest>>) -> Option<Digest> {
        let queries: Vec<Query> = envelope::decode(&self.encoded).ok()?;
        let answers: Option<Vec<Option<Digest>>> = queries.iter().map(answer).collect();
        answers.map(|answers| self.answered(answers.into_iter()))
    }
}

impl ActionCache<'_> {
    /// Finds the record of an action with this weak key whose queries have the same answers now, in the nearest `levels`
    /// levels. `answer` returns `None` if a query fails.
    pub(super) fn find(
        self,
        levels: usize,
        weak: ActionKey,
        answer: impl Fn(&Query) -> Option<Option<Digest>>,
    ) -> Option<CachedRecord> {
        let mut sets: Vec<QuerySet> = Vec::new();
        let mut key = Some(weak.digest());
        let mut dead_ends = 0;
        loop {
            let entries = key.map_or(Vec::new(), |key| self.under(key, levels));
            if entries.is_empty() {
                dead_ends += 1;
            }
            // Entries are sorted newest first.
            if let Some(newest) = entries.iter().find(|entry| entry.kind() == EntryKind::Record) {
                key.into_iter().for_each(|key| self.0.used(key));
                return envelope::decode(newest.payload()).ok();
            }
            if let Some(below) = key {
                sets.extend(entries.iter().rev().map(|entry| QuerySet { below, encoded: entry.payload().to_vec() }));
            }
            let next = sets.pop().filter(|_| dead_ends < DEAD_ENDS)?;
            key = next.answered_now(&answer);
        }
    }

    /// Returns the record, or the sets of queries, under a key.
    fn under(self, key: Digest, levels: usize) -> Vec<Entry<'static>> {
        self.0.get(&[EntryKind::Record, EntryKind::Queries].map(|kind| EntryId { kind, key }), levels)
    }

    /// Stores the records of an asset under the weak key of the asset and the weak keys of its actions. `artifacts` returns the
    /// files to share with other machines, and `time` is the time that the asset's stages took.
    pub(super) fn store(
        self,
        asset: ActionKey,
        built: &BuiltRecord,
        writes: &[WriteRecord],
        time: Duration,
        artifacts: impl FnOnce() -> Vec<ArtifactFile>,
    ) -> Result<(), RecordError> {
        let BuiltRecord { import, process, .. } = built;
        // The weak key already contains the source.
        let all = import.dependencies.iter().skip(1).chain(&process.dependencies);
        let ways = [way(asset, all)?, way(process.key, process.dependencies.iter())?];
        // Writers make no queries.
        let keys =
            ways.iter().map(|(_, strong)| *strong).chain(writes.iter().map(|write| write.key.digest())).collect();
        let mut payload = Vec::new();
        // This tuple has the same encoding as a `CachedRecord`.
        envelope::encode(&(import, process, writes), &mut payload)?;
        let record = Entry::seal(EntryKind::Record, keys, &payload);
        let entries: Vec<Entry<'_>> = ways.iter().flat_map(|(sets, _)| sets).chain([&record]).cloned().collect();
        if !built.is_confined {
            self.0.put(&entries);
        }
        if self.0.shares(built.is_confined) {
            // Other machines get only the keys that begin at the asset's weak key, because they either have the same source or
            // do not find the record at all. The keys that begin at the process action would help only if a different source
            // had the same import.
            let [(sets, strong), _] = ways;
            self.0.share(SharedRecord { sets, strong, record, time, artifacts: artifacts() });
        }
        Ok(())
    }
}

/// Returns the sets of queries that lead from a weak key to the record of an action with these dependencies, and the strong key
/// of the record.
fn way<'d>(
    weak: ActionKey,
    dependencies: impl Iterator<Item = &'d Dependency>,
) -> Result<(Vec<Entry<'static>>, Digest), RecordError> {
    let dependencies: Vec<&Dependency> = dependencies.collect();
    let is_set = |one: &&Dependency, next: &&Dependency| !one.query.is_about_asset() && !next.query.is_about_asset();
    let mut sets = Vec::new();
    let strong = dependencies.chunk_by(is_set).try_fold(weak.digest(), |below, set| {
        let mut encoded = Vec::new();
        let queries: Vec<&Query> = set.iter().map(|dependency| &dependency.query).collect();
        envelope::encode(&queries, &mut encoded)?;
        sets.push(Entry::seal(EntryKind::Queries, vec![below], &encoded));
        Ok(QuerySet { below, encoded }.answered(set.iter().map(|dependency| dependency.answer)))
    })?;
    Ok((sets, strong))
}
