//! GIF files.

use std::io::Cursor;

use gif::{ColorOutput, DecodeOptions, Decoder};

use super::ImageError;
use super::checks::{check_size, malformed};
use super::decoded::{Decoded, Pixels};
use super::icc;

const FORMAT: &str = "GIF";

/// Width and height.
pub(super) fn measure(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    opened(bytes).map(|(_, size)| size)
}

/// A decoder that has read the header, and the image's size.
type Opened<'a> = (Decoder<Cursor<&'a [u8]>>, [u32; 2]);

fn opened(bytes: &[u8]) -> Result<Opened<'_>, ImageError> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let decoder = options.read_info(Cursor::new(bytes)).map_err(|error| malformed(FORMAT, &error))?;
    let size = [decoder.width(), decoder.height()].map(u32::from);
    check_size(size[0], size[1], bytes.len())?;
    Ok((decoder, size))
}

/// Decodes the first frame, which may cover only a part of the image.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ImageError> {
    let failed = |error: gif::DecodingError| malformed(FORMAT, &error);
    let (mut decoder, size) = opened(bytes)?;
    let frame = decoder.next_frame_info().map_err(failed)?.ok_or_else(|| malformed(FORMAT, &"it has no frames"))?;
    let [left, top, columns, rows] = [frame.left, frame.top, frame.width, frame.height].map(usize::from);
    let [width, height] = size.map(|side| side as usize);
    // Frames may extend beyond the image, but not claim much more memory.
    if columns * rows > 4 * width * height + (1 << 18) {
        return Err(malformed(FORMAT, &"its first frame is much larger than the image"));
    }
    let mut frame = vec![0; columns * rows * 4];
    decoder.read_into_buffer(&mut frame).map_err(failed)?;
    let mut pixels = vec![[0; 4]; width * height];
    if columns > 0 && left < width {
        let visible = columns.min(width - left);
        for (row, from) in pixels.chunks_exact_mut(width).skip(top).zip(frame.as_chunks().0.chunks_exact(columns)) {
            row[left..left + visible].copy_from_slice(&from[..visible]);
        }
    }
    let profile = decoder.icc_profile().and_then(icc::foreign);
    let has_more = !matches!(decoder.next_frame_info(), Ok(None));
    Ok(Decoded { profile, has_more, ..Decoded::new(FORMAT, size, Pixels::Bytes(pixels))? })
}
