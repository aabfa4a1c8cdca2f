//! The palette of a PNG file: the crate png panics at a colour that is cut off.

use super::png_chunks::chunks;

/// The bytes of a colour.
const COLOUR: usize = 3;

/// Whether a palette of the file ends within a colour.
pub(super) fn is_cut(png: &[u8]) -> bool {
    chunks(png).any(|chunk| chunk.kind == *b"PLTE" && !chunk.length.is_multiple_of(COLOUR))
}
