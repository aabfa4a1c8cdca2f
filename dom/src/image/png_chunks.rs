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
    /// The checksum of the kind and the data; `None` if the file ends before it.
    checksum: Option<[u8; CHECKSUM]>,
}

impl Chunk<'_> {
    /// Whether the checksum is correct. Slow, so use this only for short chunks.
    pub(super) fn is_intact(&self) -> bool {
        let bytes = self.kind.iter().chain(self.data);
        self.checksum.is_some_and(|checksum| u32::from_be_bytes(checksum) == crc(bytes))
    }
}

/// Returns the checksum of PNG files (CRC-32).
fn crc<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    let next = |crc: u32, _| crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
    !bytes.fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), next))
}

/// The chunks of a file, in order, with or without a correct checksum.
pub(super) fn chunks(png: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    let mut rest = png.get(MAGIC..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let (kind, data) = after.split_first_chunk()?;
        let length = u32::from_be_bytes(*length) as usize;
        rest = length.checked_add(HEAD + CHECKSUM).and_then(|chunk| rest.get(chunk..)).unwrap_or_default();
        let checksum = data.get(length..).and_then(|after| after.first_chunk().copied());
        Some(Chunk { kind: *kind, length, data: &data[..length.min(data.len())], checksum })
    })
}
