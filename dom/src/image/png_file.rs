//! The pixels of PNG files.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, Limits, Reader, Transformations};

use super::ImageError;
use super::checks::{check_size, malformed};
use super::decoded::{Decoded, Pixels, rgba};
use super::orientation::Orientation;
use super::{icc, palette, png_colors};

const FORMAT: &str = "PNG";

/// The memory limit for colour profiles and other data beside the pixels.
const MAX_BESIDE_PIXELS: usize = 16 << 20;

/// Width and height.
pub(super) fn measure(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    opened(bytes).map(|(_, size)| size)
}

/// A reader that has read everything before the pixels, and the image's size.
type Opened<'a> = (Reader<Cursor<&'a [u8]>>, [u32; 2]);

fn opened(bytes: &[u8]) -> Result<Opened<'_>, ImageError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MAX_BESIDE_PIXELS });
    decoder.set_ignore_text_chunk(true);
    // Palettes and fewer than eight bits become bytes, and a transparent colour becomes alpha.
    decoder.set_transformations(Transformations::EXPAND);
    let reader = decoder.read_info().map_err(|error| malformed(FORMAT, &error))?;
    let (width, height) = reader.info().size();
    check_size(width, height, bytes.len())?;
    Ok((reader, [width, height]))
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ImageError> {
    if palette::is_cut(bytes) {
        return Err(malformed(FORMAT, &"its palette ends within a colour"));
    }
    let (mut reader, size) = opened(bytes)?;
    let info = reader.info();
    let orientation = info.exif_metadata.as_ref().and_then(|exif| Orientation::from_exif(exif));
    let profile = info.icc_profile.as_ref().and_then(|profile| icc::foreign(profile));
    let has_more = info.animation_control.is_some();
    let pixels = pixels(&mut reader)?;
    let orientation = orientation.unwrap_or_default();
    let profile = png_colors::foreign(bytes, profile);
    Ok(Decoded { orientation, profile, has_more, ..Decoded::new(FORMAT, size, pixels)? })
}

fn pixels(reader: &mut Reader<Cursor<&[u8]>>) -> Result<Pixels, ImageError> {
    let length = reader.output_buffer_size().ok_or_else(|| malformed(FORMAT, &"it is too large"))?;
    let (color, depth) = reader.output_color_type();
    let mut read = |samples: &mut [u8]| reader.next_frame(samples).map_err(|error| malformed(FORMAT, &error));
    if (color, depth) == (ColorType::Rgba, BitDepth::Eight) {
        let mut pixels = vec![[0; 4]; length / 4];
        read(pixels.as_flattened_mut())?;
        return Ok(Pixels::Bytes(pixels));
    }
    let mut samples = vec![0; length];
    read(&mut samples)?;
    if depth == BitDepth::Eight {
        return Ok(Pixels::Bytes(rgba(&samples, color.samples(), u8::MAX)));
    }
    let words: Vec<u16> = samples.as_chunks().0.iter().map(|word| u16::from_be_bytes(*word)).collect();
    Ok(Pixels::Words(rgba(&words, color.samples(), u16::MAX)))
}
