//! [`Row`]: a file's entry in the table.

use bytemuck::{Pod, Zeroable};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The length of a row in bytes.
pub(super) const ROW_LENGTH: usize = size_of::<Row>();

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Row {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) checksum: u64,
    pub(super) check: u64,
    pub(super) name: u32,
    pub(super) name_length: u32,
    pub(super) kind: u32,
    pub(super) reserved: u32,
}

impl Row {
    /// Sets the checksum of a row with this name.
    pub(super) fn checked(self, name: &[u8]) -> Self {
        let seed = xxh3_64(bytemuck::bytes_of(&Self { check: 0, ..self }));
        Self { check: xxh3_64_with_seed(name, seed), ..self }
    }
}
