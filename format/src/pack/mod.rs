//! A pack combines many of a game's files into a single file.
//!
//! ### Packs: header
//!
//! A pack begins with a header of 64 bytes:
//!
//! | offset | bytes | field          | value |
//! |-------:|------:|----------------|------------|
//! |      0 |     4 | magic          | `52 4D 50 00`: the letters "RMP" and a zero byte |
//! |      4 |     4 | version        | always 1 |
//! |      8 |     8 | checksum       | the XXH3-64 hash of bytes 16 to 63 of the pack, with seed 0 |
//! |     16 |     8 | table checksum | the XXH3-64 hash of the rows and the names, with seed 0; this hash identifies the pack |
//! |     24 |     4 | row count      | the number of rows |
//! |     28 |     4 | name bytes     | the total length of all names, in bytes |
//! |     32 |     8 | length         | the length of the whole pack in bytes |
//! |     40 |     8 | base           | in a patch: the table checksum of the pack that the patch changes; otherwise 0 |
//! |     48 |    16 | reserved       | 0 |
//!
//! ### Packs: row
//!
//! The rows follow the header. Each file in the pack has one row of 48 bytes. The rows are sorted by file name, in byte
//! order. A row has these fields:
//!
//! | offset | bytes | field        | value |
//! |-------:|------:|--------------|------------|
//! |      0 |     8 | offset       | where the file begins, in bytes from the start of the pack: a multiple of 64 |
//! |      8 |     8 | length       | the length of the file in bytes |
//! |     16 |     8 | checksum     | the XXH3-64 hash of the file, with seed 0 |
//! |     24 |     8 | row checksum | the XXH3-64 hash of the file's name, with the hash of the row as its seed |
//! |     32 |     4 | name         | where the name begins, in bytes from the start of the first name |
//! |     36 |     4 | name length  | the length of the name in bytes |
//! |     40 |     4 | kind         | the number of the file's content type; 0 if it is not a content file; 2^32 - 1 if a patch removes the file |
//! |     44 |     4 | reserved     | 0 |
//!
//! To calculate the seed of a row checksum, set the row checksum to 0, then hash the whole row with XXH3-64 and seed 0.
//!
//! ### Packs: names and files
//!
//! The names follow the rows without gaps, and the files follow the names. Rows, names and files are in the same order.
//! Each file begins at the next offset that is a multiple of 64. The bytes between files are 0. If a patch removes a
//! file, the offset, length and checksum in its row are 0.
//!
//! In a pack, the name of a content file is its asset name, without the extension `.rmb`. The name of any other file is
//! its path, including the extension. Each row has its own checksum, so a program can open a pack without checking all
//! rows.

mod error;
mod head;
mod plan;
mod row;
mod table;
#[cfg(test)]
mod tests;

pub use error::{PackError, PlanError};
pub use head::{PACK_HEAD_LENGTH, PACK_MAGIC, PackHead, PackId};
pub use plan::{PackItem, PackPlan};
pub use table::{PackEntry, PackKind, PackTable};

/// Files start at multiples of this number, so that content can be read in place.
const ALIGNMENT: u64 = 64;

/// The offset of a file that comes after this number of bytes.
const fn aligned(bytes: u64) -> Option<u64> {
    bytes.checked_next_multiple_of(ALIGNMENT)
}
