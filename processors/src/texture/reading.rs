//! [`Reading`]: how to interpret the bytes of images.

use rigmill_dom::Image;

use super::color_key::ColorKey;
use super::colors::{ColorImage, Colors};
use super::form::PixelForm;
use super::mipmaps::mipmaps;
use super::normals::NormalImage;
use super::params::TextureParams;

/// How to interpret the bytes of images, as the parameters specify.
pub(super) enum Reading {
    Colors(Box<Colors>, Option<ColorKey>),
    Normals,
}

impl Reading {
    pub(super) fn new(params: &TextureParams) -> Self {
        if params.normal {
            return Self::Normals;
        }
        Self::Colors(Box::new(Colors::new(params.is_srgb(), params.premultiply)), params.color_key)
    }

    /// Returns the bytes of an image's mipmaps at a size. If `all` is false, returns only the largest mipmap.
    pub(super) fn mipmaps(&self, image: &Image, size: [u32; 2], all: bool) -> Vec<Vec<u8>> {
        match self {
            Self::Colors(colors, key) => mipmaps(&ColorImage::new(image, *key, colors), size, all),
            Self::Normals => mipmaps(&NormalImage(image), size, all),
        }
    }

    /// Calls `read` with the form of an image.
    fn with<T>(&self, image: &Image, read: impl FnOnce(&dyn PixelForm) -> T) -> T {
        match self {
            Self::Colors(colors, key) => read(&ColorImage::new(image, *key, colors)),
            Self::Normals => read(&NormalImage(image)),
        }
    }

    /// Returns the bytes of an image as a mipmap of the same size.
    pub(super) fn stored(&self, image: &Image) -> Vec<u8> {
        match self {
            Self::Colors(colors, key) => ColorImage::new(image, *key, colors).stored(),
            Self::Normals => NormalImage(image).stored(),
        }
    }
}

/// Calls `read` with the form of an image, as the parameters specify.
pub(super) fn with_form<T>(params: &TextureParams, image: &Image, read: impl FnOnce(&dyn PixelForm) -> T) -> T {
    Reading::new(params).with(image, read)
}
