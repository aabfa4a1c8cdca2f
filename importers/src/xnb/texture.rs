//! XNA's Texture2D.

use rigmill_dom::{PixelFormat, TextureSource};

use super::cursor::Cursor;
use super::fault::{Fault, Read};
use super::surface_format::{SurfaceFormat, Texels};
use crate::codes;

/// The largest width and height.
const LARGEST: u32 = 16_384;
const HELP: &str = "build the file again";

/// Reads a texture. Texels of formats that content does not have become red, green, blue and alpha, which is told.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Read<TextureSource> {
    let (format, stored) = format(cursor)?;
    let [width, height] = [cursor.u32()?, cursor.u32()?];
    if [width, height].iter().any(|side| !(1..=LARGEST).contains(side)) {
        let message = format!("a texture of {width} x {height}, expected 1 x 1 to {LARGEST} x {LARGEST}");
        return Err(cursor.fault(codes::XNB_VALUE, message, HELP));
    }
    let count = cursor.count(4, "mip levels")?;
    if count == 0 || count > 1 + width.max(height).ilog2() as usize {
        return Err(cursor.fault(codes::XNB_VALUE, format!("{count} mip levels of {width} x {height}"), HELP));
    }
    let mut levels = Vec::with_capacity(count);
    for number in 0..count {
        levels.push(level(cursor, format, number, [width, height].map(|side| (side >> number).max(1)))?);
    }
    if let Texels::Converted(..) = format.texels {
        let message = format!("a texture of the surface format {} becomes one of Color", format.name);
        cursor.warn(*Fault::new(codes::XNB_SURFACE, message, "build it from its image, in a format that is kept"));
    }
    Ok(TextureSource { width, height, format: stored, levels })
}

/// The format in the file, and that of what is made of it.
fn format(cursor: &mut Cursor<'_>) -> Read<(SurfaceFormat, PixelFormat)> {
    let number = cursor.i32()?;
    let help = "build it as Color or compressed, or import its image";
    match SurfaceFormat::of_number(number) {
        Some(format @ SurfaceFormat { texels: Texels::Stored(stored), .. }) => Ok((format, stored)),
        Some(format @ SurfaceFormat { texels: Texels::Converted(..), .. }) => Ok((format, PixelFormat::Rgba8)),
        Some(format) => {
            let message = format!("a texture of the surface format {}, which content does not have", format.name);
            Err(cursor.fault(codes::XNB_UNSUPPORTED, message, help))
        }
        None => {
            let message = format!("a texture of the surface format {number}, which neither XNA nor MonoGame has");
            Err(cursor.fault(codes::XNB_VALUE, message, HELP))
        }
    }
}

fn level(cursor: &mut Cursor<'_>, format: SurfaceFormat, number: usize, size: [u32; 2]) -> Read<Vec<u8>> {
    let bytes = cursor.count(1, "bytes of a mip level")?;
    let expected = format.length(size);
    if bytes as u64 != expected {
        let message = format!("mip level {number} has {bytes} bytes, expected {expected}");
        return Err(cursor.fault(codes::XNB_VALUE, message, HELP));
    }
    let bytes = cursor.bytes(bytes)?;
    Ok(match format.texels {
        Texels::Converted(texel, convert) => bytes.chunks_exact(texel).flat_map(convert).collect(),
        Texels::Stored(_) | Texels::Refused => bytes.to_vec(),
    })
}
