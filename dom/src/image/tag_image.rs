//! TIFF files.

use std::io::Cursor;

use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::{PlanarConfiguration, Tag};

use super::ImageError;
use super::checks::{check_floats, check_size, malformed};
use super::decoded::{Decoded, Pixels, rgba};
use super::icc;
use super::orientation::Orientation;

const FORMAT: &str = "TIFF";

/// The width and height of the first page.
pub(super) fn measure(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    opened(bytes).map(|(_, size)| size)
}

/// A decoder that has read the headers of the first page, and the page's size.
type Opened<'a> = (Decoder<Cursor<&'a [u8]>>, [u32; 2]);

fn opened(bytes: &[u8]) -> Result<Opened<'_>, ImageError> {
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(|error| malformed(FORMAT, &error))?;
    let (width, height) = decoder.dimensions().map_err(|error| malformed(FORMAT, &error))?;
    check_size(width, height, bytes.len())?;
    Ok((decoder, [width, height]))
}

/// Decodes the first page.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ImageError> {
    let (mut decoder, size) = opened(bytes)?;
    // Read before the memory limits for this size are set, because the profile of a small image is larger than its pixels.
    let profile = decoder.get_tag_u8_vec(Tag::IccProfile).ok().and_then(|profile| icc::foreign(&profile));
    let mut limits = Limits::default();
    limits.decoding_buffer_size = size[0] as usize * size[1] as usize * 16;
    limits.intermediate_buffer_size = limits.decoding_buffer_size + (1 << 20);
    let mut decoder = decoder.with_limits(limits);
    let failed = |error: tiff::TiffError| malformed(FORMAT, &error);
    let color = decoder.colortype().map_err(failed)?;
    if color.bit_depth() > 16 {
        check_floats(size[0], size[1], bytes.len())?;
    }
    let channels =
        channels(color).ok_or_else(|| malformed(FORMAT, &format!("the colour type {color:?} is not supported")))?;
    let planes = decoder.find_tag_unsigned::<u16>(Tag::PlanarConfiguration).map_err(failed)?;
    if channels > 1 && planes == Some(PlanarConfiguration::Planar.to_u16()) {
        return Err(malformed(FORMAT, &"each channel is stored separately, which is not supported"));
    }
    let samples = decoder.read_image().map_err(failed)?;
    let pixels = pixels(&samples, channels, color.bit_depth())
        .ok_or_else(|| malformed(FORMAT, &format!("its {color:?} pixels have an unknown number type")))?;
    let orientation = decoder.find_tag_unsigned::<u16>(Tag::Orientation).ok().flatten();
    Ok(Decoded {
        orientation: orientation.and_then(Orientation::new).unwrap_or_default(),
        profile,
        has_more: decoder.more_images(),
        ..Decoded::new(FORMAT, size, pixels)?
    })
}

const fn channels(color: ColorType) -> Option<usize> {
    match color {
        ColorType::Gray(_) => Some(1),
        ColorType::GrayA(_) => Some(2),
        ColorType::RGB(_) => Some(3),
        ColorType::RGBA(_) => Some(4),
        _ => None,
    }
}

fn pixels(samples: &DecodingResult, channels: usize, bits: u8) -> Option<Pixels> {
    Some(match samples {
        DecodingResult::U8(bytes) if bits == 8 => Pixels::Bytes(rgba(bytes, channels, u8::MAX)),
        DecodingResult::U16(words) if bits == 16 => Pixels::Words(rgba(words, channels, u16::MAX)),
        DecodingResult::F16(halves) => {
            let floats: Vec<f32> = halves.iter().map(|half| half.to_f32()).collect();
            Pixels::Floats(rgba(&floats, channels, 1.0))
        }
        DecodingResult::F32(floats) => Pixels::Floats(rgba(floats, channels, 1.0)),
        _ => return None,
    })
}
