//! Resizes images: averages areas to make an image smaller, and interpolates linearly to make it larger.

use rigmill_math::to_f32;

use super::form::Pixel;

/// The pixels of an image before rounding, row by row from the top.
pub(super) struct Pixels {
    pub(super) size: [u32; 2],
    pub(super) pixels: Vec<Pixel>,
}

/// The source pixels that contribute to a pixel, along one axis.
struct Taps {
    first: usize,
    /// The weights of these pixels. Their sum is 1.
    weights: Vec<f32>,
}

/// Resizes an image. `pixel` returns a pixel of the source by its index, row by row. If pixels are `weighted`, invisible pixels
/// do not count.
pub(super) fn resample(from: [u32; 2], to: [u32; 2], weighted: bool, pixel: impl Fn(usize) -> Pixel) -> Pixels {
    let (columns, rows) = (taps(from[0], to[0]), taps(from[1], to[1]));
    let width = from[0] as usize;
    let of_row =
        |row: &Taps| columns.iter().map(|column| mean(row, column, width, weighted, &pixel)).collect::<Vec<_>>();
    Pixels { size: to, pixels: rows.iter().flat_map(of_row).collect() }
}

/// Returns the mean of pixels. If they are `weighted`, colours are weighted by alpha, unless all pixels are invisible.
fn mean(row: &Taps, column: &Taps, width: usize, weighted: bool, pixel: &impl Fn(usize) -> Pixel) -> Pixel {
    let (mut seen, mut all, mut alpha) = ([0.0_f32; 3], [0.0_f32; 3], 0.0_f32);
    for (y, vertical) in (row.first..).zip(&row.weights) {
        for (x, horizontal) in (column.first..).zip(&column.weights) {
            let weight = vertical * horizontal;
            let [red, green, blue, opacity] = pixel(y * width + x);
            let visible = weight * opacity;
            alpha += visible;
            for (at, color) in [red, green, blue].into_iter().enumerate() {
                seen[at] += visible * color;
                all[at] += weight * color;
            }
        }
    }
    let [red, green, blue] = if weighted && alpha > 0.0 { seen.map(|sum| sum / alpha) } else { all };
    [red, green, blue, alpha]
}

fn taps(from: u32, to: u32) -> Vec<Taps> {
    let step = f64::from(from) / f64::from(to);
    (0..to).map(|at| if from >= to { area(at, step, from) } else { line(at, step, from) }).collect()
}

/// Returns the pixels between `at` and `at + 1` steps, weighted by the fraction of this area that they cover.
fn area(at: u32, step: f64, from: u32) -> Taps {
    let (start, end) = (f64::from(at) * step, (f64::from(at) + 1.0) * step);
    let first = whole(start).min(from - 1);
    let last = whole(libm::ceil(end)).clamp(first + 1, from);
    let inside = |pixel: u32| (end.min(f64::from(pixel) + 1.0) - start.max(f64::from(pixel))).max(0.0);
    Taps::new(first, (first..last).map(inside))
}

/// Returns the two pixels whose centres are around a position, weighted by their distance.
fn line(at: u32, step: f64, from: u32) -> Taps {
    let position = ((f64::from(at) + 0.5) * step - 0.5).clamp(0.0, f64::from(from - 1));
    let first = whole(position);
    let beyond = position - f64::from(first);
    match first + 1 < from {
        true => Taps::new(first, [1.0 - beyond, beyond].into_iter()),
        false => Taps::new(first, [1.0].into_iter()),
    }
}

impl Taps {
    fn new(first: u32, weights: impl Iterator<Item = f64> + Clone) -> Self {
        let sum: f64 = weights.clone().sum();
        Self { first: first as usize, weights: weights.map(|weight| to_f32(weight / sum)).collect() }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within an image")]
fn whole(position: f64) -> u32 {
    position as u32
}
