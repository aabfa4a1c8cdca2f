//! XNA's Texture2D.

use rigmill_dom::{PixelFormat, TextureSource};

use super::cursor::Cursor;
use super::fault::Read;
use crate::codes;

/// The largest width and height.
const LARGEST: u32 = 16_384;
const HELP: &str = "build the file again";

/// Reads a texture: Color, DXT1 or DXT5.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Read<TextureSource> {
    let format = match cursor.i32()? {
        0 => PixelFormat::Rgba8,
        4 => PixelFormat::Bc1,
        6 => PixelFormat::Bc3,
        other => {
            let message = format!("a texture of the surface format {other}, expected Color (0), DXT1 (4) or DXT5 (6)");
            return Err(cursor.fault(codes::XNB_UNSUPPORTED, message, "build it in one of these, or from its image"));
        }
    };
    let [width, height] = [cursor.u32()?, cursor.u32()?];
    if [width, height].iter().any(|side| !(1..=LARGEST).contains(side)) {
        let message = format!("a texture of {width} x {height}, expected 1 x 1 to {LARGEST} x {LARGEST}");
        return Err(cursor.fault(codes::XNB_VALUE, message, HELP));
    }
    let count = cursor.count(4, "mip levels")?;
    if count == 0 || count > 1 + width.max(height).ilog2() as usize {
        return Err(cursor.fault(codes::XNB_VALUE, format!("{count} mip levels of {width} x {height}"), HELP));
    }
    let level = |number: usize| {
        let bytes = cursor.count(1, "bytes of a mip level")?;
        let expected = length(format, [width, height].map(|side| (side >> number).max(1)));
        if bytes as u64 != expected {
            let message = format!("mip level {number} has {bytes} bytes, expected {expected}");
            return Err(cursor.fault(codes::XNB_VALUE, message, HELP));
        }
        Ok(cursor.bytes(bytes)?.to_vec())
    };
    Ok(TextureSource { width, height, format, levels: (0..count).map(level).collect::<Read<_>>()? })
}

/// The bytes of an image of so many pixels.
fn length(format: PixelFormat, [width, height]: [u32; 2]) -> u64 {
    let blocks = u64::from(width.div_ceil(4)) * u64::from(height.div_ceil(4));
    match format {
        PixelFormat::Rgba8 => u64::from(width) * u64::from(height) * 4,
        PixelFormat::Bc1 => blocks * 8,
        PixelFormat::Bc3 => blocks * 16,
    }
}
