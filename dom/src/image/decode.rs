//! Decoding image files.
//!
//! This is part of `dom` because importers and processors both need it, and they do not know each other: an importer decodes
//! image files, and a processor decodes those images of a scene that it needs.

use std::io::Cursor;

use image::codecs::bmp::BmpDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::tga::TgaDecoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, Limits};

use super::checks::{check_size, malformed};
use super::{Image, ImageError, ImageSource};
use super::{direct_draw, jpeg, palette};

impl Image {
    /// The width and height of an image file, in pixels, from its header; nothing is decoded. `name` is as for
    /// [`decode`](Self::decode).
    ///
    /// # Errors
    /// As [`decode`](Self::decode), as far as the header shows.
    pub fn measure(bytes: &[u8], name: &str) -> Result<[u32; 2], ImageError> {
        match format(bytes, name)? {
            ImageFormat::Dds => direct_draw::measure(bytes),
            ImageFormat::Jpeg => jpeg::measure(bytes),
            ImageFormat::Png => size("PNG", bytes, png(bytes)),
            ImageFormat::Bmp => size("BMP", bytes, BmpDecoder::new(Cursor::new(bytes))),
            ImageFormat::Tga => size("TGA", bytes, TgaDecoder::new(Cursor::new(bytes))),
            other => Err(ImageError::Format { found: article(other) }),
        }
    }

    /// Decodes a PNG, JPEG, TGA, BMP or DDS file. The bytes say which format it is, except for TGA, which is recognised by the
    /// extension of the file's `name`.
    ///
    /// # Errors
    /// Any bytes give an image or an error. Memory is bounded by the limits on pixels: 8192 x 8192, and 4096 x 4096 where
    /// the file is too small for more.
    pub fn decode(bytes: &[u8], name: &str) -> Result<Self, ImageError> {
        let format = format(bytes, name)?;
        match format {
            ImageFormat::Dds => direct_draw::decode(bytes),
            ImageFormat::Jpeg => jpeg::decode(bytes),
            ImageFormat::Png if palette::is_cut(bytes) => Err(malformed("PNG", &"its palette ends within a colour")),
            ImageFormat::Png => read("PNG", bytes, png(bytes)),
            ImageFormat::Bmp => read("BMP", bytes, BmpDecoder::new(Cursor::new(bytes))),
            ImageFormat::Tga => read("TGA", bytes, TgaDecoder::new(Cursor::new(bytes))),
            other => Err(ImageError::Format { found: article(other) }),
        }
    }
}

impl ImageSource {
    /// Decodes an image file as [`Image::decode`] does, and a DDS file with a cube map to its six images.
    ///
    /// # Errors
    /// As [`Image::decode`]. The limits on pixels hold for all faces together.
    pub fn decode(bytes: &[u8], name: &str) -> Result<Self, ImageError> {
        match format(bytes, name)? {
            ImageFormat::Dds => direct_draw::decode_source(bytes),
            _ => Image::decode(bytes, name).map(Self::Flat),
        }
    }

    /// Decodes an image file as [`decode`](Self::decode) does, with the mipmaps of a DDS file that has them.
    ///
    /// # Errors
    /// As [`decode`](Self::decode), for mipmaps, too.
    pub fn decode_with_mipmaps(bytes: &[u8], name: &str) -> Result<Self, ImageError> {
        match format(bytes, name)? {
            ImageFormat::Dds => direct_draw::decode_with_mipmaps(bytes),
            _ => Image::decode(bytes, name).map(Self::Flat),
        }
    }

    /// How many mipmaps an image file has, by its header: at least 1. `name` is as for [`decode`](Self::decode).
    ///
    /// # Errors
    /// As [`decode`](Self::decode), as far as the header shows.
    pub fn count_mipmaps(bytes: &[u8], name: &str) -> Result<u32, ImageError> {
        match format(bytes, name)? {
            ImageFormat::Dds => direct_draw::count_mipmaps(bytes),
            _ => Ok(1),
        }
    }
}

fn format(bytes: &[u8], name: &str) -> Result<ImageFormat, ImageError> {
    if let Ok(format) = image::guess_format(bytes) {
        return Ok(format);
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if extension.eq_ignore_ascii_case("tga") {
        return Ok(ImageFormat::Tga);
    }
    let found = bytes.starts_with(b"8BPS").then_some("a Photoshop file");
    Err(ImageError::Format { found })
}

fn article(format: ImageFormat) -> Option<&'static str> {
    Some(match format {
        ImageFormat::Gif => "a GIF file",
        ImageFormat::WebP => "a WebP file",
        ImageFormat::Tiff => "a TIFF file",
        ImageFormat::OpenExr => "an OpenEXR file",
        ImageFormat::Hdr => "an HDR file",
        ImageFormat::Ico => "an icon",
        ImageFormat::Avif => "an AVIF file",
        _ => return None,
    })
}

/// A decoder that has read no more than a header.
type Opened<D> = image::ImageResult<D>;

fn png(bytes: &[u8]) -> Opened<PngDecoder<Cursor<&[u8]>>> {
    PngDecoder::with_limits(Cursor::new(bytes), beside_pixels())
}

fn size<D: ImageDecoder>(format: &'static str, bytes: &[u8], decoder: Opened<D>) -> Result<[u32; 2], ImageError> {
    let (width, height) = decoder.map_err(|error| malformed(format, &error))?.dimensions();
    check_size(width, height, bytes.len())?;
    Ok([width, height])
}

fn read<D: ImageDecoder>(format: &'static str, bytes: &[u8], decoder: Opened<D>) -> Result<Image, ImageError> {
    let failed = |error: image::ImageError| malformed(format, &error);
    let mut decoder = decoder.map_err(failed)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height, bytes.len())?;
    // The pixels as the file has them, at most 16 bits in each of 4 channels, and what the decoder works with.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(u64::from(width) * u64::from(height) * 16 + (1 << 20));
    decoder.set_limits(limits).map_err(failed)?;
    let pixels = DynamicImage::from_decoder(decoder).map_err(failed)?.into_rgba8().into_raw();
    Ok(Image { width, height, pixels })
}

/// What a PNG decoder may take for texts and colour profiles.
fn beside_pixels() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(16 << 20);
    limits
}
