//! [`PositionedFile`]: reads at offsets, from several threads.

use std::fs::File;
use std::io;
#[cfg(not(unix))]
use std::sync::{Mutex, PoisonError};

/// A file that is read at offsets.
#[derive(Debug)]
pub(crate) struct PositionedFile {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: Mutex<File>,
}

impl PositionedFile {
    #[cfg(unix)]
    pub(crate) fn new(file: File) -> Self {
        Self { file }
    }

    #[cfg(unix)]
    pub(crate) fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, offset)
    }

    #[cfg(not(unix))]
    pub(crate) fn new(file: File) -> Self {
        Self { file: Mutex::new(file) }
    }

    #[cfg(not(unix))]
    pub(crate) fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }
}
