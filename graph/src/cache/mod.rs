//! [`ObjectCache`]: the records and artifacts of earlier actions by action key, shared by all projects and branches of a user.
//!
//! A build appends its entries to one **pack**, a file that never changes once it has its name; lookups search all packs,
//! newest first. The cache never interprets its entries.
//!
//! Invariants: an entry is verified by its digest, which includes the action key, whenever it is read, so incomplete or
//! damaged files cause misses, never wrong results. A pack appears completely, under its own name, before the packs that it
//! replaces are removed. Readers take no lock; only merging and removing packs does, and a build never waits for that lock.
//! An error here costs time, nothing else.

mod entry;
mod error;
mod filter;
mod folder;
mod footer;
mod index;
mod merge;
mod pack;
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
use crate::records::{ActionKey, RecordError};

/// The largest entry, in bytes: entries are read as a whole.
const LARGEST_ENTRY: usize = 1 << 29;

/// The object cache during a build: the packs that existed at its first lookup, and the one it writes.
pub struct ObjectCache<'a> {
    folder: PackFolder,
    max_size: u64,
    disk: &'a dyn Disk,
    /// Newest first.
    packs: OnceLock<Vec<Pack>>,
    new_pack: Mutex<NewPack>,
    warnings: Mutex<Vec<Diagnostic>>,
}

/// The pack that this build writes.
enum NewPack {
    None,
    Open(PackWriter),
    /// A write failed, or the build has ended: nothing more is stored.
    Closed,
}

impl<'a> ObjectCache<'a> {
    /// A cache. Nothing is read before the first lookup, and nothing written before the first entry is stored.
    #[must_use]
    pub fn new(folder: &CacheFolder, disk: &'a dyn Disk) -> Self {
        Self {
            folder: PackFolder::new(&folder.path),
            max_size: folder.max_size,
            disk,
            packs: OnceLock::new(),
            new_pack: Mutex::new(NewPack::None),
            warnings: Mutex::default(),
        }
    }

    /// The record that an earlier build stored under `key`. A damaged one counts as none, with one warning for each pack.
    pub(crate) fn find<T: DeserializeOwned>(&self, key: ActionKey) -> Option<T> {
        let key = key.digest();
        self.packs().iter().find_map(|pack| self.find_in(pack, key))
    }

    /// Stores a record under `key` for later builds. After an error the entries of this build are lost.
    pub(crate) fn store<T: Serialize>(&self, key: ActionKey, record: &T) -> io::Result<()> {
        let key = key.digest();
        let sealed = entry::seal(key, record).map_err(io::Error::other)?;
        if sealed.len() > LARGEST_ENTRY {
            return Ok(());
        }
        let mut pack = self.new_pack.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*pack, NewPack::None) {
            *pack = PackWriter::create(&self.folder).map_or(NewPack::Closed, NewPack::Open);
        }
        let NewPack::Open(writer) = &mut *pack else { return Ok(()) };
        let added = writer.add(key, &sealed, self.disk);
        if added.is_err() {
            *pack = NewPack::Closed;
        }
        added
    }

    /// Ends a build: publishes its entries and maintains the folder. Returns the warnings about the cache.
    pub fn finish(&self) -> Vec<Diagnostic> {
        let stored = self.publish();
        self.touch();
        if stored || self.opened().iter().any(Pack::has_damaged_entries) {
            // If this fails, a later build does it.
            let _ = self.maintain();
        }
        std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn packs(&self) -> &[Pack] {
        self.packs.get_or_init(|| {
            // A folder that cannot be listed counts as empty.
            let listed = self.folder.list().unwrap_or_default();
            listed.into_iter().filter_map(|info| self.open(info)).collect()
        })
    }

    fn opened(&self) -> &[Pack] {
        self.packs.get().map_or(&[], Vec::as_slice)
    }

    fn open(&self, info: PackInfo) -> Option<Pack> {
        Pack::open(&info.path).map_err(|error| self.abandon(&info.path, &error)).ok()
    }

    fn find_in<T: DeserializeOwned>(&self, pack: &Pack, key: Digest) -> Option<T> {
        match pack.find(key) {
            Ok(None) => None,
            Ok(Some(bytes)) => match entry::open(key, &bytes) {
                Ok(record) => {
                    pack.mark_used();
                    Some(record)
                }
                Err(error) => self.skip_entry(pack, &error),
            },
            Err(error) => {
                if pack.retire() {
                    self.abandon(pack.path(), &error);
                }
                None
            }
        }
    }

    /// Warns about a damaged entry, which is dropped when the pack is rewritten at the end of this build.
    fn skip_entry<T>(&self, pack: &Pack, error: &RecordError) -> Option<T> {
        if entry::is_damage(error) && pack.mark_damaged_entry() {
            let message = format!("the object cache is damaged: an entry of {}: {error}", pack.path().display());
            self.warn(message, "the entry is dropped and made again; nothing else is lost");
        }
        None
    }

    /// Warns about an unusable pack, and removes it if it is damaged. A pack that vanished was removed or merged by another
    /// build, which is no error.
    fn abandon(&self, path: &Path, error: &PackError) {
        let message = format!("the object cache is damaged: {}: {error}", path.display());
        match error {
            PackError::Io(error) if absent(error) => {}
            PackError::Io(_) => self.warn(message, "it is ignored; its entries are made again"),
            PackError::Damaged(_) => match self.disk.remove(path) {
                Ok(()) => self.warn(message, "it was removed; its entries are made again, and nothing else is lost"),
                Err(_) => self.warn(message, "it cannot be removed; please remove it, its entries are made again"),
            },
        }
    }

    fn warn(&self, message: String, help: &'static str) {
        let warning = Diagnostic::warning("R0105", message).help(help);
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    /// Publishes this build's pack; returns whether there is one.
    fn publish(&self) -> bool {
        let mut pack = self.new_pack.lock().unwrap_or_else(PoisonError::into_inner);
        let NewPack::Open(writer) = std::mem::replace(&mut *pack, NewPack::Closed) else { return false };
        let order = self.folder.list().map_or(1, |packs| packs.first().map_or(1, |newest| newest.order + 1));
        matches!(writer.finish(&self.folder, order, None, self.disk), Ok(Some(_)))
    }

    /// Updates the last use of the packs in which entries were found.
    fn touch(&self) {
        let mut used = self.opened().iter().filter(|pack| pack.take_used()).peekable();
        if used.peek().is_none() {
            return;
        }
        // Without a clock, or if the pack was removed, nothing is updated.
        let Ok(now) = self.folder.now() else { return };
        for pack in used {
            let _ = File::options().write(true).open(pack.path()).and_then(|file| file.set_modified(now));
        }
    }

    /// Removes files of builds that died, rewrites damaged packs, merges small ones and limits the size, unless another
    /// process does so.
    fn maintain(&self) -> io::Result<()> {
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
