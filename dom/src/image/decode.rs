//! Decodes image files.
//!
//! This is part of `dom` because both importers and processors need it, and they must not depend on each other: an importer
//! decodes image files, and a processor decodes the images in a scene that it needs.

use super::decoded::{Decoded, Pixels, rgba};
use super::format::Format;
use super::{Image, ImageError, ImageSource};
use super::{bitmap, direct_draw, gif_file, jpeg, open_exr, png_file, radiance, tag_image, targa, webp};

impl Image {
    /// Reads the width and height of an image file, in pixels, from its header. Decodes nothing. `name` is used as in
    /// [`decode`](Self::decode).
    ///
    /// # Errors
    /// The errors of [`decode`](Self::decode) that can be detected from the header.
    pub fn measure(bytes: &[u8], name: &str) -> Result<[u32; 2], ImageError> {
        match Format::detect(bytes, name)? {
            Format::Bmp => bitmap::measure(bytes),
            Format::Dds => direct_draw::measure(bytes),
            Format::Gif => gif_file::measure(bytes),
            Format::Jpeg => jpeg::measure(bytes),
            Format::Png => png_file::measure(bytes),
            Format::Tga => targa::measure(bytes),
            Format::Tiff => tag_image::measure(bytes),
            Format::WebP => webp::measure(bytes),
            Format::Hdr | Format::Exr => Err(ImageError::Floats),
        }
    }

    /// Decodes an image that is embedded in another file, with eight bits per channel. Like modelling programs, this ignores
    /// the orientation that the file states. The format is detected from the bytes, except for TGA, which is detected by the
    /// extension of the file's `name`.
    ///
    /// # Errors
    /// The bytes are not an image that can be decoded. Any bytes are safe input. Memory is bounded by the limits on pixels:
    /// 8192 x 8192, and 4096 x 4096 if the file is too small for more.
    pub fn decode(bytes: &[u8], name: &str) -> Result<Self, ImageError> {
        match Format::detect(bytes, name)? {
            Format::Hdr | Format::Exr => Err(ImageError::Floats),
            format => decoded(bytes, format)?.into_image().ok_or(ImageError::Floats),
        }
    }
}

/// Options for decoding an image file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImageOptions {
    /// Whether to read the mipmaps of a DDS file that has them.
    pub own_mipmaps: bool,
    /// Whether to keep the pixels as they are stored, and ignore the orientation that the file states.
    pub ignore_orientation: bool,
}

/// The content of an image file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageContent {
    /// The image.
    pub source: ImageSource,
    /// Whether the file has more frames, pages or layers after the first.
    pub has_more: bool,
    /// The name of the file's colour profile, or of another colour space that the file states, if it is not sRGB. It is not
    /// applied.
    pub profile: Option<String>,
}

impl ImageContent {
    /// Decodes a PNG, JPEG, WebP, TIFF, GIF, TGA, BMP, DDS, HDR or EXR file. If it contains several images, decodes the first.
    /// The format is detected from the bytes, except for TGA, which is detected by the extension of the file's `name`.
    ///
    /// # Errors
    /// Same as [`Image::decode`]. The limits on pixels apply to all faces of a cube map together.
    pub fn decode(bytes: &[u8], name: &str, options: ImageOptions) -> Result<Self, ImageError> {
        let mut decoded = match Format::detect(bytes, name)? {
            Format::Dds => {
                let decode =
                    if options.own_mipmaps { direct_draw::decode_with_mipmaps } else { direct_draw::decode_source };
                return Ok(Self { source: decode(bytes)?, has_more: false, profile: None });
            }
            format => decoded(bytes, format)?,
        };
        let profile = decoded.profile.take();
        Ok(Self { has_more: decoded.has_more, profile, source: decoded.into_source(!options.ignore_orientation) })
    }
}

impl ImageSource {
    /// Reads the number of mipmaps of an image file from its header: at least 1. `name` is used as in [`Image::decode`].
    ///
    /// # Errors
    /// The errors of [`Image::decode`] that can be detected from the header.
    pub fn count_mipmaps(bytes: &[u8], name: &str) -> Result<u32, ImageError> {
        match Format::detect(bytes, name)? {
            Format::Dds => direct_draw::count_mipmaps(bytes),
            _ => Ok(1),
        }
    }
}

/// Decodes a file of any format. Of a DDS file, the first image.
fn decoded(bytes: &[u8], format: Format) -> Result<Decoded, ImageError> {
    match format {
        Format::Bmp => bitmap::decode(bytes),
        Format::Dds => {
            let Image { width, height, pixels } = direct_draw::decode(bytes)?;
            Decoded::new("DDS", [width, height], Pixels::Bytes(rgba(&pixels, 4, u8::MAX)))
        }
        Format::Exr => open_exr::decode(bytes),
        Format::Gif => gif_file::decode(bytes),
        Format::Hdr => radiance::decode(bytes),
        Format::Jpeg => jpeg::decode(bytes),
        Format::Png => png_file::decode(bytes),
        Format::Tga => targa::decode(bytes),
        Format::Tiff => tag_image::decode(bytes),
        Format::WebP => webp::decode(bytes),
    }
}
