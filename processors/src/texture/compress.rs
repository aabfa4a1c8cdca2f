//! Block compression: BC7 with Rigmill's own codec, and BC1 to BC5 with the crate dds.
//!
//! The crate dds is pure Rust without unsafe code, by the maintainers of the crate image. Its uniform error metric and glam's
//! scalar code use only additions, multiplications, divisions and square roots, which give the same results on every machine.

use dds::{ColorFormat, CompressionQuality, Dithering, EncodeOptions, ErrorMetric, Format, ImageView, Size};
use rigmill_codec_bc7::Effort;
use rigmill_format::TextureFormat;

use super::params::Quality;

/// Compresses a mipmap to blocks, row by row. Blocks at the edges are complete: their pixels beyond the edge are padding.
pub(super) fn compress(rgba: &[u8], [width, height]: [u32; 2], format: TextureFormat, quality: Quality) -> Vec<u8> {
    let target = match format {
        // Images with 8 bits per channel never become BC4, BC6H or any other uncompressed format.
        TextureFormat::Rgba8
        | TextureFormat::Rgba8Signed
        | TextureFormat::Rg8Signed
        | TextureFormat::Rgba16
        | TextureFormat::Rgba16Float
        | TextureFormat::Bc4
        | TextureFormat::Bc6h => return rgba.to_vec(),
        TextureFormat::Bc7 => return rigmill_codec_bc7::compress(rgba, width, height, effort(quality)),
        TextureFormat::Bc1 => Format::BC1_UNORM,
        TextureFormat::Bc2 => Format::BC2_UNORM,
        TextureFormat::Bc3 => Format::BC3_UNORM,
        TextureFormat::Bc5 => Format::BC5_UNORM,
    };
    let mut blocks = Vec::new();
    if let Some(view) = ImageView::new(rgba, Size::new(width, height), ColorFormat::RGBA_U8) {
        // Writing to memory does not fail, and RGBA of any size can be encoded to each of these formats.
        let _ = dds::encode(&mut blocks, view, target, None, &options(quality));
    }
    blocks
}

fn effort(quality: Quality) -> Effort {
    match quality {
        Quality::Fast => Effort::Fast,
        Quality::Normal => Effort::Normal,
        Quality::Best => Effort::Best,
    }
}

fn options(quality: Quality) -> EncodeOptions {
    let mut options = EncodeOptions::default();
    options.dithering = Dithering::None;
    options.error_metric = ErrorMetric::Uniform;
    options.quality = match quality {
        Quality::Fast => CompressionQuality::Fast,
        // Higher levels take many times as long for no visible gain.
        Quality::Normal | Quality::Best => CompressionQuality::High,
    };
    options.parallel = false;
    options
}
