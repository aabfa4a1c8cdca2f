//! [`CacheLevel`]: a store of entries. An object cache is a list of levels.

use std::io;
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Digest};

use super::entry::{Entry, EntryId};
use super::shared_record::SharedRecord;

/// The largest number of entries that a level gives for one key.
pub(super) const MOST_ENTRIES: usize = 16;

/// A store of immutable entries. It may lose any of them, and never gives one that it has not verified: an [`Entry`] exists
/// only if it was verified or made in this build.
///
/// Nothing is read, changed and written back, so levels need no locks among their users.
pub(crate) trait CacheLevel: Send + Sync {
    /// The entries of the first of `ids` that has any: different ones, newest first, at most [`MOST_ENTRIES`]. An error is a
    /// miss.
    fn get(&self, ids: &[EntryId]) -> Vec<Entry<'static>>;

    /// Adds entries for later builds. A level may leave out what it has.
    ///
    /// # Errors
    /// The system's error. The entries of this build may be lost then.
    fn put(&self, entries: &[Entry<'_>]) -> io::Result<()>;

    /// The number of calls that are worth having under way at the same time; 0 if a call does not wait for anybody.
    fn calls_at_once(&self) -> usize {
        0
    }

    /// A record that this level gave under a key is used.
    fn used(&self, _: Digest) {}

    /// The time that the stages of the used records took where they ran, as far as the level knows.
    fn saved(&self) -> Duration {
        Duration::ZERO
    }

    /// Keeps a record for other machines, until its outputs are in place.
    fn share(&self, _: SharedRecord) {}

    /// Starts to upload the records to share.
    fn upload_shared(&self) {}

    /// Ends a build. Returns the warnings about the level.
    fn finish(&self) -> Vec<Diagnostic>;
}
