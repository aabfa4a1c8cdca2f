//! BC6H compression with the crate block_compression, which contains Intel's compressor in plain Rust.
//!
//! It uses only additions, multiplications, divisions and square roots, which give the same results on every machine.

use block_compression::encode::compress_rgba16;
use block_compression::{BC6HSettings, CompressionVariant};
use half::f16;

use super::params::Quality;

/// The width and height of a block in pixels.
const SIDE: u32 = 4;

/// Compresses a mipmap of half floats to blocks, row by row. Blocks at the edges are complete: beyond the edge, the last pixels
/// are repeated. BC6H stores no negative numbers, which become 0, and no alpha.
pub(super) fn compress(rgba16f: &[u8], size: [u32; 2], quality: Quality) -> Vec<u8> {
    let settings = match quality {
        Quality::Fast => BC6HSettings::fast(),
        Quality::Normal => BC6HSettings::basic(),
        Quality::Best => BC6HSettings::slow(),
    };
    let variant = CompressionVariant::BC6H(settings);
    let [width, height] = size.map(|side| side.next_multiple_of(SIDE));
    let mut blocks = vec![0; variant.blocks_byte_size(width, height)];
    compress_rgba16(variant, &padded(rgba16f, size), &mut blocks, width, height, width * SIDE);
    blocks
}

/// Returns the pixels, padded to complete blocks.
fn padded(rgba16f: &[u8], [width, height]: [u32; 2]) -> Vec<f16> {
    let half = |pair: [u8; 2]| f16::from_le_bytes(pair).max(f16::ZERO);
    let pixel = |x: u32, y: u32| {
        let at = (y.min(height - 1) as usize * width as usize + x.min(width - 1) as usize) * 8;
        let bytes = rgba16f.get(at..at + 8).unwrap_or(&[0; 8]);
        bytes.as_chunks().0.iter().map(|&pair| half(pair))
    };
    let [columns, rows] = [width, height].map(|side| side.next_multiple_of(SIDE));
    (0..rows).flat_map(|y| (0..columns).flat_map(move |x| pixel(x, y))).collect()
}
