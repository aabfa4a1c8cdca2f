//! Creates content files from arbitrary sections.

use xxhash_rust::xxh3::xxh3_64;

pub(crate) const HEADER: usize = 48;
pub(crate) const ENTRY: usize = 24;
const ALIGNMENT: usize = 64;

/// Creates a file of the content type `number` and a layout version with these sections: the id, the size of an element, and
/// the bytes of each.
pub(crate) fn file(number: u32, version: u8, sections: &[([u8; 4], u32, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![0; HEADER + sections.len() * ENTRY];
    let mut table = Vec::new();
    for (id, element, section) in sections {
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
        table.extend(id);
        table.extend(element.to_le_bytes());
        table.extend((bytes.len() as u64).to_le_bytes());
        table.extend((section.len() as u64).to_le_bytes());
        bytes.extend(*section);
    }
    bytes[HEADER..HEADER + table.len()].copy_from_slice(&table);
    bytes[..4].copy_from_slice(b"RMB\0");
    bytes[4] = 1;
    bytes[6] = 48;
    bytes[16..20].copy_from_slice(&number.to_le_bytes());
    bytes[20] = version;
    bytes[28..32].copy_from_slice(&u32::try_from(sections.len()).unwrap_or(u32::MAX).to_le_bytes());
    let length = bytes.len() as u64;
    bytes[32..40].copy_from_slice(&length.to_le_bytes());
    reseal(&mut bytes);
    bytes
}

/// Corrects the checksum of a file.
pub(crate) fn reseal(bytes: &mut [u8]) {
    let Some((head, body)) = bytes.split_at_mut_checked(16) else { return };
    head[8..].copy_from_slice(&xxh3_64(body).to_le_bytes());
}
