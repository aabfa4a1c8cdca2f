//! [`PackTable`]: the entries of a pack.

use std::cmp::Ordering;

use xxhash_rust::xxh3::xxh3_64;

use super::error::PackError;
use super::head::{PACK_HEAD_LENGTH, PackHead};
use super::row::{ROW_LENGTH, Row};
use super::{ALIGNMENT, aligned};
use crate::ContentType;

/// The kind of a removed file.
pub(super) const REMOVED: u32 = u32::MAX;

/// The header and the table of a pack, read in place.
#[derive(Clone, Copy, Debug)]
pub struct PackTable<'a> {
    head: PackHead,
    rows: &'a [u8],
    names: &'a [u8],
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackKind {
    /// A content file.
    Content(ContentType),
    /// A file that is not content.
    File,
    /// A file of the base pack that a patch removes.
    Removed,
}

/// An entry of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackEntry<'a> {
    /// The asset's name, or the path of a file that is not content.
    pub name: &'a str,
    /// The kind.
    pub kind: PackKind,
    /// The offset of the file in bytes from the start of the pack: a multiple of 64. The file ends within the pack.
    pub offset: u64,
    /// The length of the file in bytes.
    pub length: u64,
    checksum: u64,
}

impl PackKind {
    pub(super) const fn number(self) -> u32 {
        match self {
            Self::Content(of) => of as u32,
            Self::File => 0,
            Self::Removed => REMOVED,
        }
    }

    fn of_number(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::File),
            REMOVED => Some(Self::Removed),
            number => ContentType::from_number(number).map(Self::Content),
        }
    }
}

impl<'a> PackTable<'a> {
    /// Opens the table of a pack. `bytes` are the bytes of the pack, at least up to [`PackHead::table_end`].
    ///
    /// # Errors
    /// There are fewer bytes.
    pub fn new(head: PackHead, bytes: &'a [u8]) -> Result<Self, PackError> {
        let rows_end = PACK_HEAD_LENGTH + head.len() * ROW_LENGTH;
        let end = usize::try_from(head.table_end()).ok();
        let table = end.and_then(|end| Some((bytes.get(PACK_HEAD_LENGTH..rows_end)?, bytes.get(rows_end..end)?)));
        let (rows, names) = table.ok_or(PackError::Length { found: bytes.len() as u64, expected: head.table_end() })?;
        Ok(Self { head, rows, names })
    }

    /// The header.
    #[must_use]
    pub const fn head(&self) -> &PackHead {
        &self.head
    }

    /// Returns the entry with this name.
    ///
    /// # Errors
    /// A row that the search reads is damaged.
    pub fn find(&self, name: &str) -> Result<Option<PackEntry<'a>>, PackError> {
        let (mut from, mut to) = (0, self.head.len());
        while from < to {
            let middle = from.midpoint(to);
            match self.name(&self.row(middle))?.cmp(name.as_bytes()) {
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
                Ordering::Equal => return self.entry(middle).map(Some),
            }
        }
        Ok(None)
    }

    /// The entries in byte order of their names. Each entry is checked separately.
    pub fn entries(&self) -> impl Iterator<Item = Result<PackEntry<'a>, PackError>> {
        let table = *self;
        (0..self.head.len()).map(move |at| table.entry(at))
    }

    /// Checks the whole table: that it is as it was written, and that the files fill the whole pack without gaps, except for
    /// alignment.
    ///
    /// # Errors
    /// The table is damaged.
    pub fn verify(&self) -> Result<(), PackError> {
        let damaged = |what| Err(PackError::Damaged { what });
        if xxh3_64(&[self.rows, self.names].concat()) != self.head.id.0 {
            return damaged("its table has changed");
        }
        let (mut before, mut name_end, mut end) = (None, 0, self.head.table_end());
        for at in 0..self.head.len() {
            let (row, entry) = (self.row(at), self.entry(at)?);
            if before.is_some_and(|before: &str| before.as_bytes() >= entry.name.as_bytes()) || row.name != name_end {
                return damaged("its names are not in order");
            }
            if entry.kind == PackKind::Removed && self.head.base.is_none() {
                return damaged("it removes a file, but is not a patch");
            }
            if entry.kind != PackKind::Removed {
                if aligned(end) != Some(entry.offset) {
                    return damaged("its files are not in order");
                }
                end = entry.offset + entry.length;
            }
            (before, name_end) = (Some(entry.name), row.name + row.name_length);
        }
        if name_end != self.head.names || end != self.head.length {
            return damaged("it is longer than its files");
        }
        Ok(())
    }

    fn row(&self, at: usize) -> Row {
        bytemuck::pod_read_unaligned(&self.rows[at * ROW_LENGTH..(at + 1) * ROW_LENGTH])
    }

    fn name(&self, row: &Row) -> Result<&'a [u8], PackError> {
        let end = (row.name as usize).checked_add(row.name_length as usize);
        let name = end.and_then(|end| self.names.get(row.name as usize..end));
        name.ok_or(PackError::Damaged { what: "a name goes beyond the end of the names" })
    }

    fn entry(&self, at: usize) -> Result<PackEntry<'a>, PackError> {
        let row = self.row(at);
        let bytes = self.name(&row)?;
        let name = std::str::from_utf8(bytes).map_err(|_| PackError::Damaged { what: "a name is not UTF-8" })?;
        let wrong = |what| PackError::Entry { name: name.to_owned(), what };
        if row.checked(bytes) != row || row.reserved != 0 {
            return Err(wrong("its entry in the table has changed"));
        }
        let kind = PackKind::of_number(row.kind).ok_or_else(|| wrong("its content type is unknown"))?;
        let end = row.offset.checked_add(row.length).filter(|end| *end <= self.head.length);
        let is_placed = match kind {
            PackKind::Removed => [row.offset, row.length, row.checksum] == [0; 3],
            _ => end.is_some() && row.offset.is_multiple_of(ALIGNMENT) && row.offset >= self.head.table_end(),
        };
        if !is_placed {
            return Err(wrong("its position is outside the pack"));
        }
        Ok(PackEntry { name, kind, offset: row.offset, length: row.length, checksum: row.checksum })
    }
}

impl PackEntry<'_> {
    /// Checks the bytes of the entry's file.
    ///
    /// # Errors
    /// The bytes are not those that were packed.
    pub fn check(&self, file: &[u8]) -> Result<(), PackError> {
        if file.len() as u64 == self.length && xxh3_64(file) == self.checksum {
            return Ok(());
        }
        Err(PackError::Entry { name: self.name.to_owned(), what: "its bytes have changed" })
    }

    /// Whether a file with this length and checksum is the one in the pack.
    #[must_use]
    pub fn holds(&self, length: u64, checksum: u64) -> bool {
        self.kind != PackKind::Removed && (self.length, self.checksum) == (length, checksum)
    }
}
