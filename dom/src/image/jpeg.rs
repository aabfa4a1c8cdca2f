//! JPEG files.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::ImageError;
use super::checks::{check_size, malformed};
use super::decoded::{Decoded, Pixels, rgba};
use super::icc;
use super::orientation::Orientation;

const FORMAT: &str = "JPEG";

/// Width and height.
pub(super) fn measure(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    opened(bytes).map(|(_, size)| size)
}

fn options() -> DecoderOptions {
    DecoderOptions::default().set_strict_mode(false).set_max_width(usize::MAX).set_max_height(usize::MAX)
}

/// A decoder that has read the headers, and the image's size.
type Opened<'a> = (JpegDecoder<ZCursor<&'a [u8]>>, [u32; 2]);

fn opened(bytes: &[u8]) -> Result<Opened<'_>, ImageError> {
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options());
    decoder.decode_headers().map_err(|error| malformed(FORMAT, &error))?;
    let (width, height) = decoder.dimensions().unwrap_or_default();
    // JPEG files store the width and the height in 16 bits each.
    let [width, height] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    check_size(width, height, bytes.len())?;
    Ok((decoder, [width, height]))
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ImageError> {
    let (mut decoder, [width, height]) = opened(bytes)?;
    let (colors, channels) = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => (ColorSpace::Luma, 1),
        _ => (ColorSpace::RGB, 3),
    };
    let orientation = decoder.exif().and_then(|exif| Orientation::from_exif(exif)).unwrap_or_default();
    let profile = decoder.icc_profile().and_then(|profile| icc::foreign(&profile));
    decoder.set_options(options().jpeg_set_out_colorspace(colors));
    let decoded = decoder.decode().map_err(|error| malformed(FORMAT, &error))?;
    let pixels = Pixels::Bytes(rgba(&decoded, channels, u8::MAX));
    Ok(Decoded { orientation, profile, ..Decoded::new(FORMAT, [width, height], pixels)? })
}
