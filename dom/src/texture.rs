//! [`TextureSource`] and [`TextureCubeSource`]: images as a GPU takes them.

use serde::Serialize;

/// An image with its mipmaps, as a GPU takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TextureSource {
    /// Pixels, 1 to 16,384.
    pub width: u32,
    /// Pixels, 1 to 16,384.
    pub height: u32,
    /// How the pixels are stored.
    pub format: PixelFormat,
    /// The mipmaps, largest first; each is half as wide and high as the one before, with the bytes that its size needs.
    pub mipmaps: Vec<Vec<u8>>,
}

/// Six square images with their mipmaps, as a GPU takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TextureCubeSource {
    /// The width and height of a face in pixels, 1 to 16,384.
    pub size: u32,
    /// How the pixels are stored.
    pub format: PixelFormat,
    /// The mipmaps of the faces +x, -x, +y, -y, +z and -z, the largest first; the same number of each face.
    pub faces: [Vec<Vec<u8>>; 6],
}

/// A file that holds a texture: an image or six of them.
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
    /// Bytes red, green, blue, alpha.
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
    /// Signed bytes red, green, blue, alpha; -127 is -1, 127 is 1.
    Rgba8Signed,
    /// Signed bytes red, green.
    Rg8Signed,
    /// BC4: red alone.
    Bc4,
    /// BC5: red and green alone.
    Bc5,
    /// BC6H, unsigned.
    Bc6h,
    /// Numbers of 16 bits red, green, blue, alpha, little-endian.
    Rgba16,
    /// Half floats red, green, blue, alpha, little-endian.
    Rgba16Float,
}
