//! [`DeepForm`]: images with 16 bits per channel.

use half::f16;
use rigmill_dom::{DeepEncoding, DeepImage};
use rigmill_format::{Texture, TextureFormat, mip_size};

use super::colors::srgb_to_linear;
use super::form::{Pixel, PixelForm};
use super::hdr_blocks;
use super::mipmaps::mipmaps;
use super::params::{Compression, TextureParams};

/// Makes a texture from an image with more than 8 bits per channel: RGBA16, or RGBA16F or BC6H if its numbers are half floats.
/// GPUs have no sRGB variants of these formats, so colours become linear.
pub(super) fn deep_texture(image: &DeepImage, params: &TextureParams) -> Texture {
    let [width, height] = params.size_of([image.width, image.height]);
    let form = DeepForm::new(image, params);
    deep_stored(image.numbers, [width, height], mipmaps(&form, [width, height], params.mips), params)
}

/// Makes a texture from mipmaps with 16 bits per channel.
pub(super) fn deep_stored(
    numbers: DeepEncoding,
    [width, height]: [u32; 2],
    mut mips: Vec<Vec<u8>>,
    params: &TextureParams,
) -> Texture {
    let format = match (numbers, params.compression) {
        (DeepEncoding::Words, _) => TextureFormat::Rgba16,
        (DeepEncoding::Halves, Compression::None) => TextureFormat::Rgba16Float,
        (DeepEncoding::Halves, _) => TextureFormat::Bc6h,
    };
    if format == TextureFormat::Bc6h {
        for (level, mip) in (0..).zip(&mut mips) {
            *mip = hdr_blocks::compress(mip, mip_size([width, height], level), params.quality);
        }
    }
    Texture { width, height, format, srgb: false, mips }
}

/// Returns whether any pixel of an image is not opaque.
pub(super) fn has_alpha(image: &DeepImage) -> bool {
    let opaque = match image.numbers {
        DeepEncoding::Words => u16::MAX,
        DeepEncoding::Halves => f16::ONE.to_bits(),
    };
    image.pixels.chunks_exact(4).any(|pixel| pixel[3] != opaque)
}

/// An image with 16 bits per channel.
pub(super) struct DeepForm<'a> {
    image: &'a DeepImage,
    /// The linear value of each integer.
    linear: Vec<f32>,
    premultiply: bool,
}

impl<'a> DeepForm<'a> {
    pub(super) fn new(image: &'a DeepImage, params: &TextureParams) -> Self {
        let to_linear = |word: u16| {
            let value = f64::from(word) / 65_535.0;
            rigmill_math::to_f32(if params.is_srgb() { srgb_to_linear(value) } else { value })
        };
        let linear = match image.numbers {
            DeepEncoding::Words => (0..=u16::MAX).map(to_linear).collect(),
            DeepEncoding::Halves => Vec::new(),
        };
        Self { image, linear, premultiply: params.premultiply && !params.normal }
    }

    fn to_numbers(&self, [red, green, blue, alpha]: Pixel) -> [u16; 4] {
        let weight = if self.premultiply { alpha } else { 1.0 };
        [red * weight, green * weight, blue * weight, alpha].map(|number| match self.image.numbers {
            DeepEncoding::Words => {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
                let word = libm::floorf(number * 65_535.0 + 0.5) as u16;
                word
            }
            DeepEncoding::Halves => f16::from_f32(number).to_bits(),
        })
    }
}

impl PixelForm for DeepForm<'_> {
    fn is_weighted(&self) -> bool {
        true
    }

    fn size(&self) -> [u32; 2] {
        [self.image.width, self.image.height]
    }

    fn pixel(&self, at: usize) -> Pixel {
        let rgba: [u16; 4] =
            self.image.pixels.get(at * 4..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default();
        if self.image.numbers == DeepEncoding::Halves {
            return rgba.map(|half| f16::from_bits(half).to_f32());
        }
        let [red, green, blue] = [rgba[0], rgba[1], rgba[2]].map(|word| self.linear[usize::from(word)]);
        [red, green, blue, f32::from(rgba[3]) / 65_535.0]
    }

    fn stored(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        (0..self.image.pixels.len() / 4).for_each(|at| self.push(self.pixel(at), &mut bytes));
        bytes
    }

    fn push(&self, pixel: Pixel, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_numbers(pixel).into_iter().flat_map(u16::to_le_bytes));
    }
}
