//! Block compression, by the crate dds.
//!
//! It is pure Rust without unsafe code, by the maintainers of the crate image. Its uniform error metric and glam's scalar code
//! use only additions, multiplications, divisions and square roots, which are the same on every machine.

use dds::{ColorFormat, CompressionQuality, Dithering, EncodeOptions, ErrorMetric, Format, ImageView, Size};
use rigmill_format::TextureFormat;

/// The blocks of a mipmap, row by row. Blocks at the edges are whole; their pixels beyond the edge are padding.
pub(super) fn compress(rgba: &[u8], [width, height]: [u32; 2], format: TextureFormat) -> Vec<u8> {
    let target = match format {
        // No image becomes signed bytes.
        TextureFormat::Rgba8 | TextureFormat::Rgba8Signed | TextureFormat::Rg8Signed => return rgba.to_vec(),
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
    // BC7 gets no better in twice the time.
    options.quality = match format {
        TextureFormat::Bc7 => CompressionQuality::Normal,
        _ => CompressionQuality::High,
    };
    options.parallel = false;
    options
}
