//! Draws the pixels of a texture on a checkerboard.

use std::array::from_fn;

use super::image::Image;
use super::shot::{Background, Shot};
use super::srgb;
use super::texels::Level;

/// The side length of the checkerboard's squares, in pixels.
const SQUARE: u32 = 12;

const DARK: [[u8; 3]; 2] = [[40, 43, 48], [54, 58, 64]];
const LIGHT: [[u8; 3]; 2] = [[214, 216, 220], [238, 239, 241]];

/// Scales the pixels to fit into the picture, and centers them. Colours are shown as stored, so that normal maps look like in
/// an editor. Transparent pixels show the checkerboard.
pub(super) fn image(level: &Level, shot: &Shot) -> Image {
    let [width, height] = shot.size;
    let [wide, tall] = [level.width as f64, level.height as f64];
    // The number of texels per pixel.
    let scale = (wide / f64::from(width)).max(tall / f64::from(height));
    let at = |x: u32, y: u32| {
        let edges = |at: u32, side: u32, size: f64| {
            [0.0, 1.0].map(|more| (f64::from(at) + more - f64::from(side) / 2.0) * scale + size / 2.0)
        };
        let color = mean(level, edges(x, width, wide), edges(y, height, tall));
        over(color, shot.background, ((x / SQUARE + y / SQUARE) % 2) as usize)
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| [x, y])).map(|[x, y]| at(x, y)).collect();
    Image { width, height, pixels }
}

/// Returns the mean of the texels whose centers are within the bounds, or else the texel at that position. Outside of the
/// texture, returns transparent.
fn mean(level: &Level, columns: [f64; 2], rows: [f64; 2]) -> [f32; 4] {
    let (Some([left, right]), Some([top, bottom])) = (texels(columns, level.width), texels(rows, level.height)) else {
        return [0.0; 4];
    };
    let mut sum = [0.0; 4];
    for row in top..bottom {
        for pixel in &level.pixels[row * level.width + left..row * level.width + right] {
            let alpha = f32::from(pixel[3]) / 255.0;
            let light: [f32; 3] = from_fn(|it| srgb::to_linear(pixel[it]) * alpha);
            sum = [sum[0] + light[0], sum[1] + light[1], sum[2] + light[2], sum[3] + alpha];
        }
    }
    sum.map(|it| it / ((right - left) * (bottom - top)) as f32)
}

/// Returns the range of texels whose centers are within the bounds: the first, and the one after the last. Returns `None`
/// outside of the texture.
fn texels([low, high]: [f64; 2], size: usize) -> Option<[usize; 2]> {
    if (low + high) / 2.0 < 0.0 || (low + high) / 2.0 >= size as f64 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the size of the texture")]
    let [first, end] = [low, high].map(|edge| (edge + 0.5).floor().clamp(0.0, size as f64) as usize);
    if first < end {
        return Some([first, end]);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
    let only = ((low + high) / 2.0) as usize;
    Some([only, only + 1])
}

/// Composites a premultiplied linear colour over the checkerboard.
fn over([r, g, b, alpha]: [f32; 4], background: Background, square: usize) -> [u8; 4] {
    let board = match background {
        Background::Transparent => {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
            let opaque = (alpha.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
            let [r, g, b] = [r, g, b].map(|it| srgb::from_linear(if alpha > 0.0 { it / alpha } else { 0.0 }));
            return [r, g, b, opaque];
        }
        Background::Dark => DARK[square],
        Background::Light => LIGHT[square],
    };
    let board = board.map(|it| srgb::to_linear(it) * (1.0 - alpha));
    [srgb::from_linear(r + board[0]), srgb::from_linear(g + board[1]), srgb::from_linear(b + board[2]), u8::MAX]
}
