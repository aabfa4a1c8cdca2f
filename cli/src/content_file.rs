//! Reads content files with a limit on their size: the header first, then at most the length that it states.

use std::io;
use std::path::Path;

use rigmill_disk::RegularFile;
use rigmill_format::{HEADER_LENGTH, stated_length};

/// The maximum size of a content file, in bytes. It also applies to files whose header states a different length.
const LARGEST: u64 = 1 << 32;
const LARGEST_DAMAGED: u64 = 64 << 20;
/// The maximum size of a file in another format, in bytes. No importer accepts larger files.
const LARGEST_FOREIGN: u64 = 512 << 20;

/// Reads a content file. Of any other file, reads only the first bytes, which are enough to reject it.
///
/// # Errors
/// Returns I/O errors, and the errors of [`RegularFile`].
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = RegularFile::open(path)?;
    let head = file.head(HEADER_LENGTH as u64)?;
    match limit(&head, file.length()) {
        Some(limit) => file.bytes(limit),
        None => Ok(head),
    }
}

/// Returns the number of bytes to read from a file with this header; `None` if it is not a content file.
fn limit(head: &[u8], length: u64) -> Option<u64> {
    match stated_length(head) {
        Some(stated) => Some(if stated == length { LARGEST } else { LARGEST_DAMAGED }),
        None => (head.starts_with(b"XNB") || head.starts_with(b"glTF")).then_some(LARGEST_FOREIGN),
    }
}
