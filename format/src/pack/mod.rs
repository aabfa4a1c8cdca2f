//! A pack is one file with all content of a target. All numbers are little-endian.
//!
//! ### Packs: header
//!
//! The header has 64 bytes:
//!
//! | offset | bytes | field          | value                                                               |
//! |-------:|------:|----------------|---------------------------------------------------------------------|
//! |      0 |     4 | magic          | `52 4D 50 00`: "RMP" and a zero byte                                |
//! |      4 |     4 | version        | 1                                                                   |
//! |      8 |     8 | checksum       | XXH3-64, seed 0, of the bytes 16 to 63                              |
//! |     16 |     8 | table checksum | XXH3-64, seed 0, of the rows and the names; it identifies the pack  |
//! |     24 |     4 | row count      | the number of entries                                               |
//! |     28 |     4 | name bytes     | the length of all names together                                    |
//! |     32 |     8 | length         | length of the whole pack, in bytes                                  |
//! |     40 |     8 | base           | for a patch, the table checksum of the pack that it changes; else 0 |
//! |     48 |    16 | reserved       | 0                                                                   |
//!
//! ### Packs: row
//!
//! The rows follow the header. Each entry has a row of 48 bytes. The rows are sorted by name, byte by byte:
//!
//! | offset | bytes | field        | value                                                                                     |
//! |-------:|------:|--------------|-------------------------------------------------------------------------------------------|
//! |      0 |     8 | offset       | where the file begins: a multiple of 64                                                   |
//! |      8 |     8 | length       | length of the file, in bytes                                                              |
//! |     16 |     8 | checksum     | XXH3-64, seed 0, of the file                                                              |
//! |     24 |     8 | row checksum | XXH3-64 of the name; its seed is the XXH3-64 of the row with 0 in this field              |
//! |     32 |     4 | name         | where the name begins, in bytes from the first name                                       |
//! |     36 |     4 | name length  | in bytes                                                                                  |
//! |     40 |     4 | kind         | the number of a content type; 0 for other files; 2^32 - 1 for a file that a patch removes |
//! |     44 |     4 | reserved     | 0                                                                                         |
//!
//! ### Packs: names and files
//!
//! The names follow the rows, without gaps, and the files follow the names. Rows, names and files are in the same
//! order. Each file begins at the next multiple of 64, and the bytes between files are 0. A removed file has no bytes,
//! and its offset, length and checksum are 0.
//!
//! The name of an entry for a content file is the name of the asset, without `.rmb`. The name of any other entry is the
//! path of its file, with the extension. To open a pack, a program reads only the header, and later checks only the
//! rows that it uses.

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
