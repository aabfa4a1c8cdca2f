//! [`SurfaceFormat`]: how XNA and MonoGame store the texels of a texture.

use rigmill_dom::PixelFormat;

/// XNA's SurfaceFormat, with MonoGame's additions, as far as one is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurfaceFormat {
    pub(super) name: &'static str,
    pub(super) texels: Texels,
}

/// What becomes of a format's texels.
#[derive(Clone, Copy, Debug)]
pub(super) enum Texels {
    /// They stay as they are.
    Stored(PixelFormat),
    /// So many bytes each, of which a function makes red, green, blue and alpha.
    Converted(usize, fn(&[u8]) -> [u8; 4]),
    /// Nothing: content has no texels like them.
    Refused,
}

/// Each format by its number.
const FORMATS: [(i32, &str, Texels); 41] = [
    (0, "Color", Texels::Stored(PixelFormat::Rgba8)),
    (1, "Bgr565", Texels::Converted(2, bgr565)),
    (2, "Bgra5551", Texels::Converted(2, bgra5551)),
    (3, "Bgra4444", Texels::Converted(2, bgra4444)),
    (4, "Dxt1", Texels::Stored(PixelFormat::Bc1)),
    (5, "Dxt3", Texels::Stored(PixelFormat::Bc2)),
    (6, "Dxt5", Texels::Stored(PixelFormat::Bc3)),
    (7, "NormalizedByte2", Texels::Refused),
    (8, "NormalizedByte4", Texels::Refused),
    (9, "Rgba1010102", Texels::Refused),
    (10, "Rg32", Texels::Refused),
    (11, "Rgba64", Texels::Refused),
    (12, "Alpha8", Texels::Converted(1, alpha8)),
    (13, "Single", Texels::Refused),
    (14, "Vector2", Texels::Refused),
    (15, "Vector4", Texels::Refused),
    (16, "HalfSingle", Texels::Refused),
    (17, "HalfVector2", Texels::Refused),
    (18, "HalfVector4", Texels::Refused),
    (19, "HdrBlendable", Texels::Refused),
    (20, "Bgr32", Texels::Converted(4, bgr32)),
    (21, "Bgra32", Texels::Converted(4, bgra32)),
    (30, "ColorSRgb", Texels::Refused),
    (31, "Bgr32SRgb", Texels::Refused),
    (32, "Bgra32SRgb", Texels::Refused),
    (33, "Dxt1SRgb", Texels::Refused),
    (34, "Dxt3SRgb", Texels::Refused),
    (35, "Dxt5SRgb", Texels::Refused),
    (50, "RgbPvrtc2Bpp", Texels::Refused),
    (51, "RgbPvrtc4Bpp", Texels::Refused),
    (52, "RgbaPvrtc2Bpp", Texels::Refused),
    (53, "RgbaPvrtc4Bpp", Texels::Refused),
    (60, "RgbEtc1", Texels::Refused),
    (70, "Dxt1a", Texels::Refused),
    (80, "RgbaAtcExplicitAlpha", Texels::Refused),
    (81, "RgbaAtcInterpolatedAlpha", Texels::Refused),
    (90, "Rgb8Etc2", Texels::Refused),
    (91, "Srgb8Etc2", Texels::Refused),
    (92, "Rgb8A1Etc2", Texels::Refused),
    (94, "Rgba8Etc2", Texels::Refused),
    (95, "SRgb8A8Etc2", Texels::Refused),
];

impl SurfaceFormat {
    /// The format of a number; `None` for one that neither XNA nor MonoGame has.
    pub(super) fn of_number(number: i32) -> Option<Self> {
        let found = FORMATS.iter().find(|(known, ..)| *known == number);
        found.map(|&(_, name, texels)| Self { name, texels })
    }

    /// The bytes of an image of so many texels; 0 where nothing is made of them.
    pub(super) fn length(self, [width, height]: [u32; 2]) -> u64 {
        let blocks = u64::from(width.div_ceil(4)) * u64::from(height.div_ceil(4));
        let texels = u64::from(width) * u64::from(height);
        match self.texels {
            Texels::Stored(PixelFormat::Rgba8) => texels * 4,
            Texels::Stored(PixelFormat::Bc1) => blocks * 8,
            Texels::Stored(PixelFormat::Bc2 | PixelFormat::Bc3) => blocks * 16,
            Texels::Converted(size, _) => texels * size as u64,
            Texels::Refused => 0,
        }
    }
}

fn word(bytes: &[u8]) -> u16 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u16::from(byte))
}

/// The number in so many bits from `shift` on, of which all make 255; to the nearest.
fn part(word: u16, shift: u32, bits: u32) -> u8 {
    let most = (1 << bits) - 1;
    let number = u32::from(word) >> shift & most;
    u8::try_from((number * 255 + most / 2) / most).unwrap_or(u8::MAX)
}

fn bgr565(bytes: &[u8]) -> [u8; 4] {
    let word = word(bytes);
    [part(word, 11, 5), part(word, 5, 6), part(word, 0, 5), 255]
}

fn bgra5551(bytes: &[u8]) -> [u8; 4] {
    let word = word(bytes);
    [part(word, 10, 5), part(word, 5, 5), part(word, 0, 5), part(word, 15, 1)]
}

fn bgra4444(bytes: &[u8]) -> [u8; 4] {
    let word = word(bytes);
    [part(word, 8, 4), part(word, 4, 4), part(word, 0, 4), part(word, 12, 4)]
}

/// A shader reads black where there is alpha alone.
fn alpha8(bytes: &[u8]) -> [u8; 4] {
    [0, 0, 0, bytes[0]]
}

fn bgr32(bytes: &[u8]) -> [u8; 4] {
    [bytes[2], bytes[1], bytes[0], 255]
}

fn bgra32(bytes: &[u8]) -> [u8; 4] {
    [bytes[2], bytes[1], bytes[0], bytes[3]]
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
            let Texels::Converted(size, convert) = format.texels else { panic!("{}", format.name) };
            assert_eq!((size, convert(bytes)), (bytes.len(), expected), "{}", format.name);
        }
    }
}
