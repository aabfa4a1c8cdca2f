//! Reads content files with a limit on their size: the header first, then at most as much as it states.

use std::io;
use std::path::Path;

use rigmill_format::{HEADER_LENGTH, stated_length};
use rigmill_graph::RegularFile;

/// The largest source read outside of a project, in bytes. Importers have far lower limits of their own.
pub(crate) const LARGEST_SOURCE: u64 = 1 << 32;

/// The largest content file that is read, in bytes, and the largest whose header states a different length.
const LARGEST: u64 = 1 << 32;
const LARGEST_DAMAGED: u64 = 64 << 20;
/// The largest file of another format that is read, in bytes. No importer accepts a larger one.
const LARGEST_FOREIGN: u64 = 512 << 20;

/// The bytes of a content file. Of any other file only the first bytes, which are enough to reject it.
///
/// # Errors
/// I/O errors, and files that [`RegularFile`] refuses.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = RegularFile::open(path)?;
    let head = file.head(HEADER_LENGTH as u64)?;
    match limit(&head, file.length()) {
        Some(limit) => file.bytes(limit),
        None => Ok(head),
    }
}

/// How many bytes to read of a file with this head; `None` if it is not a content file.
fn limit(head: &[u8], length: u64) -> Option<u64> {
    match stated_length(head) {
        Some(stated) => Some(if stated == length { LARGEST } else { LARGEST_DAMAGED }),
        None => (head.starts_with(b"XNB") || head.starts_with(b"glTF")).then_some(LARGEST_FOREIGN),
    }
}
