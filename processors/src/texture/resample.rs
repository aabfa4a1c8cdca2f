//! Another size: means of areas where an image becomes smaller, straight lines between pixels where it becomes larger.

use super::colors::Pixel;
use super::pixels::Pixels;

/// The pixels that one pixel is made of, along an axis.
struct Taps {
    first: usize,
    /// Add up to 1.
    weights: Vec<f32>,
}

/// An image in another size. `pixel` gives the source's pixels by their places, row by row.
pub(super) fn resample(from: [u32; 2], to: [u32; 2], pixel: impl Fn(usize) -> Pixel) -> Pixels {
    let (columns, rows) = (taps(from[0], to[0]), taps(from[1], to[1]));
    let width = from[0] as usize;
    let of_row = |row: &Taps| columns.iter().map(|column| mean(row, column, width, &pixel)).collect::<Vec<_>>();
    Pixels { size: to, pixels: rows.iter().flat_map(of_row).collect() }
}

/// The mean of pixels: their colours by weight and alpha; where all is invisible, by weight alone.
fn mean(row: &Taps, column: &Taps, width: usize, pixel: &impl Fn(usize) -> Pixel) -> Pixel {
    let (mut seen, mut all, mut alpha) = ([0.0_f32; 3], [0.0_f32; 3], 0.0_f32);
    for (y, vertical) in (row.first..).zip(&row.weights) {
        for (x, horizontal) in (column.first..).zip(&column.weights) {
            let weight = vertical * horizontal;
            let [red, green, blue, opacity] = pixel(y * width + x);
            let visible = weight * opacity;
            alpha += visible;
            for (at, light) in [red, green, blue].into_iter().enumerate() {
                seen[at] += visible * light;
                all[at] += weight * light;
            }
        }
    }
    let [red, green, blue] = if alpha > 0.0 { seen.map(|sum| sum / alpha) } else { all };
    [red, green, blue, alpha]
}

fn taps(from: u32, to: u32) -> Vec<Taps> {
    let step = f64::from(from) / f64::from(to);
    (0..to).map(|at| if from >= to { area(at, step, from) } else { line(at, step, from) }).collect()
}

/// The pixels from `at` to `at + 1` steps, by how much of each is in there.
fn area(at: u32, step: f64, from: u32) -> Taps {
    let (start, end) = (f64::from(at) * step, (f64::from(at) + 1.0) * step);
    let first = whole(start).min(from - 1);
    let last = whole(libm::ceil(end)).clamp(first + 1, from);
    let inside = |pixel: u32| (end.min(f64::from(pixel) + 1.0) - start.max(f64::from(pixel))).max(0.0);
    Taps::of(first, (first..last).map(inside))
}

/// The two pixels beside a place between the middles of pixels, by how near they are.
fn line(at: u32, step: f64, from: u32) -> Taps {
    let place = ((f64::from(at) + 0.5) * step - 0.5).clamp(0.0, f64::from(from - 1));
    let first = whole(place);
    let beyond = place - f64::from(first);
    match first + 1 < from {
        true => Taps::of(first, [1.0 - beyond, beyond].into_iter()),
        false => Taps::of(first, [1.0].into_iter()),
    }
}

impl Taps {
    fn of(first: u32, weights: impl Iterator<Item = f64> + Clone) -> Self {
        let sum: f64 = weights.clone().sum();
        #[allow(clippy::cast_possible_truncation, reason = "rounds")]
        let weights = weights.map(|weight| (weight / sum) as f32).collect();
        Self { first: first as usize, weights }
    }
}

fn whole(place: f64) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within an image")]
    let whole = place as u32;
    whole
}
