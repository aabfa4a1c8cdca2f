//! [`BaseWriter`]: writes a base. Records are written as soon as they are complete.

use std::fs::File;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};

use rigmill_disk::Disk;

use super::base_footer::{Footer, SECTIONS, header};

/// The number of bytes that are buffered before a write.
const BUFFER: usize = 1 << 18;

/// A base that is written to a temporary file next to its final path. If dropped before it is finished, the file is removed.
pub(super) struct BaseWriter<'a> {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
    disk: &'a dyn Disk,
    buffer: Vec<u8>,
    length: u64,
    hasher: blake3::Hasher,
}

impl<'a> BaseWriter<'a> {
    pub(super) fn create(path: &Path, disk: &'a dyn Disk) -> io::Result<Self> {
        let temporary = temporary(path);
        disk.remove(&temporary)?;
        let created = disk.create(&temporary, &header());
        let opened = created.and_then(|_| File::options().append(true).open(&temporary));
        let file = opened.inspect_err(|_| drop(disk.remove(&temporary)))?;
        let path = path.to_owned();
        Ok(Self { path, temporary, file, disk, buffer: Vec::new(), length: 0, hasher: blake3::Hasher::new() })
    }

    /// Adds a record and returns its offset.
    pub(super) fn push(&mut self, record: &[u8]) -> io::Result<u64> {
        let offset = self.length;
        self.buffer.extend_from_slice(record);
        self.length += record.len() as u64;
        if self.buffer.len() >= BUFFER {
            self.write_buffer()?;
        }
        Ok(offset)
    }

    fn write_buffer(&mut self) -> io::Result<()> {
        self.hasher.update(&self.buffer);
        self.disk.append(&self.file, &self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Adds the sections, flushes the base and moves it to its path in one step.
    pub(super) fn finish(mut self, sections: [&[u8]; SECTIONS]) -> io::Result<()> {
        self.write_buffer()?;
        let mut hasher = blake3::Hasher::new();
        for section in sections {
            hasher.update(section);
            self.disk.append(&self.file, section)?;
        }
        let footer = Footer {
            records: self.length,
            sections: sections.map(|section| section.len() as u64),
            records_check: *self.hasher.finalize().as_bytes(),
            sections_check: *hasher.finalize().as_bytes(),
        };
        self.disk.append(&self.file, &footer.encode())?;
        publish(&self.temporary, &self.path, self.disk)?;
        mem::take(&mut self.temporary);
        Ok(())
    }
}

impl Drop for BaseWriter<'_> {
    fn drop(&mut self) {
        if !self.temporary.as_os_str().is_empty() {
            // If this fails, the file is removed before the next base is written.
            let _ = self.disk.remove(&self.temporary);
        }
    }
}

/// Replaces a file in one step and flushes it.
pub(super) fn replace(path: &Path, bytes: &[u8], disk: &dyn Disk) -> io::Result<()> {
    let temporary = temporary(path);
    disk.remove(&temporary)?;
    let written = disk.create(&temporary, bytes).and_then(|_| publish(&temporary, path, disk));
    written.inspect_err(|_| drop(disk.remove(&temporary)))
}

fn publish(temporary: &Path, path: &Path, disk: &dyn Disk) -> io::Result<()> {
    disk.flush(path, &[temporary])?;
    disk.rename(temporary, path)
}

fn temporary(path: &Path) -> PathBuf {
    path.with_extension("tmp")
}
