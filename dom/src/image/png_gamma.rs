//! [`PngGamma`]: the gamma that a PNG file states in its `gAMA` chunk (PNG, third edition, 11.3.2.2 and 13.13).

use super::png_chunks::chunks;
use super::{DeepEncoding, ImageSource};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The exponent for sRGB in `gAMA`: 1/2.2, times 100,000.
const SRGB: u32 = 45_455;
/// The maximum difference from the exponent of sRGB that is not noticeable. It changes a colour of eight bits by at most 1.
const NEAR: u32 = 455;
/// The gamma of the display for which colours are corrected.
const DISPLAY: f64 = 2.2;

/// The gamma that a PNG file states in its `gAMA` chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PngGamma {
    /// The exponent, times 100,000. Not 0.
    exponent: u32,
    /// Whether the file also states its colours with a `cICP` chunk or an ICC profile, which take precedence.
    is_fallback: bool,
}

impl PngGamma {
    /// Reads the gamma of an image file. `None` if the file is not a PNG file, does not state a valid gamma, or has an `sRGB`
    /// chunk, which replaces the gamma. Like libpng, uses the first valid `gAMA` chunk.
    #[must_use]
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut gamma = None;
        let mut is_fallback = false;
        // These chunks are only valid before the palette and the pixels.
        let before = chunks(file).take_while(|chunk| !matches!(&chunk.kind, b"PLTE" | b"IDAT"));
        for chunk in before.filter(|_| file.starts_with(SIGNATURE)) {
            match &chunk.kind {
                b"sRGB" => return None,
                b"cICP" | b"iCCP" => is_fallback = true,
                b"gAMA" if gamma.is_none() => {
                    let exponent = <[u8; 4]>::try_from(chunk.data).ok().filter(|_| chunk.is_intact());
                    gamma = exponent.map(u32::from_be_bytes);
                }
                _ => {}
            }
        }
        gamma.filter(|exponent| *exponent > 0).map(|exponent| Self { exponent, is_fallback })
    }

    /// The exponent from light to stored colours, such as 0.45455.
    #[must_use]
    pub fn exponent(self) -> f64 {
        f64::from(self.exponent) / 1e5
    }

    /// Whether the colours look noticeably different from sRGB, and nothing in the file takes precedence over the gamma.
    #[must_use]
    pub fn is_noticeable(self) -> bool {
        !self.is_fallback && self.exponent.abs_diff(SRGB) > NEAR
    }

    /// Corrects the colours of a decoded PNG image for a display with a gamma of 2.2, as XNA does. Alpha stays the same.
    pub fn apply(self, image: &mut ImageSource) {
        let power = 1.0 / (self.exponent() * DISPLAY);
        match image {
            ImageSource::Flat(image) => {
                #[expect(clippy::cast_possible_truncation, reason = "0 to 255")]
                let bytes: Vec<u8> = (0..=255).map(|byte| corrected(byte, 255, power) as u8).collect();
                replace_colours(&mut image.pixels, |byte| bytes[usize::from(byte)]);
            }
            ImageSource::Deep(image) if image.numbers == DeepEncoding::Words => {
                replace_colours(&mut image.pixels, |word| corrected(word, u16::MAX, power));
            }
            // PNG files contain neither floats, nor cube maps, nor mipmaps.
            _ => {}
        }
    }
}

/// Returns a corrected number. `most` is the number that represents 1.
fn corrected(number: u16, most: u16, power: f64) -> u16 {
    let (number, most) = (f64::from(number), f64::from(most));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 65,535")]
    let corrected = (most * libm::pow(number / most, power) + 0.5) as u16;
    corrected
}

fn replace_colours<T: Copy>(pixels: &mut [T], new: impl Fn(T) -> T) {
    for pixel in pixels.as_chunks_mut::<4>().0 {
        pixel[..3].iter_mut().for_each(|number| *number = new(*number));
    }
}
