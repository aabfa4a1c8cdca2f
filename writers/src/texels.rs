//! [`Texels`]: the decoded pixels of a texture, for targets that support fewer formats.

use rigmill_format::TextureFormat;

/// The pixels of a mipmap, row by row, each as red, green, blue and alpha.
pub(crate) enum Texels {
    /// 8-bit numbers; 255 is 1.
    Bytes(Vec<u8>),
    /// 16-bit numbers; 65,535 is 1.
    Words(Vec<u16>),
    /// The bits of half floats.
    Halves(Vec<u16>),
}

/// The alpha of formats without alpha, as a byte and as the bits of a half float.
const OPAQUE: u8 = u8::MAX;
const OPAQUE_HALF: u16 = 0x3c00;

impl Texels {
    /// Decodes a mipmap of this size. For BC5 and RG8S, blue becomes the z of a normal. BC4 has only red.
    pub(crate) fn new(format: TextureFormat, mipmap: &[u8], size: [u32; 2]) -> Self {
        let decode: DecodeRgba = match format {
            TextureFormat::Rgba8 => return Self::Bytes(mipmap.to_vec()),
            TextureFormat::Rgba8Signed => return Self::Bytes(mipmap.iter().map(|&byte| unsigned(byte)).collect()),
            TextureFormat::Rg8Signed => {
                return Self::Bytes(normals(mipmap.as_chunks().0.iter().map(|pair| pair.map(unsigned))));
            }
            TextureFormat::Rgba16 => return Self::Words(words(mipmap)),
            TextureFormat::Rgba16Float => return Self::Halves(words(mipmap)),
            TextureFormat::Bc4 => {
                let reds = blocks::<u8, 8>(mipmap, size, 1, |block, pixels, pitch| {
                    bcdec_rs::bc4(block, pixels, pitch, false);
                });
                return Self::Bytes(reds.into_iter().flat_map(|red| [red, 0, 0, OPAQUE]).collect());
            }
            TextureFormat::Bc5 => {
                let pairs = blocks::<u8, 16>(mipmap, size, 2, |block, pixels, pitch| {
                    bcdec_rs::bc5(block, pixels, pitch, false);
                });
                return Self::Bytes(normals(pairs.as_chunks().0.iter().copied()));
            }
            TextureFormat::Bc6h => {
                let colors = blocks::<u16, 16>(mipmap, size, 3, |block, pixels, pitch| {
                    bcdec_rs::bc6h_half(block, pixels, pitch, false);
                });
                let (colors, _) = colors.as_chunks();
                return Self::Halves(colors.iter().flat_map(|&[r, g, b]| [r, g, b, OPAQUE_HALF]).collect());
            }
            TextureFormat::Bc1 => return Self::Bytes(blocks::<u8, 8>(mipmap, size, 4, bcdec_rs::bc1)),
            TextureFormat::Bc2 => bcdec_rs::bc2,
            TextureFormat::Bc3 => bcdec_rs::bc3,
            TextureFormat::Bc7 => bcdec_rs::bc7,
        };
        Self::Bytes(blocks::<u8, 16>(mipmap, size, 4, decode))
    }

    /// Converts 16-bit numbers or half floats to bytes, as content and XNA store them.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Words(words) | Self::Halves(words) => words.into_iter().flat_map(u16::to_le_bytes).collect(),
        }
    }
}

/// Decodes a block to red, green, blue and alpha. The last argument is the number of bytes from one row to the next.
type DecodeRgba = fn(&[u8], &mut [u8], usize);

fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks().0.iter().map(|&pair| u16::from_le_bytes(pair)).collect()
}

/// Decodes blocks of 4 x 4 pixels to pixels row by row. Pixels beyond the edges of the image are left out.
fn blocks<T: Copy + Default, const BYTES: usize>(
    bytes: &[u8],
    [width, height]: [u32; 2],
    channels: usize,
    decode: impl Fn(&[u8], &mut [T], usize),
) -> Vec<T> {
    let [width, height] = [width as usize, height as usize];
    let columns = width.div_ceil(4);
    let pitch = columns * 4 * channels;
    let mut whole = vec![T::default(); pitch * height.next_multiple_of(4)];
    for (at, block) in bytes.chunks_exact(BYTES).enumerate() {
        if let Some(pixels) = whole.get_mut(at / columns * 4 * pitch + at % columns * 4 * channels..) {
            decode(block, pixels, pitch);
        }
    }
    whole.chunks_exact(pitch).take(height).flat_map(|row| &row[..width * channels]).copied().collect()
}

/// Converts a signed byte to a byte in glTF's normal maps, rounded: -127 (-1) becomes 0, and 127 (1) becomes 255.
fn unsigned(byte: u8) -> u8 {
    let from_least = i32::from(byte.cast_signed().max(-127)) + 127;
    u8::try_from((from_least * 255 + 127) / 254).unwrap_or(u8::MAX)
}

/// Decodes normals for which only x and y are stored.
fn normals(pairs: impl Iterator<Item = [u8; 2]>) -> Vec<u8> {
    pairs.flat_map(|[x, y]| [x, y, z_of([x, y]), OPAQUE]).collect()
}

/// Returns the z of a unit vector that points out of the surface, as a byte: 0 is -1, and 255 is 1.
fn z_of(xy: [u8; 2]) -> u8 {
    let [x, y] = xy.map(|byte| f32::from(byte) / 127.5 - 1.0);
    let z = (1.0 - x * x - y * y).max(0.0).sqrt();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "127 to 255")]
    let byte = ((z + 1.0) * 127.5 + 0.5) as u8;
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two colours of a block, and its first four pixels, which have the indices 0 to 3.
    type Case = (TextureFormat, [u16; 2], [[u8; 4]; 4]);

    fn bytes(format: TextureFormat, mipmap: &[u8], size: [u32; 2]) -> Vec<u8> {
        Texels::new(format, mipmap, size).into_bytes()
    }

    #[test]
    fn blocks_have_three_colours_in_bc1_alone() {
        const BLUE: u16 = 0x001f;
        const RED: u16 = 0xf800;
        let [blue, red] = [[0, 0, 255, 255], [255, 0, 0, 255]];
        let between = |r, b| [r, 0, b, 255];
        let cases: [Case; 9] = [
            (TextureFormat::Bc1, [RED, BLUE], [red, blue, between(170, 85), between(85, 170)]),
            (TextureFormat::Bc1, [BLUE, RED], [blue, red, between(128, 128), [0; 4]]),
            (TextureFormat::Bc1, [RED, RED], [red, red, red, [0; 4]]),
            (TextureFormat::Bc2, [RED, BLUE], [red, blue, between(170, 85), between(85, 170)]),
            (TextureFormat::Bc2, [BLUE, RED], [blue, red, between(85, 170), between(170, 85)]),
            (TextureFormat::Bc2, [RED, RED], [red; 4]),
            (TextureFormat::Bc3, [RED, BLUE], [red, blue, between(170, 85), between(85, 170)]),
            (TextureFormat::Bc3, [BLUE, RED], [blue, red, between(85, 170), between(170, 85)]),
            (TextureFormat::Bc3, [RED, RED], [red; 4]),
        ];
        for (format, colors, expected) in cases {
            let mut block = colors.map(u16::to_le_bytes).concat();
            block.extend([0b1110_0100; 4]);
            // Either two end values of alpha (BC3), or eight bytes of alpha (BC2), all opaque.
            let alpha = if format == TextureFormat::Bc2 { [255; 8] } else { [255, 255, 0, 0, 0, 0, 0, 0] };
            let block = if format == TextureFormat::Bc1 { block } else { [&alpha[..], &block].concat() };
            assert_eq!(bytes(format, &block, [4, 1]), expected.concat(), "{format:?} {colors:x?}");
        }
    }

    #[test]
    fn blue_is_the_z_of_a_normal_of_two_channels() {
        // All indices are 0, so each pixel is the first end value: x is 255 * 0.8, y is the middle, so z is about 0.8.
        let ends = |red: u8, green: u8| [red, 0, 0, 0, 0, 0, 0, 0, green, 0, 0, 0, 0, 0, 0, 0];
        let pixel = |red, green| bytes(TextureFormat::Bc5, &ends(red, green), [1, 1]);
        assert_eq!(pixel(204, 128), [204, 128, 229, 255]);
        assert_eq!(pixel(255, 255), [255, 255, 128, 255]);
        // -127 is -1: a normal that lies in the surface.
        assert_eq!(bytes(TextureFormat::Rg8Signed, &[0x81, 0], [1, 1]), [0, 128, 128, 255]);
        let red = [77, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(bytes(TextureFormat::Bc4, &red, [2, 1]), [77, 0, 0, 255, 77, 0, 0, 255]);
    }
}
