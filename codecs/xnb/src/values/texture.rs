//! XNA's Texture2D.

use super::surface_format::SurfaceFormat;
use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::Field;

/// The largest width and height.
const LARGEST: u32 = 16_384;

/// A texture.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture2D {
    /// The format of the texels.
    pub format: SurfaceFormat,
    /// In texels.
    pub width: u32,
    /// In texels.
    pub height: u32,
    /// The texels of each mipmap, the largest first.
    pub mipmaps: Vec<Vec<u8>>,
}

impl Field for Texture2D {
    const SMALLEST: usize = 16;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let format = SurfaceFormat::read(input)?;
        let [width, height] = [u32::read(input)?, u32::read(input)?];
        let message = || format!("a texture of {width} x {height}, expected 1 x 1 to {LARGEST} x {LARGEST}");
        let is_valid = [width, height].iter().all(|side| (1..=LARGEST).contains(side));
        input.bytes.ensure(is_valid, ErrorKind::Value, message)?;
        let count = input.bytes.count(4, "mipmaps")?;
        let most = 1 + width.max(height).ilog2() as usize;
        let message = || format!("{count} mipmaps of {width} x {height}");
        input.bytes.ensure((1..=most).contains(&count), ErrorKind::Value, message)?;
        let mut mipmaps = Vec::with_capacity(count);
        for number in 0..count {
            mipmaps.push(read_mipmap(format, [width, height].map(|side| (side >> number).max(1)), input)?);
        }
        Ok(Self { format, width, height, mipmaps })
    }

    fn write(&self, output: &mut ContentWriter) {
        self.format.write(output);
        self.width.write(output);
        self.height.write(output);
        output.bytes.count(self.mipmaps.len());
        for mipmap in &self.mipmaps {
            output.bytes.count(mipmap.len());
            output.bytes.bytes(mipmap);
        }
    }
}

fn read_mipmap(format: SurfaceFormat, size: [u32; 2], input: &mut ContentReader<'_>) -> Result<Vec<u8>> {
    let found = input.bytes.count(1, "bytes of a mipmap")?;
    if let Some(expected) = format.bytes_of(size) {
        let message = || format!("a mipmap has {found} bytes, expected {expected}");
        input.bytes.ensure(found as u64 == expected, ErrorKind::Value, message)?;
    }
    input.bytes.bytes(found).map(<[u8]>::to_vec)
}
