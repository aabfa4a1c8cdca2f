//! [`PackWriter`]: writes a pack.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use rigmill_pipeline::Digest;

use super::filter::Filter;
use super::folder::PackFolder;
use super::footer::Footer;
use super::index;
use super::index::Row;

use crate::disk::Disk;

/// The number of bytes that are buffered before a write.
const BUFFER: usize = 1 << 18;

/// A pack that is not visible yet. If dropped unfinished, it is removed.
pub(super) struct PackWriter {
    path: PathBuf,
    file: File,
    pending: Vec<u8>,
    /// Including pending bytes.
    length: u64,
    rows: Vec<Row>,
    published: bool,
}

impl PackWriter {
    pub(super) fn create(folder: &PackFolder) -> io::Result<Self> {
        let (path, file) = folder.temporary()?;
        Ok(Self { path, file, pending: Vec::new(), length: 0, rows: Vec::new(), published: false })
    }

    /// Adds an entry. After an error the pack cannot be used.
    pub(super) fn add(&mut self, key: Digest, entry: &[u8], disk: &dyn Disk) -> io::Result<()> {
        let length = u32::try_from(entry.len()).map_err(io::Error::other)?;
        let offset = self.length;
        self.append(entry, disk)?;
        self.rows.push(Row { key, offset, length });
        Ok(())
    }

    /// Gives the pack its name; a pack without entries is dropped. Of entries with the same key the last one wins. The
    /// pack's last use is `used`, or now.
    pub(super) fn finish(
        mut self,
        folder: &PackFolder,
        order: u64,
        used: Option<SystemTime>,
        disk: &dyn Disk,
    ) -> io::Result<Option<PathBuf>> {
        if self.rows.is_empty() {
            return Ok(None);
        }
        let index = self.append_end(disk)?;
        self.write_out(disk)?;
        if let Some(used) = used {
            self.file.set_modified(used)?;
        }
        let path = folder.pack_path(order, Digest::of(&index));
        disk.rename(&self.path, &path)?;
        self.published = true;
        Ok(Some(path))
    }

    /// Index, filter and footer.
    fn append_end(&mut self, disk: &dyn Disk) -> io::Result<Vec<u8>> {
        let mut rows = std::mem::take(&mut self.rows);
        rows.reverse();
        rows.sort_by_key(|row| row.key);
        rows.dedup_by_key(|row| row.key);
        let filter = Filter::of(rows.iter().map(|row| row.key)).ok_or_else(|| io::Error::other("too many entries"))?;
        let filter_sum = *blake3::hash(filter.bytes()).as_bytes();
        let footer = Footer { count: rows.len() as u64, index: self.length, filter_sum };
        let index = index::encode(&rows);
        self.append(&index, disk)?;
        self.append(filter.bytes(), disk)?;
        self.append(&footer.encode(), disk)?;
        Ok(index)
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
