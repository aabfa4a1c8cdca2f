//! [`Pack`]: a file of entries that never changes, open for reading.
//!
//! ```text
//! entries   each in its envelope
//! index     positions of the entries, by key
//! filter    excludes most absent keys
//! footer    positions of index and filter
//! ```

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rigmill_pipeline::Digest;

use super::error::PackError;
use super::filter;
use super::filter::Filter;
use super::footer;
use super::footer::Footer;
use super::index::Index;
use super::index::Row;
use crate::disk::PositionedFile;
/// A pack. Its filter, 1.5 bytes for each entry, is in memory; its index is not.
#[derive(Debug)]
pub(super) struct Pack {
    path: PathBuf,
    file: PositionedFile,
    index: Index,
    filter: Filter,
    used: AtomicBool,
    retired: AtomicBool,
    damaged_entries: AtomicBool,
}

impl Pack {
    pub(super) fn open(path: &Path) -> Result<Self, PackError> {
        let (file, footer) = read_footer(path)?;
        let filter = read_filter(&file, &footer)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            index: Index::new(footer.index, footer.count),
            filter,
            used: AtomicBool::new(false),
            retired: AtomicBool::new(false),
            damaged_entries: AtomicBool::new(false),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of a key's entry.
    pub(super) fn find(&self, key: Digest) -> Result<Option<Vec<u8>>, PackError> {
        if self.retired.load(Ordering::Relaxed) || !self.filter.may_have(key) {
            return Ok(None);
        }
        match self.index.find(&self.file, key)? {
            Some(row) => self.entry(&row).map(Some),
            None => Ok(None),
        }
    }

    /// The rows of the index, sorted by key.
    pub(super) fn rows(&self) -> Result<Vec<Row>, PackError> {
        self.index.rows(&self.file)
    }

    /// The entry of a row.
    pub(super) fn entry(&self, row: &Row) -> Result<Vec<u8>, PackError> {
        let end = row.offset.checked_add(u64::from(row.length));
        let (Some(_), Ok(length)) = (end.filter(|end| *end <= self.index.offset()), usize::try_from(row.length)) else {
            return Err(PackError::Damaged("its index points outside of it".to_owned()));
        };
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, row.offset)?;
        Ok(bytes)
    }

    /// Records that an entry was found in it.
    pub(super) fn mark_used(&self) {
        self.used.store(true, Ordering::Relaxed);
    }

    /// Whether an entry was found in it since the last call.
    pub(super) fn take_used(&self) -> bool {
        self.used.swap(false, Ordering::Relaxed)
    }

    /// Excludes it from further lookups; returns whether it was not excluded before.
    pub(super) fn retire(&self) -> bool {
        !self.retired.swap(true, Ordering::Relaxed)
    }

    /// Records that an entry is damaged; returns whether it is the first one.
    pub(super) fn mark_damaged_entry(&self) -> bool {
        !self.damaged_entries.swap(true, Ordering::Relaxed)
    }

    pub(super) fn has_damaged_entries(&self) -> bool {
        self.damaged_entries.load(Ordering::Relaxed)
    }
}

/// The number of entries of the pack at `path`.
pub(super) fn count(path: &Path) -> Result<u64, PackError> {
    read_footer(path).map(|(_, footer)| footer.count)
}

fn read_footer(path: &Path) -> Result<(PositionedFile, Footer), PackError> {
    let file = File::open(path).map_err(PackError::Io)?;
    let length = file.metadata().map_err(PackError::Io)?.len();
    let file = PositionedFile::new(file);
    let at = length.checked_sub(footer::LENGTH as u64);
    let at = at.ok_or_else(|| PackError::Damaged("it is truncated".to_owned()))?;
    let mut bytes = [0; footer::LENGTH];
    file.read_exact_at(&mut bytes, at)?;
    Ok((file, Footer::decode(&bytes, length)?))
}

/// Allocates no more than the length of the file, with which the footer was compared.
fn read_filter(file: &PositionedFile, footer: &Footer) -> Result<Filter, PackError> {
    let damaged = || PackError::Damaged("its filter was changed".to_owned());
    let length = filter::encoded_length(footer.count).and_then(|length| usize::try_from(length).ok());
    let mut bytes = vec![0; length.ok_or_else(damaged)?];
    file.read_exact_at(&mut bytes, footer.filter().ok_or_else(damaged)?)?;
    if blake3::hash(&bytes).as_bytes() != &footer.filter_sum {
        return Err(damaged());
    }
    Ok(Filter::from_bytes(bytes))
}
