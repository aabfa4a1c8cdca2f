//! [`TextureSource`] and [`TextureCubeSource`]: images in the form that a GPU uses.

use serde::Serialize;

/// An image with its mipmaps, in the form that a GPU uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TextureSource {
    /// The width in pixels, 1 to 16,384.
    pub width: u32,
    /// The height in pixels, 1 to 16,384.
    pub height: u32,
    /// How the pixels are stored.
    pub format: PixelFormat,
    /// Whether the colours are sRGB, if the file states this.
    pub srgb: Option<bool>,
    /// The mipmaps, largest first. Each has half the width and height of the previous one, and the number of bytes that its
    /// size requires.
    pub mipmaps: Vec<Vec<u8>>,
}

/// Six square images with their mipmaps, in the form that a GPU uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TextureCubeSource {
    /// The width and height of a face in pixels, 1 to 16,384.
    pub size: u32,
    /// How the pixels are stored.
    pub format: PixelFormat,
    /// Whether the colours are sRGB, if the file states this.
    pub srgb: Option<bool>,
    /// The mipmaps of the faces +x, -x, +y, -y, +z and -z, largest first. All faces have the same number of mipmaps.
    pub faces: [Vec<Vec<u8>>; 6],
}

/// A file that contains a texture: an image, or the six images of a cube map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum TextureFile {
    /// An image.
    Flat(TextureSource),
    /// A cube map.
    Cube(TextureCubeSource),
}

/// How pixels are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum PixelFormat {
    /// Four bytes per pixel: red, green, blue, alpha.
    #[default]
    Rgba8,
    /// BC1 (DXT1).
    Bc1,
    /// BC2 (DXT3).
    Bc2,
    /// BC3 (DXT5).
    Bc3,
    /// BC7.
    Bc7,
    /// Four signed bytes per pixel: red, green, blue, alpha. -127 is -1, and 127 is 1.
    Rgba8Signed,
    /// Two signed bytes per pixel: red, green.
    Rg8Signed,
    /// BC4: only red.
    Bc4,
    /// BC5: only red and green.
    Bc5,
    /// BC6H, unsigned.
    Bc6h,
    /// Four little-endian 16-bit integers per pixel: red, green, blue, alpha.
    Rgba16,
    /// Four little-endian half floats per pixel: red, green, blue, alpha.
    Rgba16Float,
}
