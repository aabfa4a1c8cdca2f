//! Compression to blocks, by the crate dds.
//!
//! Pure Rust without unsafe code, kept by the people of the crate image. Its plain error metric and glam's scalar code
//! use nothing but additions, multiplications, divisions and roots, which are the same on every machine.

use dds::{ColorFormat, CompressionQuality, Dithering, EncodeOptions, ErrorMetric, Format, ImageView, Size};
use rigmill_format::TextureFormat;

/// The blocks of a level, row by row. A part of a block at an edge is a whole one; what lies beyond the edge is made up.
pub(super) fn compress(rgba: &[u8], [width, height]: [u32; 2], format: TextureFormat) -> Vec<u8> {
    let target = match format {
        TextureFormat::Rgba8 => return rgba.to_vec(),
        TextureFormat::Bc1 => Format::BC1_UNORM,
        TextureFormat::Bc2 => Format::BC2_UNORM,
        TextureFormat::Bc3 => Format::BC3_UNORM,
        TextureFormat::Bc7 => Format::BC7_UNORM,
    };
    let mut blocks = Vec::new();
    if let Some(view) = ImageView::new(rgba, Size::new(width, height), ColorFormat::RGBA_U8) {
        // Writing to memory does not fail, and RGBA of any size is encoded to each of these formats.
        let _ = dds::encode(&mut blocks, view, target, None, &options(format));
    }
    blocks
}

fn options(format: TextureFormat) -> EncodeOptions {
    let mut options = EncodeOptions::default();
    options.dithering = Dithering::None;
    options.error_metric = ErrorMetric::Uniform;
    // BC7 finds no more in twice the time.
    options.quality = match format {
        TextureFormat::Bc7 => CompressionQuality::Normal,
        _ => CompressionQuality::High,
    };
    options.parallel = false;
    options
}
