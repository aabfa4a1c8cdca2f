//! [`TextureSource`]: an image as a GPU takes it.

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
}
