//! Converts KTX2 images inside of a file to DDS, which processors can decode.

use rigmill_codec_ktx2::{Error, decode};
use rigmill_dom::{Element, PixelFormat, TextureFile, TextureSource};

use super::problems::unreadable;
use crate::codes;
use crate::ktx2_file::texture;
use crate::report::{Problem, Result};

/// The flags of a DDS header: the file has a width, a height and a pixel format.
const FLAGS: u32 = 0x1007;
/// The flags of a pixel format: its name follows.
const NAMED: u32 = 4;
/// The capabilities and the dimension of a flat texture.
const TEXTURE: u32 = 0x1000;
const FLAT: u32 = 3;

pub(super) fn is_ktx2(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xabKTX 20\xbb\r\n\x1a\n")
}

/// Converts the largest mipmap of a KTX2 image.
pub(super) fn to_dds(bytes: &[u8], element: &Element) -> Result<Vec<u8>> {
    match decode(bytes).map(texture) {
        Ok(TextureFile::Flat(image)) => Ok(dds(&image)),
        Ok(TextureFile::Cube(_)) => Err(unsupported("the faces of a cube map", element)),
        Err(Error::Unsupported(found)) => Err(unsupported(&found, element)),
        Err(error @ Error::Pixels { .. }) => {
            let help = "make the image smaller, or save it next to the scene file";
            Err(Problem::new(codes::GLTF_LIMIT, format!("{element}: {error}"), help))
        }
        Err(error) => Err(unreadable(format!("{element}: {error}"))),
    }
}

fn unsupported(found: &str, element: &Element) -> Problem {
    let fact = format!("{element}: the KTX2 image has {found}, which Rigmill does not support");
    Problem::new(codes::GLTF_EXTENSION, fact, "export the file again with PNG or JPEG images")
}

/// Returns a DDS file with a DX10 header.
fn dds(image: &TextureSource) -> Vec<u8> {
    let mut header = [0; 36];
    header[..5].copy_from_slice(&[u32::from_le_bytes(*b"DDS "), 124, FLAGS, image.height, image.width]);
    header[19..22].copy_from_slice(&[32, NAMED, u32::from_le_bytes(*b"DX10")]);
    header[27] = TEXTURE;
    header[32..36].copy_from_slice(&[number(image.format), FLAT, 0, 1]);
    let header = header.iter().flat_map(|word| word.to_le_bytes());
    // The last word of the header is zero.
    header.chain([0; 4]).chain(image.mipmaps.first().into_iter().flatten().copied()).collect()
}

/// Returns the number of a pixel format in DXGI.
const fn number(format: PixelFormat) -> u32 {
    match format {
        PixelFormat::Rgba16Float => 10,
        PixelFormat::Rgba16 => 11,
        PixelFormat::Rgba8Signed => 31,
        PixelFormat::Rg8Signed => 51,
        PixelFormat::Bc1 => 71,
        PixelFormat::Bc2 => 74,
        PixelFormat::Bc3 => 77,
        PixelFormat::Bc4 => 80,
        PixelFormat::Bc5 => 83,
        PixelFormat::Bc6h => 95,
        PixelFormat::Bc7 => 98,
        _ => 28,
    }
}
