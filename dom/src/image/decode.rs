//! Decodes image files.
//!
//! This is part of `dom` because both importers and processors need it, and they must not depend on each other: an importer
//! decodes image files, and a processor decodes the images in a scene that it needs.

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
    /// Reads the width and height of an image file, in pixels, from its header. Decodes nothing. `name` is used as in
    /// [`decode`](Self::decode).
    ///
    /// # Errors
    /// The errors of [`decode`](Self::decode) that can be detected from the header.
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

    /// Decodes an image that is embedded in another file, with eight bits per channel. Like modelling programs, this ignores
    /// the orientation that the file states. The format is detected from the bytes, except for TGA, which is detected by the
    /// extension of the file's `name`.
    ///
    /// # Errors
    /// The bytes are not an image that can be decoded. Any bytes are safe input. Memory is bounded by the limits on pixels:
    /// 8192 x 8192, and 4096 x 4096 if the file is too small for more.
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
        let mut decoded = match format(bytes, name)? {
            ImageFormat::Dds => {
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
        match format(bytes, name)? {
            ImageFormat::Dds => direct_draw::count_mipmaps(bytes),
            _ => Ok(1),
        }
    }
}

/// Decodes a file of any format except DDS.
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
    let found = match bytes {
        [] => Some("empty"),
        [b'8', b'B', b'P', b'S', ..] => Some("a Photoshop file"),
        _ => None,
    };
    Err(ImageError::Format { found })
}

fn article(format: ImageFormat) -> Option<&'static str> {
    Some(match format {
        ImageFormat::Ico => "an icon",
        ImageFormat::Avif => "an AVIF file",
        _ => return None,
    })
}

/// A decoder that has read only the header.
type Opened<D> = image::ImageResult<D>;

fn png(bytes: &[u8]) -> Opened<PngDecoder<Cursor<&[u8]>>> {
    PngDecoder::with_limits(Cursor::new(bytes), beside_pixels())
}

fn webp(bytes: &[u8]) -> Opened<WebPDecoder<Cursor<&[u8]>>> {
    if has_cut_metadata(bytes) {
        let error = DecodingError::new(ImageFormat::WebP.into(), "its metadata is cut off");
        return Err(image::ImageError::Decoding(error));
    }
    WebPDecoder::new(Cursor::new(bytes))
}

/// Whether a metadata chunk of a WebP file extends beyond the end of the file. The decoder would allocate the number of bytes
/// that the chunk states.
fn has_cut_metadata(bytes: &[u8]) -> bool {
    let mut chunks = bytes.get(12..).unwrap_or_default();
    while let [n, a, m, e, l0, l1, l2, l3, rest @ ..] = chunks {
        let length = u32::from_le_bytes([*l0, *l1, *l2, *l3]) as usize;
        if matches!(&[*n, *a, *m, *e], b"ICCP" | b"EXIF") && length > rest.len() {
            return true;
        }
        // A chunk with an odd length is followed by a padding byte.
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

/// The memory limit for a decoder: the pixels as in the file (at most 32 bits for each of 4 channels), and its working memory.
fn pixel_limits((width, height): (u32, u32)) -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(u64::from(width) * u64::from(height) * 16 + (1 << 20));
    limits
}

/// The memory limit of a PNG decoder for texts and colour profiles.
fn beside_pixels() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(16 << 20);
    limits
}
