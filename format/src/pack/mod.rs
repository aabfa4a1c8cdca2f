//! A pack is a single file that contains many of a game's files. All numbers in a pack are little-endian.
//!
//! ### Packs: header
//!
//! The header of a pack has 64 bytes:
//!
//! | offset | bytes | field          | value                                                                           |
//! |-------:|------:|----------------|---------------------------------------------------------------------------------|
//! |      0 |     4 | magic          | `52 4D 50 00`: "RMP" and a zero byte                                            |
//! |      4 |     4 | version        | 1                                                                               |
//! |      8 |     8 | checksum       | XXH3-64 hash of bytes 16 to 63 of the pack, with seed 0                         |
//! |     16 |     8 | table checksum | XXH3-64 hash of the rows and the names, with seed 0; identifies the pack        |
//! |     24 |     4 | row count      | number of rows                                                                  |
//! |     28 |     4 | name bytes     | length of all names together, in bytes                                          |
//! |     32 |     8 | length         | length of the whole pack, in bytes                                              |
//! |     40 |     8 | base           | for a patch, the table checksum of the pack that the patch changes; otherwise 0 |
//! |     48 |    16 | reserved       | 0                                                                               |
//!
//! ### Packs: row
//!
//! The rows follow the header. There is one row of 48 bytes for each file. The rows are sorted by file name, byte by
//! byte. A row has these fields:
//!
//! | offset | bytes | field        | value |
//! |-------:|------:|--------------|------------|
//! |      0 |     8 | offset       | where the file begins, in bytes from the start of the pack: a multiple of 64 |
//! |      8 |     8 | length       | length of the file, in bytes |
//! |     16 |     8 | checksum     | XXH3-64 hash of the file, with seed 0 |
//! |     24 |     8 | row checksum | XXH3-64 hash of the file's name; its seed is another XXH3-64 hash: that of the row, with seed 0 and with this field set to 0 |
//! |     32 |     4 | name         | where the name begins, in bytes from the start of the first name |
//! |     36 |     4 | name length  | length of the name, in bytes |
//! |     40 |     4 | kind         | number of the content type; 0 for other files; 2^32 - 1 for a file that a patch removes |
//! |     44 |     4 | reserved     | 0 |
//!
//! ### Packs: names and files
//!
//! The names follow the rows, without gaps. The files follow the names. Rows, names and files are in the same order.
//! Each file begins at the next offset that is a multiple of 64. The bytes between files are 0. If a patch removes a
//! file, the offset, length and checksum in its row are 0.
//!
//! The name of a content file is the name of its asset, without the extension `.rmb`. The name of any other file is its
//! path, with the extension. Each row has its own checksum, so a program can open a pack without checking all rows.

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
