//! The palette of a PNG file. It is checked because the crate png panics if a palette ends in the middle of a colour.

use super::png_chunks::chunks;

/// The bytes of a colour.
const COLOUR: usize = 3;

/// Whether a palette of the file ends in the middle of a colour.
pub(super) fn is_cut(png: &[u8]) -> bool {
    chunks(png).any(|chunk| chunk.kind == *b"PLTE" && !chunk.length.is_multiple_of(COLOUR))
}
