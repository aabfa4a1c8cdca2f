//! WebP files.

use std::io::Cursor;

use image_webp::WebPDecoder;

use super::ImageError;
use super::checks::{check_size, malformed};
use super::decoded::{Decoded, Pixels, rgba};
use super::icc;
use super::orientation::Orientation;

const FORMAT: &str = "WebP";

/// Width and height.
pub(super) fn measure(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    opened(bytes).map(|(_, size)| size)
}

/// A decoder that has read the list of chunks, and the image's size.
type Opened<'a> = (WebPDecoder<Cursor<&'a [u8]>>, [u32; 2]);

fn opened(bytes: &[u8]) -> Result<Opened<'_>, ImageError> {
    if has_cut_metadata(bytes) {
        return Err(malformed(FORMAT, &"its metadata is cut off"));
    }
    let decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(|error| malformed(FORMAT, &error))?;
    let (width, height) = decoder.dimensions();
    check_size(width, height, bytes.len())?;
    Ok((decoder, [width, height]))
}

/// Whether a metadata chunk of a WebP file extends beyond the end of the file. The decoder would allocate the number of bytes
/// that the chunk states.
fn has_cut_metadata(bytes: &[u8]) -> bool {
    let mut chunks = bytes.get(12..).unwrap_or_default();
    while let [n, a, m, e, l0, l1, l2, l3, rest @ ..] = chunks {
        let length = u32::from_le_bytes([*l0, *l1, *l2, *l3]) as usize;
        if matches!(&[*n, *a, *m, *e], b"ICCP" | b"EXIF") && length > rest.len() {
            return true;
        }
        // A chunk with an odd length is followed by a padding byte.
        chunks = rest.get(length.saturating_add(length % 2)..).unwrap_or_default();
    }
    false
}

/// Decodes the image, or the first frame.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ImageError> {
    let (mut decoder, size) = opened(bytes)?;
    let exif = decoder.exif_metadata().ok().flatten();
    let profile = decoder.icc_profile().ok().flatten().and_then(|profile| icc::foreign(&profile));
    let length = decoder.output_buffer_size().ok_or_else(|| malformed(FORMAT, &"it is too large"))?;
    let mut samples = vec![0; length];
    decoder.read_image(&mut samples).map_err(|error| malformed(FORMAT, &error))?;
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    Ok(Decoded {
        orientation: exif.and_then(|exif| Orientation::from_exif(&exif)).unwrap_or_default(),
        profile,
        has_more: decoder.is_animated(),
        ..Decoded::new(FORMAT, size, Pixels::Bytes(rgba(&samples, channels, u8::MAX)))?
    })
}
