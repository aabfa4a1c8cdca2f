//! Reads the chunks of a PNG file, for information that the crate png does not provide.

/// The sizes in bytes of the signature before the first chunk, of a chunk's length and kind, and of its checksum.
const MAGIC: usize = 8;
const HEAD: usize = 8;
const CHECKSUM: usize = 4;

/// A chunk of a PNG file.
pub(super) struct Chunk<'a> {
    pub(super) kind: [u8; 4],
    /// The length that the chunk states.
    pub(super) length: usize,
    /// The data of the chunk, as far as the file contains them.
    pub(super) data: &'a [u8],
}

/// The chunks of a file, in order. Checksums are not checked.
pub(super) fn chunks(png: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    let mut rest = png.get(MAGIC..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let (kind, data) = after.split_first_chunk()?;
        let length = u32::from_be_bytes(*length) as usize;
        rest = length.checked_add(HEAD + CHECKSUM).and_then(|chunk| rest.get(chunk..)).unwrap_or_default();
        Some(Chunk { kind: *kind, length, data: &data[..length.min(data.len())] })
    })
}
