//! [`PackHead`]: the header of a pack.

use bytemuck::{Pod, Zeroable};
use xxhash_rust::xxh3::xxh3_64;

use super::error::PackError;
use super::row::ROW_LENGTH;

/// The length of a pack's header in bytes.
pub const PACK_HEAD_LENGTH: usize = size_of::<Raw>();

/// The first bytes of every pack.
pub const PACK_MAGIC: [u8; 4] = *b"RMP\0";
pub(super) const VERSION: u32 = 1;

/// The bytes that the checksum does not cover: the checksum and the bytes before it.
const UNCHECKED: usize = 16;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Raw {
    magic: [u8; 4],
    version: u32,
    checksum: u64,
    table: u64,
    rows: u32,
    names: u32,
    length: u64,
    base: u64,
    reserved: [u64; 2],
}

/// The identity of a pack. It is the checksum of the pack's table, which contains the checksums of all files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackId(pub u64);

/// The header of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackHead {
    pub(super) id: PackId,
    pub(super) rows: u32,
    pub(super) names: u32,
    pub(super) length: u64,
    pub(super) base: Option<PackId>,
}

impl PackHead {
    /// Parses the first bytes of a pack that has `length` bytes.
    ///
    /// # Errors
    /// The bytes are not a header, or not the header of a pack with this length.
    pub fn parse(bytes: &[u8], length: u64) -> Result<Self, PackError> {
        let magic = bytes.first_chunk().copied().unwrap_or_default();
        if magic != PACK_MAGIC {
            return Err(PackError::Magic { found: magic });
        }
        let expected = PACK_HEAD_LENGTH as u64;
        let head: &[u8; PACK_HEAD_LENGTH] = bytes.first_chunk().ok_or(PackError::Length { found: length, expected })?;
        let raw: Raw = bytemuck::pod_read_unaligned(head);
        if raw.version != VERSION {
            return Err(PackError::Version { found: raw.version, supported: VERSION });
        }
        if raw.checksum != xxh3_64(&head[UNCHECKED..]) || raw.reserved != [0; 2] {
            return Err(PackError::Damaged { what: "its header has changed" });
        }
        let base = (raw.base != 0).then_some(PackId(raw.base));
        let head = Self { id: PackId(raw.table), rows: raw.rows, names: raw.names, length: raw.length, base };
        if length != head.length {
            return Err(PackError::Length { found: length, expected: head.length });
        }
        if head.table_end() > head.length {
            return Err(PackError::Damaged { what: "its table goes beyond the end of the pack" });
        }
        Ok(head)
    }

    /// The id of the pack.
    #[must_use]
    pub const fn id(&self) -> PackId {
        self.id
    }

    /// If this is a patch, the id of the pack that it patches.
    #[must_use]
    pub const fn base(&self) -> Option<PackId> {
        self.base
    }

    /// The number of entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows as usize
    }

    /// Whether there are no entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The number of bytes from the start of the pack to the end of its table. At most the pack's length.
    #[must_use]
    pub const fn table_end(&self) -> u64 {
        PACK_HEAD_LENGTH as u64 + self.rows as u64 * ROW_LENGTH as u64 + self.names as u64
    }

    pub(super) fn encode(&self) -> [u8; PACK_HEAD_LENGTH] {
        let mut raw = Raw {
            magic: PACK_MAGIC,
            version: VERSION,
            checksum: 0,
            table: self.id.0,
            rows: self.rows,
            names: self.names,
            length: self.length,
            base: self.base.map_or(0, |base| base.0),
            reserved: [0; 2],
        };
        raw.checksum = xxh3_64(&bytemuck::bytes_of(&raw)[UNCHECKED..]);
        bytemuck::cast(raw)
    }
}
