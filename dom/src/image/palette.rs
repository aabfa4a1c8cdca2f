//! The palette of a PNG file: the crate png panics at a colour that is cut off.

/// The bytes before the first chunk; of a chunk's length and kind; and of its checksum.
const MAGIC: usize = 8;
const HEAD: usize = 8;
const CHECKSUM: usize = 4;
/// The bytes of a colour.
const COLOUR: usize = 3;

/// Whether a palette of the file ends within a colour.
pub(super) fn is_cut(png: &[u8]) -> bool {
    let mut rest = png.get(MAGIC..).unwrap_or_default();
    while let Some((length, after)) = rest.split_first_chunk() {
        let length = u32::from_be_bytes(*length) as usize;
        if after.starts_with(b"PLTE") && !length.is_multiple_of(COLOUR) {
            return true;
        }
        let chunk = length.checked_add(HEAD + CHECKSUM);
        rest = chunk.and_then(|chunk| rest.get(chunk..)).unwrap_or_default();
    }
    false
}
