//! The tests decode the blocks with a different crate, and compare the result with the original pixels.
#![expect(clippy::cast_possible_truncation, reason = "small numbers")]

use rigmill_test_random::Random;

use crate::block::Block;
use crate::compress::BLOCK;
use crate::search::search;
use crate::{Effort, compress};

const EFFORTS: [Effort; 3] = [Effort::Fast, Effort::Normal, Effort::Best];

/// Decodes a block to pixels.
fn decoded(block: &[u8]) -> [u8; 64] {
    let mut pixels = [0; 64];
    bcdec_rs::bc7(block, &mut pixels, 16);
    pixels
}

/// Returns the sum of squared differences.
fn error(a: &[u8], b: &[u8]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
}

/// Returns blocks of many kinds: few colours, colours along lines, planes and noise, with and without alpha.
fn blocks() -> Vec<[u8; 64]> {
    let mut random = Random::new(7);
    (0..3000).map(|number| block(&mut random, number)).collect()
}

fn block(random: &mut Random, number: usize) -> [u8; 64] {
    let colors: [[i32; 4]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| random.below(256) as i32));
    let slopes: [[i32; 2]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| random.below(21) as i32 - 10));
    let noise = [0, 1, 4, 30][number / 8 % 4];
    let patches = 1 + number % 4;
    let mut pixels = [0; 64];
    for (place, pixel) in pixels.chunks_exact_mut(4).enumerate() {
        let (x, y) = (place as i32 % 4, place as i32 / 4);
        let color = colors[random.below(patches)];
        for channel in 0..4 {
            let slope = x * slopes[channel][0] + y * slopes[channel][1];
            let noise = random.below(2 * noise + 1) as i32 - noise as i32;
            pixel[channel] = (color[channel] + slope + noise).clamp(0, 255) as u8;
        }
        match number / 32 % 3 {
            0 => pixel[3] = 255,
            1 => pixel[3] = if pixel[3] < 128 { 0 } else { 255 },
            _ => {}
        }
    }
    pixels
}

#[test]
fn a_decoder_finds_the_error_that_was_computed_in_every_mode() {
    let mut modes = [0; 8];
    for pixels in blocks() {
        for effort in EFFORTS {
            let best = search(&Block::at(&pixels, [4, 4], [0, 0]), &effort.plan());
            let bytes = best.bits.to_le_bytes();
            assert_eq!(error(&pixels, &decoded(&bytes)) as f32, best.error, "{effort:?} {pixels:?} {bytes:?}");
            modes[bytes[0].trailing_zeros() as usize] += 1;
        }
    }
    assert!(modes.iter().all(|count| *count > 20), "{modes:?}");
}

#[test]
fn more_effort_gives_smaller_errors() {
    let blocks = blocks();
    let [fast, normal, best] = EFFORTS.map(|effort| {
        let of = |pixels: &[u8; 64]| error(pixels, &decoded(&compress(pixels, 4, 4, effort)));
        blocks.iter().map(of).sum::<u32>()
    });
    assert!(normal < fast && best < normal, "{fast} {normal} {best}");
}

#[test]
fn opaque_pixels_stay_opaque() {
    for pixels in blocks().iter().filter(|pixels| pixels.chunks_exact(4).all(|pixel| pixel[3] == 255)) {
        for effort in EFFORTS {
            let decoded = decoded(&compress(pixels, 4, 4, effort));
            assert!(decoded.chunks_exact(4).all(|pixel| pixel[3] == 255), "{effort:?} {pixels:?}");
        }
    }
}

#[test]
fn a_single_color_is_exact() {
    for value in 0..=u8::MAX {
        let color = [value, 255 - value, value.wrapping_mul(77), value.wrapping_mul(31)];
        let pixels = color.repeat(16);
        assert_eq!(decoded(&compress(&pixels, 4, 4, Effort::Fast))[..], pixels[..]);
    }
}

#[test]
fn pixels_beyond_the_edges_repeat_the_last() {
    let mut random = Random::new(3);
    for (width, height) in [(1, 1), (5, 3), (3, 6), (9, 1), (0, 0), (0, 3), (4, 0)] {
        let pixels: Vec<u8> = (0..width * height * 4).map(|_| random.below(256) as u8).collect();
        let blocks = compress(&pixels, width as u32, height as u32, Effort::Fast);
        let [columns, rows] = [width, height].map(|pixels: usize| pixels.div_ceil(4));
        assert_eq!(blocks.len(), columns * rows * BLOCK);
        for (number, block) in blocks.chunks_exact(BLOCK).enumerate() {
            let (left, top) = (number % columns * 4, number / columns * 4);
            let padded: Vec<u8> = (0..16)
                .flat_map(|place| {
                    let (x, y) = ((left + place % 4).min(width - 1), (top + place / 4).min(height - 1));
                    pixels[(y * width + x) * 4..][..4].to_vec()
                })
                .collect();
            assert_eq!(block, compress(&padded, 4, 4, Effort::Fast));
        }
    }
}

/// The bytes must be the same for every machine and compiler. If you change them on purpose, increase the version of the
/// processor that uses this crate.
#[test]
fn the_bytes_are_the_same_everywhere() {
    let pixels: Vec<u8> = blocks().concat();
    let hashes = EFFORTS.map(|effort| hash(&compress(&pixels, 4, pixels.len() as u32 / 16, effort)));
    assert_eq!(hashes.map(|hash| format!("{hash:016x}")), ["0af176f872d1c0c1", "c4293f1fc2cdc571", "1d55dc2089ea0ee1"]);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn code_for_avx2_gives_the_same_bytes() {
    let pixels: Vec<u8> = blocks().concat();
    let size = [4, pixels.len() / 16];
    for effort in EFFORTS {
        let plain = crate::compress::blocks(&pixels, size, effort);
        assert_eq!(compress(&pixels, 4, size[1] as u32, effort), plain, "{effort:?}");
    }
}

/// Computes the FNV-1a hash.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
