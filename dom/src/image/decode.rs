//! Decoding image files.
//!
//! This is part of `dom` because importers and processors both need it, and they do not know each other: an importer decodes
//! image files, and a processor decodes those images of a scene that it needs.

use std::io::Cursor;

use image::codecs::bmp::BmpDecoder;
use image::codecs::gif::GifDecoder;
use image::codecs::hdr::HdrDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::tga::TgaDecoder;
use image::codecs::webp::WebPDecoder;
use image::error::DecodingError;
use image::metadata::Orientation;
use image::{AnimationDecoder, ColorType, DynamicImage, ImageDecoder, ImageFormat, Limits};

use super::checks::{check_floats, check_size, malformed};
use super::decoded::{Decoded, to_image};
use super::{Image, ImageError, ImageSource};
use super::{direct_draw, icc, jpeg, open_exr, palette, png_colors, tag_image};

impl Image {
    /// The width and height of an image file, in pixels, from its header; nothing is decoded. `name` is as for
    /// [`decode`](Self::decode).
    ///
    /// # Errors
    /// Like [`decode`](Self::decode), as far as the header shows.
    pub fn measure(bytes: &[u8], name: &str) -> Result<[u32; 2], ImageError> {
        match format(bytes, name)? {
            ImageFormat::Dds => direct_draw::measure(bytes),
            ImageFormat::Jpeg => jpeg::measure(bytes),
            ImageFormat::Tiff => tag_image::measure(bytes),
            ImageFormat::Png => size("PNG", bytes, png(bytes)),
            ImageFormat::Bmp => size("BMP", bytes, BmpDecoder::new(Cursor::new(bytes))),
            ImageFormat::Gif => size("GIF", bytes, GifDecoder::new(Cursor::new(bytes))),
            ImageFormat::Tga => size("TGA", bytes, TgaDecoder::new(Cursor::new(bytes))),
            ImageFormat::WebP => size("WebP", bytes, webp(bytes)),
            ImageFormat::Hdr | ImageFormat::OpenExr => Err(ImageError::Floats),
            other => Err(ImageError::Format { found: article(other) }),
        }
    }

    /// Decodes an image inside another file, in eight bits a channel, as modelling programs use it: its pixels are not turned,
    /// whatever the file says of their orientation. The bytes say which format it is, except for TGA, which is
    /// recognised by the extension of the file's `name`.
    ///
    /// # Errors
    /// Any bytes give an image or an error. Memory is bounded by the limits on pixels: 8192 x 8192, and 4096 x 4096 where
    /// the file is too small for more.
    pub fn decode(bytes: &[u8], name: &str) -> Result<Self, ImageError> {
        match format(bytes, name)? {
            ImageFormat::Dds => direct_draw::decode(bytes),
            ImageFormat::Hdr | ImageFormat::OpenExr => Err(ImageError::Floats),
            format => match decoded(bytes, format)?.pixels {
                DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_) => Err(ImageError::Floats),
                pixels => Ok(to_image(pixels)),
            },
        }
    }
}

/// How an image file is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImageOptions {
    /// Read the mipmaps of a DDS file that has them.
    pub own_mipmaps: bool,
    /// Keep the pixels as they are stored, whatever the file says of their orientation.
    pub unturned: bool,
}

/// An image file, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageContent {
    /// The image.
    pub source: ImageSource,
    /// Whether the file has more frames, pages or layers than the first.
    pub has_more: bool,
    /// The name of the file's colour profile, or what else it says of its colours, if that is not sRGB. It is not applied.
    pub profile: Option<String>,
}

impl ImageContent {
    /// Decodes a PNG, JPEG, WebP, TIFF, GIF, TGA, BMP, DDS, HDR or EXR file, of several images the first. The bytes say which
    /// format it is, except for TGA, which is recognised by the extension of the file's `name`.
    ///
    /// # Errors
    /// As [`Image::decode`]. The limits on pixels hold for all faces of a cube map together.
    pub fn decode(bytes: &[u8], name: &str, options: ImageOptions) -> Result<Self, ImageError> {
        let mut decoded = match format(bytes, name)? {
            ImageFormat::Dds => {
                let decode =
                    if options.own_mipmaps { direct_draw::decode_with_mipmaps } else { direct_draw::decode_source };
                return Ok(Self { source: decode(bytes)?, has_more: false, profile: None });
            }
            format => decoded(bytes, format)?,
        };
        let profile = decoded.profile.take();
        Ok(Self { has_more: decoded.has_more, profile, source: decoded.into_source(!options.unturned) })
    }
}

impl ImageSource {
    /// How many mipmaps an image file has, by its header: at least 1. `name` is as for [`Image::decode`].
    ///
    /// # Errors
    /// Like [`Image::decode`], as far as the header shows.
    pub fn count_mipmaps(bytes: &[u8], name: &str) -> Result<u32, ImageError> {
        match format(bytes, name)? {
            ImageFormat::Dds => direct_draw::count_mipmaps(bytes),
            _ => Ok(1),
        }
    }
}

/// Decodes a file of any format but DDS.
fn decoded(bytes: &[u8], format: ImageFormat) -> Result<Decoded, ImageError> {
    match format {
        ImageFormat::Jpeg => jpeg::decode(bytes),
        ImageFormat::Tiff => tag_image::decode(bytes),
        ImageFormat::OpenExr => open_exr::decode(bytes),
        ImageFormat::Png if palette::is_cut(bytes) => Err(malformed("PNG", &"its palette ends within a colour")),
        ImageFormat::Png => {
            let has_more = png(bytes).is_ok_and(|it| it.is_apng().unwrap_or_default());
            let read = read("PNG", bytes, png(bytes))?;
            Ok(Decoded { has_more, profile: png_colors::foreign(bytes, read.profile), ..read })
        }
        ImageFormat::Bmp => read("BMP", bytes, BmpDecoder::new(Cursor::new(bytes))),
        ImageFormat::Tga => read("TGA", bytes, TgaDecoder::new(Cursor::new(bytes))),
        ImageFormat::Hdr => read("HDR", bytes, HdrDecoder::new(Cursor::new(bytes))),
        ImageFormat::Gif => {
            let gif = || GifDecoder::new(Cursor::new(bytes));
            let first = read("GIF", bytes, gif())?;
            let limited = gif().and_then(|mut it| it.set_limits(pixel_limits(it.dimensions())).map(|()| it));
            let has_more = limited.is_ok_and(|it| it.into_frames().nth(1).is_some());
            Ok(Decoded { has_more, ..first })
        }
        ImageFormat::WebP => {
            let webp = webp(bytes);
            let has_more = webp.as_ref().is_ok_and(WebPDecoder::has_animation);
            Ok(Decoded { has_more, ..read("WebP", bytes, webp)? })
        }
        other => Err(ImageError::Format { found: article(other) }),
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

fn webp(bytes: &[u8]) -> Opened<WebPDecoder<Cursor<&[u8]>>> {
    if has_cut_metadata(bytes) {
        let error = DecodingError::new(ImageFormat::WebP.into(), "its metadata end after the file");
        return Err(image::ImageError::Decoding(error));
    }
    WebPDecoder::new(Cursor::new(bytes))
}

/// Whether the metadata of a WebP file end after the file. The decoder would reserve as many bytes as their chunk says it has.
fn has_cut_metadata(bytes: &[u8]) -> bool {
    let mut chunks = bytes.get(12..).unwrap_or_default();
    while let [n, a, m, e, l0, l1, l2, l3, rest @ ..] = chunks {
        let length = u32::from_le_bytes([*l0, *l1, *l2, *l3]) as usize;
        if matches!(&[*n, *a, *m, *e], b"ICCP" | b"EXIF") && length > rest.len() {
            return true;
        }
        // A chunk of an odd length is followed by one more byte.
        chunks = rest.get(length.saturating_add(length % 2)..).unwrap_or_default();
    }
    false
}

fn size<D: ImageDecoder>(format: &'static str, bytes: &[u8], decoder: Opened<D>) -> Result<[u32; 2], ImageError> {
    let (width, height) = decoder.map_err(|error| malformed(format, &error))?.dimensions();
    check_size(width, height, bytes.len())?;
    Ok([width, height])
}

fn read<D: ImageDecoder>(format: &'static str, bytes: &[u8], decoder: Opened<D>) -> Result<Decoded, ImageError> {
    let failed = |error: image::ImageError| malformed(format, &error);
    let mut decoder = decoder.map_err(failed)?;
    let (width, height) = decoder.dimensions();
    match decoder.color_type() {
        ColorType::Rgb32F | ColorType::Rgba32F => check_floats(width, height, bytes.len())?,
        _ => check_size(width, height, bytes.len())?,
    }
    decoder.set_limits(pixel_limits((width, height))).map_err(failed)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten().and_then(|profile| icc::foreign(&profile));
    let pixels = DynamicImage::from_decoder(decoder).map_err(failed)?;
    Ok(Decoded { pixels, orientation, profile, has_more: false })
}

/// What a decoder may take: the pixels as the file has them, at most 32 bits in each of 4 channels, and what it works with.
fn pixel_limits((width, height): (u32, u32)) -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(u64::from(width) * u64::from(height) * 16 + (1 << 20));
    limits
}

/// What a PNG decoder may take for texts and colour profiles.
fn beside_pixels() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(16 << 20);
    limits
}
