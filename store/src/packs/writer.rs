//! [`PackWriter`]: writes a pack.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use rigmill_disk::Disk;
use rigmill_pipeline::Digest;

use super::filter::Filter;
use super::folder::PackFolder;
use super::footer::Footer;
use super::index;
use super::index::Row;
use crate::entry::{Entry, EntryId, EntryKind};

/// The number of bytes that are buffered before a write.
const BUFFER: usize = 1 << 18;

/// A pack that is being written and is not visible yet. If dropped before it is finished, its file is removed.
pub(crate) struct PackWriter {
    path: PathBuf,
    file: File,
    pending: Vec<u8>,
    /// Includes bytes that are still in the buffer.
    length: u64,
    rows: Vec<Row>,
    entries: u64,
    /// The slots of the pack's artifacts. Each artifact is stored once.
    artifacts: HashSet<u128>,
    published: bool,
}

impl PackWriter {
    pub(crate) fn create(folder: &PackFolder) -> io::Result<Self> {
        let (path, file) = folder.temporary()?;
        let (rows, artifacts) = (Vec::new(), HashSet::new());
        Ok(Self { path, file, pending: Vec::new(), length: 0, rows, entries: 0, artifacts, published: false })
    }

    /// Whether the pack contains an artifact.
    pub(crate) fn has_artifact(&self, id: EntryId) -> bool {
        self.artifacts.contains(&id.slot())
    }

    /// Adds an entry under all of its keys. After an error, the pack must not be used.
    pub(crate) fn add(&mut self, entry: &Entry<'_>, disk: &dyn Disk) -> io::Result<()> {
        let slots: Vec<u128> = entry.ids().map(EntryId::slot).collect();
        self.add_under(&slots, entry, disk)
    }

    /// Adds an entry under some of its keys.
    pub(crate) fn add_under(&mut self, slots: &[u128], entry: &Entry<'_>, disk: &dyn Disk) -> io::Result<()> {
        let length = u32::try_from(entry.bytes().len()).map_err(io::Error::other)?;
        let (offset, kind) = (self.length, entry.kind());
        self.append(entry.bytes(), disk)?;
        self.rows.extend(slots.iter().map(|&slot| Row { slot, offset, length, kind }));
        self.entries += 1;
        if kind == EntryKind::Artifact {
            self.artifacts.extend(slots);
        }
        Ok(())
    }

    /// Gives the pack its final name, or removes it if it has no entries. If several entries have the same key, the last one
    /// wins, except that all sets of queries are kept. The pack's last use is set to `used`, or to the current time.
    pub(crate) fn finish(
        mut self,
        folder: &PackFolder,
        order: u64,
        used: Option<SystemTime>,
        disk: &dyn Disk,
    ) -> io::Result<Option<PathBuf>> {
        if self.rows.is_empty() {
            return Ok(None);
        }
        let digest = self.append_end(disk)?;
        self.write_out(disk)?;
        if let Some(used) = used {
            self.file.set_modified(used)?;
        }
        let path = folder.pack_path(order, digest);
        disk.rename(&self.path, &path)?;
        self.published = true;
        Ok(Some(path))
    }

    /// Writes the index, the filter and the footer. Returns the digest of the index.
    fn append_end(&mut self, disk: &dyn Disk) -> io::Result<Digest> {
        let mut rows = std::mem::take(&mut self.rows);
        rows.sort_unstable_by_key(|row| (row.slot, Reverse(row.offset)));
        rows.dedup_by_key(|row| (row.slot, if row.kind == EntryKind::Queries { row.offset } else { 0 }));
        let index = self.length;
        let mut hasher = blake3::Hasher::new();
        for block in index::encode(&rows) {
            hasher.update(&block);
            self.append(&block, disk)?;
        }
        let filter =
            Filter::new(rows.iter().map(|row| row.slot)).ok_or_else(|| io::Error::other("too many entries"))?;
        let filter_sum = *blake3::hash(filter.bytes()).as_bytes();
        let footer = Footer { entries: self.entries, rows: rows.len() as u64, index, filter_sum };
        self.append(filter.bytes(), disk)?;
        self.append(&footer.encode(), disk)?;
        Ok(Digest::from_bytes(*hasher.finalize().as_bytes()))
    }

    fn append(&mut self, bytes: &[u8], disk: &dyn Disk) -> io::Result<()> {
        if self.pending.len() + bytes.len() > BUFFER {
            self.write_out(disk)?;
        }
        if bytes.len() > BUFFER {
            disk.append(&self.file, bytes)?;
        } else {
            self.pending.extend_from_slice(bytes);
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn write_out(&mut self, disk: &dyn Disk) -> io::Result<()> {
        if !self.pending.is_empty() {
            disk.append(&self.file, &self.pending)?;
            self.pending.clear();
        }
        Ok(())
    }
}

impl Drop for PackWriter {
    fn drop(&mut self) {
        if !self.published {
            // If this fails, a later build removes it.
            let _ = fs::remove_file(&self.path);
        }
    }
}
