//! DXT3 (BC2) compression of a font's white characters, as XNA's pipeline stores them.
//!
//! The colours of a block are white, black and two greys between them, and alpha has 16 levels. Therefore, only coverages of 0,
//! 1/3, 2/3 and 1 can be stored with the same value in colour and alpha. XNA rounds to these values.

use super::sheet::Sheet;

/// The width and height of a block in pixels.
const SIDE: u32 = 4;
/// The index of the block's colour for each coverage step from 0 to 3.
const COLORS: [u8; 4] = [1, 3, 2, 0];
const OPAQUE_STEP: u8 = 3;

/// Compresses a sheet of white characters to blocks, row by row. Its width and height are multiples of four.
pub(super) fn encode(sheet: &Sheet, premultiplied: bool) -> Vec<u8> {
    let [width, height] = sheet.size;
    let mut bytes = Vec::new();
    for top in (0..height).step_by(SIDE as usize) {
        for left in (0..width).step_by(SIDE as usize) {
            let pixels = (0..SIDE * SIDE).map(|at| sheet.pixel([left + at % SIDE, top + at / SIDE])[3]);
            bytes.extend(block(pixels.map(step), premultiplied));
        }
    }
    bytes
}

/// Returns the nearest of the four steps.
fn step(alpha: u8) -> u8 {
    let step = (u16::from(alpha) * u16::from(OPAQUE_STEP) + 127) / 255;
    u8::try_from(step).unwrap_or(OPAQUE_STEP)
}

fn block(steps: impl Iterator<Item = u8>, premultiplied: bool) -> [u8; 16] {
    let (mut alphas, mut colors) = (0_u64, 0_u32);
    for (at, step) in steps.enumerate() {
        alphas |= u64::from(step * 5) << (4 * at);
        let color = if premultiplied { COLORS[usize::from(step)] } else { COLORS[usize::from(OPAQUE_STEP)] };
        colors |= u32::from(color) << (2 * at);
    }
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&alphas.to_le_bytes());
    // White, then black, each 16 bits.
    bytes[8..12].copy_from_slice(&[0xff, 0xff, 0, 0]);
    bytes[12..].copy_from_slice(&colors.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_decode_to_the_nearest_step_in_colour_and_alpha() {
        let alphas: Vec<u8> = (0..16).map(|at| at * 17).collect();
        let pixels = alphas.iter().map(|&alpha| [alpha; 4]).collect();
        let sheet = Sheet { size: [4, 4], pixels };
        let mut decoded = [0; 64];
        bcdec_rs::bc2(&encode(&sheet, true), &mut decoded, 16);
        for (pixel, alpha) in decoded.chunks_exact(4).zip(&alphas) {
            let nearest = [0, 85, 170, 255].into_iter().min_by_key(|it| alpha.abs_diff(*it)).unwrap();
            assert_eq!(pixel, [nearest; 4], "{alpha}");
        }
        bcdec_rs::bc2(&encode(&sheet, false), &mut decoded, 16);
        assert!(decoded.chunks_exact(4).all(|pixel| pixel[..3] == [255; 3]));
    }
}
