//! [`WindowedFile`]: reads entries from a pack's file, with read-ahead for entries that are read in the order in which they
//! were written.

use std::fs::File;
use std::io;
use std::sync::{Mutex, PoisonError};

use rigmill_disk::system::read_exact_at;

/// The number of bytes to read ahead in one call.
const WINDOW: usize = 1 << 16;
/// The number of bytes of the window before the requested offset: an artifact is written before its record, but read after it.
const BEFORE: u64 = 1 << 13;

/// The part of the file that was read last.
#[derive(Debug, Default)]
struct Window {
    begin: u64,
    bytes: Vec<u8>,
}

impl Window {
    fn part(&self, offset: u64, length: usize) -> Option<&[u8]> {
        let begin = usize::try_from(offset.checked_sub(self.begin)?).ok()?;
        self.bytes.get(begin..begin.checked_add(length)?)
    }

    /// Whether an offset is close enough to the window for read-ahead to pay off.
    fn is_near(&self, offset: u64) -> bool {
        offset.abs_diff(self.begin) <= 2 * WINDOW as u64
    }
}

/// A file, and the part that was read last.
#[derive(Debug)]
pub(super) struct WindowedFile {
    /// The offset of the end of the entries.
    end: u64,
    window: Mutex<Window>,
}

impl WindowedFile {
    pub(super) fn new(end: u64) -> Self {
        Self { end, window: Mutex::default() }
    }

    /// Reads `length` bytes, all of which must be before the end of the entries.
    pub(super) fn read(&self, file: &File, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = window.part(offset, length) {
            return Ok(part.to_vec());
        }
        if length > WINDOW / 4 || !window.is_near(offset) {
            window.begin = offset;
            window.bytes.clear();
            drop(window);
            let mut bytes = vec![0; length];
            return read_exact_at(file, &mut bytes, offset).map(|()| bytes);
        }
        let begin = offset.saturating_sub(BEFORE);
        let size = usize::try_from(self.end - begin).map_or(WINDOW, |rest| rest.min(WINDOW));
        // A failed read must not leave bytes in the window that were never read.
        let mut bytes = std::mem::take(&mut window.bytes);
        bytes.resize(size, 0);
        read_exact_at(file, &mut bytes, begin)?;
        *window = Window { begin, bytes };
        let part = window.part(offset, length).map(<[u8]>::to_vec);
        part.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}
