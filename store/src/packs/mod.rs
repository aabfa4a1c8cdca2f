//! [`Packs`]: the cache level in a local folder, including the pack that the current build writes.

pub(crate) mod error;
mod filter;
pub(crate) mod folder;
mod footer;
mod index;
mod merge;
mod pack;
mod upkeep;
mod window;
pub(crate) mod writer;

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rigmill_disk::Disk;
use rigmill_pipeline::{Diagnostic, codes};

use crate::entry::{Entry, EntryError, EntryId, EntryKind};
use crate::level::{CacheLevel, MAX_ENTRIES};
use error::PackError;
use folder::{PackFolder, PackInfo};
use index::{Budget, Row};
use pack::Pack;
use writer::PackWriter;

pub use upkeep::{CacheFolder, CacheStats, DEFAULT_CACHE_SIZE, RemovedPack, VerifiedPack};

/// The size of the largest entry, in bytes. Each entry is read as a whole.
const LARGEST_ENTRY: usize = 1 << 29;

/// The number of bytes of all index blocks that a build keeps in memory. The index for 100,000 clips is 12 MB.
const INDEX_BUDGET: usize = 1 << 25;

/// The packs that existed at the first lookup, and the pack that this build writes.
pub(crate) struct Packs<'a> {
    folder: PackFolder,
    max_size: u64,
    disk: &'a dyn Disk,
    /// Newest first.
    packs: OnceLock<Vec<Pack>>,
    new_pack: Mutex<NewPack>,
    /// The paths of packs in which damage was found. They are verified and repaired under the lock at the end of the build.
    damaged: Mutex<BTreeSet<PathBuf>>,
    warnings: Mutex<Vec<Diagnostic>>,
}

/// The pack that this build writes.
enum NewPack {
    None,
    Open(PackWriter),
    /// A write failed or the build has ended, so nothing more is stored.
    Closed,
}

impl CacheLevel for Packs<'_> {
    fn get(&self, ids: &[EntryId]) -> Vec<Entry<'static>> {
        ids.iter().map(|&id| self.entries(id)).find(|entries| !entries.is_empty()).unwrap_or_default()
    }

    fn put(&self, entries: &[Entry<'_>]) -> io::Result<()> {
        let mut pack = self.new_pack.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*pack, NewPack::None) {
            *pack = PackWriter::create(&self.folder).map_or(NewPack::Closed, NewPack::Open);
        }
        let NewPack::Open(writer) = &mut *pack else { return Ok(()) };
        let mut wanted = entries.iter().filter(|entry| entry.bytes().len() <= LARGEST_ENTRY);
        let added = wanted.try_for_each(|entry| match self.has_artifact(entry, writer) {
            true => Ok(()),
            false => writer.add(entry, self.disk),
        });
        if added.is_err() {
            *pack = NewPack::Closed;
        }
        added
    }

    fn finish(&self) -> Vec<Diagnostic> {
        let stored = self.publish();
        self.touch();
        if stored || !self.damaged().is_empty() {
            // If maintenance fails, a later build repeats it.
            let _ = self.maintain();
        }
        std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<'a> Packs<'a> {
    pub(crate) fn new(folder: &CacheFolder, disk: &'a dyn Disk) -> Self {
        Self {
            folder: PackFolder::new(&folder.path),
            max_size: folder.max_size,
            disk,
            packs: OnceLock::new(),
            new_pack: Mutex::new(NewPack::None),
            damaged: Mutex::default(),
            warnings: Mutex::default(),
        }
    }

    fn packs(&self) -> &[Pack] {
        self.packs.get_or_init(|| {
            let budget: Budget = Arc::new(AtomicUsize::new(INDEX_BUDGET));
            // A folder that cannot be listed counts as empty.
            let listed = self.folder.list().unwrap_or_default();
            listed.into_iter().filter_map(|info| self.open(&info, &budget)).collect()
        })
    }

    fn opened(&self) -> &[Pack] {
        self.packs.get().map_or(&[], Vec::as_slice)
    }

    fn open(&self, info: &PackInfo, budget: &Budget) -> Option<Pack> {
        Pack::open(&info.path, Budget::clone(budget)).map_err(|error| self.report(&info.path, &error)).ok()
    }

    /// Returns the entries of all packs under a key: the newest entry, or each distinct set of queries.
    fn entries(&self, id: EntryId) -> Vec<Entry<'static>> {
        let most = if id.kind == EntryKind::Queries { MAX_ENTRIES } else { 1 };
        let mut found = Vec::new();
        for pack in self.packs() {
            for row in self.rows(pack, id) {
                match self.entry(pack, &row, id) {
                    Some(entry) if !found.contains(&entry) => found.push(entry),
                    _ => continue,
                }
                if found.len() == most {
                    return found;
                }
            }
        }
        found
    }

    fn rows(&self, pack: &Pack, id: EntryId) -> Vec<Row> {
        pack.find(id).unwrap_or_else(|error| {
            self.retire(pack, &error);
            Vec::new()
        })
    }

    fn entry(&self, pack: &Pack, row: &Row, id: EntryId) -> Option<Entry<'static>> {
        match pack.entry(row) {
            Ok(Ok(entry)) if entry.has(id) => {
                pack.mark_used();
                Some(entry)
            }
            Ok(Ok(_) | Err(EntryError::DifferentKey)) => None,
            Ok(Err(error @ EntryError::Changed)) => {
                pack.mark_damaged();
                self.warn_of_damage(pack.path(), format_args!("{}: {error}", pack.path().display()));
                None
            }
            Err(error) => {
                self.retire(pack, &error);
                None
            }
        }
    }

    /// Whether an entry is an artifact that is already stored.
    fn has_artifact(&self, entry: &Entry<'_>, writer: &PackWriter) -> bool {
        let is_stored = |id| writer.has_artifact(id) || self.packs().iter().any(|pack| pack.is_expected(id));
        entry.kind() == EntryKind::Artifact && entry.ids().any(is_stored)
    }

    // ---- damage ----

    /// Excludes a pack from this build. The file is removed only by maintenance, because other builds may use the same folder.
    fn retire(&self, pack: &Pack, error: &PackError) {
        pack.mark_damaged();
        if pack.retire() {
            self.report(pack.path(), error);
        }
    }

    fn report(&self, path: &Path, error: &PackError) {
        match error {
            PackError::Vanished => {}
            PackError::Io(cause) => {
                let message = format!("a pack of the object cache cannot be read: {}: {cause}", path.display());
                self.warn(
                    message,
                    "check the permissions of the file; Rigmill ignores this pack, and rebuilds the missing results",
                );
            }
            PackError::Damaged(_) => self.warn_of_damage(path, format_args!("{}: {error}", path.display())),
        }
    }

    /// Reports damage, once per pack.
    fn warn_of_damage(&self, path: &Path, damage: fmt::Arguments<'_>) {
        if self.damaged().insert(path.to_owned()) {
            let message = format!("the object cache is damaged: {damage}");
            self.warn(
                message,
                "you do not need to do anything: Rigmill discards the damaged entries and rebuilds the lost results",
            );
        }
    }

    fn warn(&self, message: String, help: &'static str) {
        let warning = Diagnostic::warning(codes::CACHE_DAMAGED, message).help(help);
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    fn damaged(&self) -> std::sync::MutexGuard<'_, BTreeSet<PathBuf>> {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // ---- the end of a build ----

    /// Publishes the pack of this build. Returns whether there is one.
    fn publish(&self) -> bool {
        let mut pack = self.new_pack.lock().unwrap_or_else(PoisonError::into_inner);
        let NewPack::Open(writer) = std::mem::replace(&mut *pack, NewPack::Closed) else { return false };
        let order = self.folder.list().map_or(1, |packs| packs.first().map_or(1, |newest| newest.order + 1));
        matches!(writer.finish(&self.folder, order, None, self.disk), Ok(Some(_)))
    }

    /// Updates the time of the last use of the packs in which entries were found.
    fn touch(&self) {
        let mut used = self.opened().iter().filter(|pack| pack.take_used()).peekable();
        if used.peek().is_none() {
            return;
        }
        // If the file system's clock cannot be read, no times are updated.
        let Ok(now) = self.folder.now() else { return };
        for pack in used {
            let _ = File::options().write(true).open(pack.path()).and_then(|file| file.set_modified(now));
        }
    }

    /// Removes files of builds that died, repairs damaged packs, merges small packs and enforces the size limit. Does nothing
    /// if another process holds the lock. Damaged packs are verified again first, because another process may have repaired
    /// them.
    fn maintain(&self) -> io::Result<()> {
        let Some(_lock) = self.folder.try_lock()? else { return Ok(()) };
        self.folder.remove_dead(self.disk)?;
        let damaged = self.damaged().clone();
        for info in self.folder.list()?.iter().filter(|info| damaged.contains(&info.path)) {
            upkeep::verify(&self.folder, info, self.disk)?;
        }
        merge::merge_small(&self.folder, self.max_size, self.disk)?;
        upkeep::remove_oldest(&self.folder, self.max_size, self.disk).map(drop)
    }
}
