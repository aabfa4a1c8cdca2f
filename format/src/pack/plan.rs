//! [`PackPlan`]: the positions of the files in a new pack.

use xxhash_rust::xxh3::xxh3_64;

use super::aligned;
use super::error::PlanError;
use super::head::{PACK_HEAD_LENGTH, PackHead, PackId};
use super::row::{ROW_LENGTH, Row};
use super::table::PackKind;

/// A file to pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackItem {
    /// The asset's name, or the path of a file that is not content.
    pub name: String,
    /// The kind.
    pub kind: PackKind,
    /// The length of the file in bytes.
    pub length: u64,
    /// The [`checksum`](Self::checksum_of) of the file's bytes.
    pub checksum: u64,
}

impl PackItem {
    /// Computes the checksum of a file.
    #[must_use]
    pub fn checksum_of(file: &[u8]) -> u64 {
        xxh3_64(file)
    }

    /// Creates the entry for a file that a patch removes.
    #[must_use]
    pub const fn removed(name: String) -> Self {
        Self { name, kind: PackKind::Removed, length: 0, checksum: 0 }
    }
}

/// The positions of the files in a new pack. Equal files give equal packs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackPlan {
    items: Vec<(PackItem, u64)>,
    table: Vec<u8>,
    length: u64,
}

impl PackPlan {
    /// Plans a pack of these files, or a patch of the pack `base`.
    ///
    /// # Errors
    /// Two files have the same name, or there are too many files.
    pub fn new(mut items: Vec<PackItem>, base: Option<PackId>) -> Result<Self, PlanError> {
        items.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        if let Some(twice) = items.windows(2).find(|pair| pair[0].name == pair[1].name) {
            return Err(PlanError::DuplicateName { name: twice[0].name.clone() });
        }
        let names: String = items.iter().map(|item| item.name.as_str()).collect();
        let too_many = |_| PlanError::TooMany;
        let rows = u32::try_from(items.len()).map_err(too_many)?;
        let mut head =
            PackHead { id: PackId(0), rows, names: u32::try_from(names.len()).map_err(too_many)?, length: 0, base };
        let (mut name, mut end) = (0, head.table_end());
        let mut table = Vec::with_capacity(items.len() * ROW_LENGTH + names.len());
        let mut placed = Vec::with_capacity(items.len());
        for item in items {
            let offset = if item.kind == PackKind::Removed { 0 } else { aligned(end).ok_or(PlanError::TooMany)? };
            if item.kind != PackKind::Removed {
                end = offset.checked_add(item.length).ok_or(PlanError::TooMany)?;
            }
            let name_length = u32::try_from(item.name.len()).map_err(too_many)?;
            let (length, checksum, kind) = (item.length, item.checksum, item.kind.number());
            let row = Row { offset, length, checksum, name, name_length, kind, ..Row::default() };
            table.extend(bytemuck::bytes_of(&row.checked(item.name.as_bytes())));
            name += name_length;
            placed.push((item, offset));
        }
        table.extend(names.as_bytes());
        (head.id, head.length) = (PackId(xxh3_64(&table)), end);
        let head: [u8; PACK_HEAD_LENGTH] = head.encode();
        Ok(Self { items: placed, table: [&head, &table[..]].concat(), length: end })
    }

    /// The header and the table, which are the first bytes of the pack.
    #[must_use]
    pub fn table(&self) -> &[u8] {
        &self.table
    }

    /// The files and their offsets, in order. All bytes between files are 0.
    pub fn items(&self) -> impl Iterator<Item = (&PackItem, u64)> {
        self.items.iter().map(|(item, offset)| (item, *offset))
    }

    /// The length of the pack in bytes.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }
}
