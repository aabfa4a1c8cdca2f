//! [`CubePixels`]: the pixels of six faces, which can be read in any direction.

use rigmill_math::to_f32;

use super::sphere::{direction, middle, point, to_f64};
use crate::texture::form::Pixel;
use crate::texture::resample::resample;

/// The linear pixels of a cube map's six faces.
pub(super) struct CubePixels {
    size: u32,
    faces: [Vec<Pixel>; 6],
}

impl CubePixels {
    /// Creates faces of `size` x `size` pixels each. `size` must be at least 1.
    pub(super) fn new(size: u32, faces: [Vec<Pixel>; 6]) -> Self {
        Self { size, faces }
    }

    /// Returns the width of a face in pixels.
    pub(super) fn size(&self) -> u32 {
        self.size
    }

    /// Returns the faces at half the size. Pixels are weighted by the part of the sphere that they cover, so that the total
    /// light stays the same.
    pub(super) fn half(&self) -> Self {
        let size = (self.size / 2).max(1);
        let halved = |pixel: &dyn Fn(usize) -> Pixel| resample([self.size; 2], [size; 2], false, pixel).pixels;
        let side = self.size as usize;
        let covers: Vec<f32> = (0..side * side).map(|at| cover(at % side, at / side, side)).collect();
        let sums = halved(&|at| [covers[at]; 4]);
        let mean = |(pixel, sum): (Pixel, &Pixel)| pixel.map(|part| part / sum[0]);
        let faces = self.faces.each_ref().map(|face| {
            let weighted = halved(&|at| face.get(at).copied().unwrap_or_default().map(|part| part * covers[at]));
            weighted.into_iter().zip(&sums).map(mean).collect()
        });
        Self { size, faces }
    }

    /// Returns the colour in a direction, interpolated between the four nearest pixels, also across the edges of faces.
    pub(super) fn along(&self, towards: [f64; 3]) -> [f64; 4] {
        let (face, [u, v]) = point(towards);
        let half = f64::from(self.size) * 0.5;
        let (x, y) = ((u + 1.0) * half - 0.5, (v + 1.0) * half - 0.5);
        let (left, top) = (libm::floor(x), libm::floor(y));
        let (right_part, lower_part) = (x - left, y - top);
        let (left, top) = (whole(left), whole(top));
        let mut sum = [0.0; 4];
        for (column, horizontal) in [(left, 1.0 - right_part), (left + 1, right_part)] {
            for (row, vertical) in [(top, 1.0 - lower_part), (top + 1, lower_part)] {
                let pixel = self.pixel(face, column, row);
                sum.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += horizontal * vertical * f64::from(part));
            }
        }
        sum
    }

    /// Returns a pixel of a face, or of the adjacent face.
    fn pixel(&self, face: usize, column: i64, row: i64) -> Pixel {
        let size = i64::from(self.size);
        let is_inside = (0..size).contains(&column) && (0..size).contains(&row);
        let (face, column, row) = if is_inside { (face, column, row) } else { self.beside(face, column, row) };
        let at = usize::try_from(row * size + column).unwrap_or(0);
        self.faces[face].get(at).copied().unwrap_or_default()
    }

    /// Returns the pixel in the direction of a position beyond the edge of a face.
    fn beside(&self, face: usize, column: i64, row: i64) -> (usize, i64, i64) {
        let side = self.size as usize;
        let (face, uv) = point(direction(face, [middle(column, side), middle(row, side)]));
        let size = i64::from(self.size);
        let nearest = |along: f64| whole(libm::floor((along + 1.0) * 0.5 * to_f64(size))).clamp(0, size - 1);
        (face, nearest(uv[0]), nearest(uv[1]))
    }
}

/// Returns the part of the sphere that a pixel covers, relative to a pixel in the middle of a face: 1 / (1 + u² + v²)^1.5.
fn cover(column: usize, row: usize, side: usize) -> f32 {
    let [u, v] = [column, row].map(|at| middle(i64::try_from(at).unwrap_or(0), side));
    let square = 1.0 + u * u + v * v;
    to_f32(1.0 / (square * square.sqrt()))
}

/// Converts a whole number in the range of image sizes.
#[expect(clippy::cast_possible_truncation, reason = "saturates")]
fn whole(number: f64) -> i64 {
    number as i64
}
