//! [`Pack`]: a file of entries that never changes, open for reading.
//!
//! ```text
//! entries   each verified by itself
//! index     positions of the entries, by slot
//! filter    excludes most absent slots
//! footer    positions of index and filter
//! ```

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rigmill_disk::system::read_exact_at;

use super::error::PackError;
use super::filter;
use super::filter::Filter;
use super::footer;
use super::footer::Footer;
use super::index::{Budget, Index, Row};
use super::window::WindowedFile;
use crate::entry::{Entry, EntryError, EntryId};

/// A pack that is open for reading. Its filter (1.5 bytes per row of the index) is in memory. Blocks of the index that were
/// read stay in memory as far as the budget allows.
#[derive(Debug)]
pub(super) struct Pack {
    path: PathBuf,
    file: File,
    entries: WindowedFile,
    index: Index,
    filter: Filter,
    used: AtomicBool,
    /// Whether the pack is excluded from lookups.
    retired: AtomicBool,
    damaged: AtomicBool,
}

impl Pack {
    /// Opens a pack. The memory for its index is taken from `budget`.
    pub(super) fn open(path: &Path, budget: Budget) -> Result<Self, PackError> {
        let (file, footer) = read_footer(path)?;
        let filter = read_filter(&file, &footer)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            entries: WindowedFile::new(footer.index),
            index: Index::new(footer.index, footer.rows, budget),
            filter,
            used: AtomicBool::new(false),
            retired: AtomicBool::new(false),
            damaged: AtomicBool::new(false),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the rows under which an entry may be found.
    pub(super) fn find(&self, id: EntryId) -> Result<Vec<Row>, PackError> {
        if self.retired.load(Ordering::Relaxed) || !self.filter.may_have(id.slot()) {
            return Ok(Vec::new());
        }
        let mut rows = self.index.find(&self.file, id.slot())?;
        rows.retain(|row| row.kind == id.kind);
        Ok(rows)
    }

    /// Whether the pack is expected to contain an intact entry with this id. This does not read the entry, so it does not
    /// detect new damage.
    pub(super) fn is_expected(&self, id: EntryId) -> bool {
        !self.damaged.load(Ordering::Relaxed) && self.find(id).is_ok_and(|rows| !rows.is_empty())
    }

    /// Returns the rows of the index, sorted by slot.
    pub(super) fn rows(&self) -> Result<Vec<Row>, PackError> {
        self.index.rows(&self.file)
    }

    /// Reads and verifies the entry of a row.
    pub(super) fn entry(&self, row: &Row) -> Result<Result<Entry<'static>, EntryError>, PackError> {
        let end = row.offset.checked_add(u64::from(row.length));
        let (Some(_), Ok(length)) = (end.filter(|end| *end <= self.index.offset()), usize::try_from(row.length)) else {
            return Err(PackError::Damaged("the index of the pack refers to bytes outside of the pack".to_owned()));
        };
        let bytes = self.entries.read(&self.file, row.offset, length)?;
        Ok(Entry::open(row.kind, row.slot, bytes))
    }

    /// Notes that an entry was found in this pack.
    pub(super) fn mark_used(&self) {
        self.used.store(true, Ordering::Relaxed);
    }

    /// Whether an entry was found in this pack since the last call.
    pub(super) fn take_used(&self) -> bool {
        self.used.swap(false, Ordering::Relaxed)
    }

    /// Excludes the pack from further lookups. Returns whether it was included before.
    pub(super) fn retire(&self) -> bool {
        !self.retired.swap(true, Ordering::Relaxed)
    }

    /// Notes that the pack contains damage.
    pub(super) fn mark_damaged(&self) {
        self.damaged.store(true, Ordering::Relaxed);
    }
}

/// Returns the number of entries of the pack at `path`.
pub(super) fn count(path: &Path) -> Result<u64, PackError> {
    read_footer(path).map(|(_, footer)| footer.entries)
}

fn read_footer(path: &Path) -> Result<(File, Footer), PackError> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let at = length.checked_sub(footer::LENGTH as u64);
    let at = at.ok_or_else(|| PackError::Damaged("the pack is truncated".to_owned()))?;
    let mut bytes = [0; footer::LENGTH];
    read_exact_at(&file, &mut bytes, at)?;
    Ok((file, Footer::decode(&bytes, length)?))
}

/// Reads the filter. The footer was compared with the length of the file, so this allocates at most that many bytes.
fn read_filter(file: &File, footer: &Footer) -> Result<Filter, PackError> {
    let damaged = || PackError::Damaged("the filter of the pack is damaged".to_owned());
    let length = filter::encoded_length(footer.rows).and_then(|length| usize::try_from(length).ok());
    let mut bytes = vec![0; length.ok_or_else(damaged)?];
    read_exact_at(file, &mut bytes, footer.filter().ok_or_else(damaged)?)?;
    if blake3::hash(&bytes).as_bytes() != &footer.filter_sum {
        return Err(damaged());
    }
    Ok(Filter::from_bytes(bytes))
}
