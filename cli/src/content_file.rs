//! Content files as they are read from disk: first what they say they are, then as much as that can be.

use std::io;
use std::path::Path;

use rigmill_format::{HEADER_LENGTH, stated_length};
use rigmill_graph::RegularFile;

/// The largest source that is read without a project around it, in bytes. Importers have limits of their own, far lower.
pub(crate) const LARGEST_SOURCE: u64 = 1 << 32;

/// The largest file of Rigmill's own that is read, in bytes, and the largest of which the header states another length.
const LARGEST: u64 = 1 << 32;
const LARGEST_DAMAGED: u64 = 64 << 20;
/// The largest file of another format that is read, in bytes: their importers take no larger one.
const LARGEST_FOREIGN: u64 = 512 << 20;

/// The bytes of a content file; of a file that is none, its first bytes, by which a reader can tell.
///
/// # Errors
/// What the system says, and what [`RegularFile`] refuses.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = RegularFile::open(path)?;
    let head = file.head(HEADER_LENGTH as u64)?;
    match limit(&head, file.length()) {
        Some(limit) => file.bytes(limit),
        None => Ok(head),
    }
}

/// How much is read of a file that begins so; `None` for what is no content file.
fn limit(head: &[u8], length: u64) -> Option<u64> {
    match stated_length(head) {
        Some(stated) => Some(if stated == length { LARGEST } else { LARGEST_DAMAGED }),
        None => (head.starts_with(b"XNB") || head.starts_with(b"glTF")).then_some(LARGEST_FOREIGN),
    }
}
