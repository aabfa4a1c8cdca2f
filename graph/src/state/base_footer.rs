//! [`Footer`]: the lengths and checksums of the parts of a base. The footer is at the end, so that records can be written as
//! soon as they are complete.

use rigmill_store::envelope::RecordError;

/// The number of sections.
pub(super) const SECTIONS: usize = 13;

/// The length of the header in bytes.
pub(super) const HEADER: usize = 16;

/// The length of the footer in bytes.
pub(super) const FOOTER: usize = LENGTHS + 3 * 32;

const MAGIC: [u8; 8] = *b"RIGSTATE";
const VERSION: u32 = 14;
const LENGTHS: usize = 8 * (1 + SECTIONS);

/// The footer of a base.
#[derive(Clone, Copy)]
pub(super) struct Footer {
    /// The length of the records in bytes.
    pub(super) records: u64,
    /// The lengths of the sections in bytes.
    pub(super) sections: [u64; SECTIONS],
    /// BLAKE3 of the records.
    pub(super) records_check: [u8; 32],
    /// BLAKE3 of the sections.
    pub(super) sections_check: [u8; 32],
}

impl Footer {
    pub(super) fn encode(&self) -> [u8; FOOTER] {
        let lengths = [self.records].into_iter().chain(self.sections).flat_map(u64::to_le_bytes);
        let checks = self.records_check.into_iter().chain(self.sections_check);
        let mut bytes = [0; FOOTER];
        bytes.iter_mut().zip(lengths.chain(checks)).for_each(|(to, byte)| *to = byte);
        let identity = identity(&bytes);
        bytes[FOOTER - 32..].copy_from_slice(&identity);
        bytes
    }

    /// Decodes the footer of a base that is `length` bytes long. Also returns the identity of the base.
    ///
    /// # Errors
    /// Returns an error if the footer is damaged, or if the lengths of the parts do not add up to the length of the base.
    pub(super) fn decode(bytes: &[u8; FOOTER], length: u64) -> Result<(Self, [u8; 32]), RecordError> {
        let identity = identity(bytes);
        if bytes[FOOTER - 32..] != identity {
            return Err(RecordError::Checksum);
        }
        let number = |at: usize| bytes[8 * at..8 * at + 8].iter().rev().fold(0, |n, &byte| (n << 8) | u64::from(byte));
        let check = |at: usize| std::array::from_fn(|index| bytes[LENGTHS + 32 * at + index]);
        let footer = Self {
            records: number(0),
            sections: std::array::from_fn(|section| number(1 + section)),
            records_check: check(0),
            sections_check: check(1),
        };
        let parts = [footer.records, (HEADER + FOOTER) as u64].into_iter().chain(footer.sections);
        match parts.into_iter().try_fold(0, u64::checked_add) {
            Some(expected) if expected == length => Ok((footer, identity)),
            expected => Err(RecordError::Length { found: length, expected: expected.unwrap_or(u64::MAX) }),
        }
    }
}

/// Computes the BLAKE3 of the header and of the footer without its last field.
fn identity(footer: &[u8; FOOTER]) -> [u8; 32] {
    *blake3::Hasher::new().update(&header()).update(&footer[..FOOTER - 32]).finalize().as_bytes()
}

/// Returns the header of every base.
pub(super) fn header() -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes[12..].copy_from_slice(&FOOTER.to_le_bytes()[..4]);
    bytes
}

/// # Errors
/// Returns an error if the header is not that of a base, or is that of a base of a different version.
pub(super) fn check_header(bytes: [u8; HEADER]) -> Result<(), RecordError> {
    let [a, b, c, d] = [8, 9, 10, 11].map(|at| bytes[at]);
    let found = u32::from_le_bytes([a, b, c, d]);
    match bytes == header() {
        true => Ok(()),
        false if bytes[..8] != MAGIC => Err(RecordError::Magic),
        false if found != VERSION => Err(RecordError::Version { found, expected: VERSION }),
        false => Err(RecordError::Checksum),
    }
}
