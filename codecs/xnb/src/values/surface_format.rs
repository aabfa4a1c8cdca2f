//! [`SurfaceFormat`]: the storage format of a texture's texels.

use crate::field::numbered;

numbered! {
    /// XNA's `SurfaceFormat`, with the additions of MonoGame.
    pub enum SurfaceFormat {
        Color = 0,
        Bgr565 = 1,
        Bgra5551 = 2,
        Bgra4444 = 3,
        Dxt1 = 4,
        Dxt3 = 5,
        Dxt5 = 6,
        NormalizedByte2 = 7,
        NormalizedByte4 = 8,
        Rgba1010102 = 9,
        Rg32 = 10,
        Rgba64 = 11,
        Alpha8 = 12,
        Single = 13,
        Vector2 = 14,
        Vector4 = 15,
        HalfSingle = 16,
        HalfVector2 = 17,
        HalfVector4 = 18,
        HdrBlendable = 19,
        Bgr32 = 20,
        Bgra32 = 21,
        ColorSRgb = 30,
        Bgr32SRgb = 31,
        Bgra32SRgb = 32,
        Dxt1SRgb = 33,
        Dxt3SRgb = 34,
        Dxt5SRgb = 35,
        RgbPvrtc2Bpp = 50,
        RgbPvrtc4Bpp = 51,
        RgbaPvrtc2Bpp = 52,
        RgbaPvrtc4Bpp = 53,
        RgbEtc1 = 60,
        Dxt1a = 70,
        RgbaAtcExplicitAlpha = 80,
        RgbaAtcInterpolatedAlpha = 81,
        Rgb8Etc2 = 90,
        Srgb8Etc2 = 91,
        Rgb8A1Etc2 = 92,
        Rgba8Etc2 = 94,
        SRgb8A8Etc2 = 95,
    }
}

/// The size of a texel in bytes, and the function that converts a texel to red, green, blue and alpha.
type Texel = (usize, fn(&[u8]) -> [u8; 4]);

impl SurfaceFormat {
    /// Returns the size of an image in bytes; `None` for formats that are not supported. DXT, signed bytes, 16 bits per
    /// channel, and all formats with a conversion are supported.
    pub(super) fn bytes_of(self, [width, height]: [u32; 2]) -> Option<u64> {
        let blocks = u64::from(width.div_ceil(4)) * u64::from(height.div_ceil(4));
        match self {
            Self::Dxt1 => Some(blocks * 8),
            Self::Dxt3 | Self::Dxt5 => Some(blocks * 16),
            Self::NormalizedByte2 => Some(u64::from(width) * u64::from(height) * 2),
            Self::NormalizedByte4 => Some(u64::from(width) * u64::from(height) * 4),
            Self::Rgba64 | Self::HalfVector4 => Some(u64::from(width) * u64::from(height) * 8),
            other => Some(u64::from(width) * u64::from(height) * other.texel()?.0 as u64),
        }
    }

    /// Converts texels to red, green, blue and alpha with one byte each; `None` if this format has no conversion.
    #[must_use]
    pub fn to_rgba8(self, texels: &[u8]) -> Option<Vec<u8>> {
        let (size, convert) = self.texel()?;
        Some(texels.chunks_exact(size).flat_map(convert).collect())
    }

    fn texel(self) -> Option<Texel> {
        Some(match self {
            Self::Color => (4, |texel| [texel[0], texel[1], texel[2], texel[3]]),
            Self::Bgr565 => (2, |texel| [part(texel, 11, 5), part(texel, 5, 6), part(texel, 0, 5), 255]),
            Self::Bgra5551 => {
                (2, |texel| [part(texel, 10, 5), part(texel, 5, 5), part(texel, 0, 5), part(texel, 15, 1)])
            }
            Self::Bgra4444 => {
                (2, |texel| [part(texel, 8, 4), part(texel, 4, 4), part(texel, 0, 4), part(texel, 12, 4)])
            }
            // For a texture with only alpha, a shader reads black.
            Self::Alpha8 => (1, |texel| [0, 0, 0, texel[0]]),
            Self::Bgr32 => (4, |texel| [texel[2], texel[1], texel[0], 255]),
            Self::Bgra32 => (4, |texel| [texel[2], texel[1], texel[0], texel[3]]),
            _ => return None,
        })
    }
}

/// Extracts bits from a little-endian word, beginning at bit `shift`, and scales them to 0 to 255, rounded.
fn part(texel: &[u8], shift: u32, bits: u32) -> u8 {
    let word = u32::from(u16::from_le_bytes([texel[0], texel[1]]));
    let most = (1 << bits) - 1;
    u8::try_from(((word >> shift & most) * 255 + most / 2) / most).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texels_become_red_green_blue_and_alpha() {
        let cases: [(i32, &[u8], [u8; 4]); 9] = [
            (1, &[0x00, 0xf8], [255, 0, 0, 255]),
            (1, &[0xf0, 0x87], [132, 255, 132, 255]),
            (2, &[0x1f, 0x80], [0, 0, 255, 255]),
            (2, &[0x10, 0x7c], [255, 0, 132, 0]),
            (3, &[0x21, 0x83], [51, 34, 17, 136]),
            (12, &[7], [0, 0, 0, 7]),
            (20, &[1, 2, 3, 4], [3, 2, 1, 255]),
            (21, &[1, 2, 3, 4], [3, 2, 1, 4]),
            (3, &[0xff, 0xff], [255; 4]),
        ];
        for (number, bytes, expected) in cases {
            let format = SurfaceFormat::of_number(number).unwrap();
            assert_eq!(format.bytes_of([1, 1]), Some(bytes.len() as u64), "{format:?}");
            assert_eq!(format.to_rgba8(bytes), Some(expected.to_vec()), "{format:?}");
        }
    }
}
