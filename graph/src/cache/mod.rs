//! [`ObjectCache`]: results of earlier actions by key, shared by all projects and branches of a user.
//!
//! A build appends what it makes to one **pack**, a file that never changes once it has its name; lookups go through all
//! packs, newest first. The cache never interprets what it keeps.
//!
//! Invariants: an entry is checked by digest, its key included, whenever it is read, so torn or damaged files give
//! misses, never wrong answers. A pack appears whole, under its own name, before those it replaces go. Readers take no
//! lock; only merging and removing packs does, and never waits for it during a build. Whatever fails here costs time
//! and nothing else.

mod entry;
mod error;
mod filter;
mod folder;
mod footer;
mod index;
mod merge;
mod pack;
mod positioned;
#[cfg(test)]
mod tests;
mod upkeep;
mod writer;

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use rigmill_pipeline::{Diagnostic, Digest};
use serde::Serialize;
use serde::de::DeserializeOwned;

use error::PackError;
use folder::{PackFolder, PackInfo};
use pack::Pack;
use writer::PackWriter;

pub use upkeep::{CacheFolder, CacheStats, DEFAULT_CACHE_SIZE, RemovedPack, VerifiedPack};

use crate::disk::{Disk, absent};
use crate::records::{Key, RecordError};

/// Larger results are not kept: an entry is read as a whole.
const LARGEST_ENTRY: usize = 1 << 29;

/// One build's view of a cache: the packs that were there at its first lookup, and the one it makes.
pub struct ObjectCache<'a> {
    folder: PackFolder,
    max_size: u64,
    disk: &'a dyn Disk,
    /// Newest first.
    packs: OnceLock<Vec<Pack>>,
    made: Mutex<Made>,
    warnings: Mutex<Vec<Diagnostic>>,
}

/// The pack that this build makes.
enum Made {
    Nothing,
    Some(PackWriter),
    /// A write failed, or the build is at its end: nothing more is kept.
    Closed,
}

impl<'a> ObjectCache<'a> {
    /// A cache, of which nothing is read before the first lookup and nothing made before the first entry is stored.
    #[must_use]
    pub fn new(folder: &CacheFolder, disk: &'a dyn Disk) -> Self {
        Self {
            folder: PackFolder::new(&folder.path),
            max_size: folder.max_size,
            disk,
            packs: OnceLock::new(),
            made: Mutex::new(Made::Nothing),
            warnings: Mutex::default(),
        }
    }

    /// The record that an earlier build stored under `key`. A damaged one counts as none, and is told once.
    pub(crate) fn record<T: DeserializeOwned>(&self, key: Key) -> Option<T> {
        let key = key.digest();
        self.packs().iter().find_map(|pack| self.record_in(pack, key))
    }

    /// Stores a record under `key`, to be found by later builds. After an error nothing that this build made is kept.
    pub(crate) fn store_record<T: Serialize>(&self, key: Key, record: &T) -> io::Result<()> {
        let key = key.digest();
        let sealed = entry::seal(key, record).map_err(io::Error::other)?;
        if sealed.len() > LARGEST_ENTRY {
            return Ok(());
        }
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*made, Made::Nothing) {
            *made = PackWriter::create(&self.folder).map_or(Made::Closed, Made::Some);
        }
        let Made::Some(writer) = &mut *made else { return Ok(()) };
        let added = writer.add(key, &sealed, self.disk);
        if added.is_err() {
            *made = Made::Closed;
        }
        added
    }

    /// Ends a build: what it stored can be found from now on, and the folder is kept in order. Gives what is wrong with
    /// the cache, each thing once.
    pub fn finish(&self) -> Vec<Diagnostic> {
        let stored = self.place();
        self.touch();
        if stored || self.opened().iter().any(Pack::has_damaged_entries) {
            // Whatever could not be done now is done by a later build.
            let _ = self.tend();
        }
        std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn packs(&self) -> &[Pack] {
        self.packs.get_or_init(|| {
            // A folder that cannot be listed is as good as empty.
            let listed = self.folder.list().unwrap_or_default();
            listed.into_iter().filter_map(|info| self.open(info)).collect()
        })
    }

    fn opened(&self) -> &[Pack] {
        self.packs.get().map_or(&[], Vec::as_slice)
    }

    fn open(&self, info: PackInfo) -> Option<Pack> {
        Pack::open(&info.path).map_err(|error| self.give_up(&info.path, &error)).ok()
    }

    fn record_in<T: DeserializeOwned>(&self, pack: &Pack, key: Digest) -> Option<T> {
        match pack.find(key) {
            Ok(None) => None,
            Ok(Some(bytes)) => match entry::open(key, &bytes) {
                Ok(record) => {
                    pack.note_use();
                    Some(record)
                }
                Err(error) => self.pass_over(pack, &error),
            },
            Err(error) => {
                if pack.retire() {
                    self.give_up(pack.path(), &error);
                }
                None
            }
        }
    }

    /// One entry is damaged: it is left out when the pack is next rewritten, which is at the end of this build.
    fn pass_over<T>(&self, pack: &Pack, error: &RecordError) -> Option<T> {
        if entry::is_damage(error) && pack.note_damaged_entry() {
            let message = format!("the object cache is damaged: an entry of {}: {error}", pack.path().display());
            self.warn(message, "it is left out and made anew; nothing else is lost");
        }
        None
    }

    /// A pack as a whole is of no use. One that vanished was removed or merged by another build, which is no fault.
    fn give_up(&self, path: &Path, error: &PackError) {
        let message = format!("the object cache is damaged: {}: {error}", path.display());
        match error {
            PackError::Io(error) if absent(error) => {}
            PackError::Io(_) => self.warn(message, "it is passed over; what it holds is made anew"),
            PackError::Damaged(_) => match self.disk.remove(path) {
                Ok(()) => self.warn(message, "it was removed; what it held is made anew, and nothing else is lost"),
                Err(_) => self.warn(message, "it cannot be removed; please do so, what it holds is made anew"),
            },
        }
    }

    fn warn(&self, message: String, help: &'static str) {
        let warning = Diagnostic::warning("R0105", message).help(help);
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    /// Puts this build's pack in place. Says whether there is one.
    fn place(&self) -> bool {
        let made = std::mem::replace(&mut *self.made.lock().unwrap_or_else(PoisonError::into_inner), Made::Closed);
        let Made::Some(writer) = made else { return false };
        let order = self.folder.list().map_or(1, |packs| packs.first().map_or(1, |newest| newest.order + 1));
        matches!(writer.finish(&self.folder, order, None, self.disk), Ok(Some(_)))
    }

    /// Marks the packs that were of use as used just now.
    fn touch(&self) {
        let mut used = self.opened().iter().filter(|pack| pack.take_use()).peekable();
        if used.peek().is_none() {
            return;
        }
        // Without a clock, or for a pack that is gone, the last use stays what it was.
        let Ok(now) = self.folder.now() else { return };
        for pack in used {
            let _ = File::options().write(true).open(pack.path()).and_then(|file| file.set_modified(now));
        }
    }

    /// Removes what builds that died left, rewrites damaged packs, merges small ones, and keeps to the bound; unless
    /// another process is at it.
    fn tend(&self) -> io::Result<()> {
        let Some(_lock) = self.folder.try_lock()? else { return Ok(()) };
        self.folder.remove_dead(self.disk)?;
        let damaged = self.opened().iter().filter(|pack| pack.has_damaged_entries());
        for pack in damaged {
            merge::rewrite(&self.folder, pack.path(), self.disk)?;
        }
        merge::merge_small(&self.folder, self.max_size, self.disk)?;
        upkeep::remove_oldest(&self.folder, self.max_size, self.disk).map(drop)
    }
}
