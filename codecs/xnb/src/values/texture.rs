//! XNA's `Texture2D` and `TextureCube`.

use super::surface_format::SurfaceFormat;
use crate::content::{ContentReader, ContentWriter};
use crate::error::{ErrorKind, Result};
use crate::field::Field;

/// The largest width and height, in texels.
const LARGEST: u32 = 16_384;

/// A texture.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture2D {
    /// The format of the texels.
    pub format: SurfaceFormat,
    /// The width in texels.
    pub width: u32,
    /// The height in texels.
    pub height: u32,
    /// The texels of each mipmap, largest first.
    pub mipmaps: Vec<Vec<u8>>,
}

/// A cube map.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureCube {
    /// The format of the texels.
    pub format: SurfaceFormat,
    /// The width and height of a face, in texels.
    pub size: u32,
    /// The mipmaps of the faces +x, -x, +y, -y, +z and -z, largest first. Each face has the same number of mipmaps.
    pub faces: [Vec<Vec<u8>>; 6],
}

impl Field for Texture2D {
    const SMALLEST: usize = 16;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let format = SurfaceFormat::read(input)?;
        let [width, height] = [u32::read(input)?, u32::read(input)?];
        let count = read_count([width, height], input)?;
        Ok(Self { format, width, height, mipmaps: read_mipmaps(format, [width, height], count, input)? })
    }

    fn write(&self, output: &mut ContentWriter) {
        self.format.write(output);
        self.width.write(output);
        self.height.write(output);
        output.bytes.count(self.mipmaps.len());
        write_mipmaps(&self.mipmaps, output);
    }
}

impl Field for TextureCube {
    const SMALLEST: usize = 36;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let format = SurfaceFormat::read(input)?;
        let size = u32::read(input)?;
        let count = read_count([size; 2], input)?;
        let mut faces: [Vec<Vec<u8>>; 6] = Default::default();
        for face in &mut faces {
            *face = read_mipmaps(format, [size; 2], count, input)?;
        }
        Ok(Self { format, size, faces })
    }

    fn write(&self, output: &mut ContentWriter) {
        self.format.write(output);
        self.size.write(output);
        output.bytes.count(self.faces[0].len());
        if self.faces.iter().any(|face| face.len() != self.faces[0].len()) {
            output.fail(ErrorKind::Value, "the faces of a cube map have different numbers of mipmaps");
        }
        self.faces.iter().for_each(|face| write_mipmaps(face, output));
    }
}

/// Checks the size of an image, and reads the number of its mipmaps.
fn read_count([width, height]: [u32; 2], input: &mut ContentReader<'_>) -> Result<usize> {
    let message = || format!("a texture has {width} x {height} pixels, expected 1 x 1 to {LARGEST} x {LARGEST}");
    let is_valid = [width, height].iter().all(|side| (1..=LARGEST).contains(side));
    input.bytes.ensure(is_valid, ErrorKind::Value, message)?;
    let count = input.bytes.count(4, "mipmaps")?;
    let most = 1 + width.max(height).ilog2() as usize;
    let message = || format!("a texture of {width} x {height} pixels has {count} mipmaps, expected 1 to {most}");
    input.bytes.ensure((1..=most).contains(&count), ErrorKind::Value, message)?;
    Ok(count)
}

fn read_mipmaps(
    format: SurfaceFormat,
    size: [u32; 2],
    count: usize,
    input: &mut ContentReader<'_>,
) -> Result<Vec<Vec<u8>>> {
    (0..count).map(|number| read_mipmap(format, size.map(|side| (side >> number).max(1)), input)).collect()
}

fn write_mipmaps(mipmaps: &[Vec<u8>], output: &mut ContentWriter) {
    for mipmap in mipmaps {
        output.bytes.count(mipmap.len());
        output.bytes.bytes(mipmap);
    }
}

fn read_mipmap(format: SurfaceFormat, size: [u32; 2], input: &mut ContentReader<'_>) -> Result<Vec<u8>> {
    let found = input.bytes.count(1, "bytes of a mipmap")?;
    if let Some(expected) = format.bytes_of(size) {
        let message = || format!("a mipmap is {found} bytes long, expected {expected}");
        input.bytes.ensure(found as u64 == expected, ErrorKind::Value, message)?;
    }
    input.bytes.bytes(found).map(<[u8]>::to_vec)
}
