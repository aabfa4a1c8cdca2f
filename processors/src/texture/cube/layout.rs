//! Reads the faces of a cube map from a picture.

use rigmill_math::to_f32;
use rigmill_math::vector::normalize;

use super::sphere::{direction, middle, to_f64};
use crate::texture::cube_layout::CubeLayout;
use crate::texture::form::Pixel;

/// The linear pixels of a picture.
pub(super) struct Picture<'a> {
    pub(super) size: [u32; 2],
    /// Returns a pixel by its index, row by row.
    pub(super) pixel: &'a dyn Fn(usize) -> Pixel,
}

/// The number of columns and rows of faces; then for each face, its column, its row, and whether it is upside down.
type Grid = ([u32; 2], [(u32, u32, bool); 6]);

const WIDE_CROSS: Grid =
    ([4, 3], [(2, 1, false), (0, 1, false), (1, 0, false), (1, 2, false), (1, 1, false), (3, 1, false)]);
const HIGH_CROSS: Grid =
    ([3, 4], [(2, 1, false), (0, 1, false), (1, 0, false), (1, 2, false), (1, 1, false), (1, 3, true)]);
const ROW: Grid = ([6, 1], [(0, 0, false), (1, 0, false), (2, 0, false), (3, 0, false), (4, 0, false), (5, 0, false)]);
const COLUMN: Grid =
    ([1, 6], [(0, 0, false), (0, 1, false), (0, 2, false), (0, 3, false), (0, 4, false), (0, 5, false)]);

/// The number of points per pixel, in width and in height, at which a panorama is read.
const POINTS: u32 = 2;

/// Returns the width of a face, and the pixels of the six faces row by row; `None` if the picture has the wrong shape.
pub(super) fn faces(layout: CubeLayout, picture: &Picture<'_>) -> Option<(u32, [Vec<Pixel>; 6])> {
    let grids: &[Grid] = match layout {
        CubeLayout::Cross => &[WIDE_CROSS, HIGH_CROSS],
        CubeLayout::Strip => &[ROW, COLUMN],
        CubeLayout::Equirectangular => return panorama(picture),
    };
    let fits = |([columns, rows], _): &&Grid| {
        let [width, height] = picture.size;
        width % columns == 0 && height % rows == 0 && width / columns == height / rows
    };
    let ([columns, _], places) = grids.iter().find(fits)?;
    let size = picture.size[0] / columns;
    Some((size, places.map(|place| cut(picture, size, place))))
}

/// Returns a face of a picture that contains several faces.
fn cut(picture: &Picture<'_>, size: u32, (column, row, is_turned): (u32, u32, bool)) -> Vec<Pixel> {
    let width = picture.size[0] as usize;
    let first = row as usize * size as usize * width + column as usize * size as usize;
    let line = |y: usize| (0..size as usize).map(move |x| first + y * width + x);
    let mut pixels: Vec<Pixel> = (0..size as usize).flat_map(line).map(picture.pixel).collect();
    if is_turned {
        pixels.reverse();
    }
    pixels
}

/// Returns the faces of a panorama. A pixel in the middle of a face is as wide as a pixel of the panorama.
fn panorama(picture: &Picture<'_>) -> Option<(u32, [Vec<Pixel>; 6])> {
    let [width, height] = picture.size;
    let size = width / 4;
    if size == 0 || height == 0 || width != height * 2 {
        return None;
    }
    let pixel = |face: usize, at: u32| {
        let mut sum = [0.0; 4];
        for point in 0..POINTS * POINTS {
            let place = |pixel: u32, point: u32| middle(i64::from(pixel * POINTS + point), (size * POINTS) as usize);
            let uv = [place(at % size, point % POINTS), place(at / size, point / POINTS)];
            let seen = along(picture, direction(face, uv));
            sum.iter_mut().zip(seen).for_each(|(sum, part)| *sum += part);
        }
        sum.map(|sum| to_f32(sum / f64::from(POINTS * POINTS)))
    };
    let face = |face: usize| (0..size * size).map(|at| pixel(face, at)).collect();
    Some((size, std::array::from_fn(face)))
}

/// Returns the colour of a panorama in a direction, interpolated between the four nearest pixels. The left and right edges are
/// adjacent.
fn along(picture: &Picture<'_>, towards: [f64; 3]) -> [f64; 4] {
    let [x, y, z] = normalize(towards).unwrap_or([0.0, 0.0, -1.0]);
    let [width, height] = picture.size.map(i64::from);
    let pi = std::f64::consts::PI;
    let across = (libm::atan2(x, -z) / (2.0 * pi) + 0.5) * to_f64(width) - 0.5;
    let down = libm::acos(y.clamp(-1.0, 1.0)) / pi * to_f64(height) - 0.5;
    let (left, top) = (libm::floor(across), libm::floor(down));
    let mut sum = [0.0; 4];
    for (column, horizontal) in [(left, 1.0 - (across - left)), (left + 1.0, across - left)] {
        for (row, vertical) in [(top, 1.0 - (down - top)), (top + 1.0, down - top)] {
            let (column, row) = (whole(column).rem_euclid(width), whole(row).clamp(0, height - 1));
            let pixel = (picture.pixel)(usize::try_from(row * width + column).unwrap_or(0));
            sum.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += horizontal * vertical * f64::from(part));
        }
    }
    sum
}

/// Converts a whole number in the range of image sizes.
#[expect(clippy::cast_possible_truncation, reason = "saturates")]
fn whole(number: f64) -> i64 {
    number as i64
}
