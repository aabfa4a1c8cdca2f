//! [`CacheLevel`]: a store of entries. An object cache is a list of levels.

use std::io;
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Digest};

use super::entry::{Entry, EntryId};
use super::shared_record::SharedRecord;

/// The maximum number of entries that a level returns for one key.
pub(crate) const MAX_ENTRIES: usize = 16;

/// A store of immutable entries.
///
/// A level may lose entries at any time, but never returns an entry that it has not verified: an [`Entry`] exists only if it
/// was verified or created in this build.
///
/// Users of a level never read an entry, change it and write it back, so they need no locks among each other.
pub(crate) trait CacheLevel: Send + Sync {
    /// Returns the distinct entries of the first of `ids` that has any: newest first, at most [`MAX_ENTRIES`]. An error counts
    /// as a miss.
    fn get(&self, ids: &[EntryId]) -> Vec<Entry<'static>>;

    /// Adds entries for later builds. A level may skip entries that it already has.
    ///
    /// # Errors
    /// Returns the system's error. In this case, the entries of this build may be lost.
    fn put(&self, entries: &[Entry<'_>]) -> io::Result<()>;

    /// Returns the number of calls that are useful to have in flight at the same time; 0 if calls never wait for another
    /// machine.
    fn calls_at_once(&self) -> usize {
        0
    }

    /// Notes that the build uses a record that this level returned under this key.
    fn used(&self, _: Digest) {}

    /// Returns the total time that the stages of the used records took when they ran, as far as the level knows.
    fn saved(&self) -> Duration {
        Duration::ZERO
    }

    /// Keeps a record in memory, to upload it for other machines when its outputs are in place.
    fn share(&self, _: SharedRecord) {}

    /// Starts to upload the shared records.
    fn upload_shared(&self) {}

    /// Ends a build and returns the warnings about the level.
    fn finish(&self) -> Vec<Diagnostic>;
}
