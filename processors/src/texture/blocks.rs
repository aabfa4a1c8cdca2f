//! [`Made`]: images and their mipmaps, in the format of a texture.

use rigmill_format::{TextureFormat, mip_size};

use super::compress::compress;
use super::params::TextureParams;

/// Images of the same size with their mipmaps, in the same format.
pub(super) struct Made<const N: usize> {
    pub(super) format: TextureFormat,
    pub(super) srgb: bool,
    pub(super) images: [Vec<Vec<u8>>; N],
}

/// Returns images of this size in the format that `params` specify. The images are given as the bytes of their mipmaps.
pub(super) fn stored_as<const N: usize>(
    mut images: [Vec<Vec<u8>>; N],
    size: [u32; 2],
    params: &TextureParams,
) -> Made<N> {
    let mut largest = images.iter().filter_map(|mips| mips.first());
    let is_opaque = largest.all(|bytes| bytes.chunks_exact(4).all(|pixel| pixel[3] == u8::MAX));
    let format = params.compression.format(params.normal, is_opaque);
    if format != TextureFormat::Rgba8 {
        for (level, mip) in images.iter_mut().flat_map(|mips| (0..).zip(mips)) {
            *mip = compress(mip, mip_size(size, level), format, params.quality);
        }
    }
    Made { format, srgb: params.is_srgb(), images }
}
