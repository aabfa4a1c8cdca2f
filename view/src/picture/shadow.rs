//! [`Shadow`]: the shadow of the asset on the ground.

use std::array::from_fn;

use super::eye::Eye;
use super::scene::Scene;

/// The number of cells in each row and column of the map.
const CELLS: usize = 256;

/// The side length of the map, as a multiple of the camera's distance.
const SIDE: f64 = 1.6;

/// The blur radius in cells, and the number of passes. Three passes of a box filter approximate a Gaussian.
const BLUR: usize = 3;
const BLURS: usize = 3;

/// The maximum number of cells to test for all triangles. If there are more, there is no shadow.
const MAX_WORK: u64 = 1 << 28;

/// A map of the ground around the middle of a picture. It stays in place while the asset moves.
#[derive(Debug)]
pub(super) struct Shadow {
    /// The lowest x and z of the map, and the size of a cell, in metres.
    corner: [f64; 2],
    cell: f64,
    /// 1 in the shadow, 0 in the light.
    cells: Vec<f32>,
}

impl Shadow {
    /// Computes the shadow from a distant light in the direction of `key`.
    pub(super) fn new(scene: &Scene, eye: &Eye, key: [f32; 3]) -> Self {
        let side = eye.distance * SIDE;
        let target = eye.target();
        let corner = [target[0] - side / 2.0, target[2] - side / 2.0];
        let mut shadow = Self { corner, cell: side / CELLS as f64, cells: vec![0.0; CELLS * CELLS] };
        let triangles: Vec<[[f64; 2]; 3]> = scene
            .triangles
            .iter()
            .filter_map(|it| Some(scene.corners_of(it)?.map(|it| shadow.fall(it.position, key, eye.ground))))
            .collect();
        let work: u64 = triangles.iter().map(|it| area(bounds(*it))).sum();
        if work <= MAX_WORK {
            triangles.iter().for_each(|triangle| shadow.fill(*triangle));
        }
        (0..BLURS).for_each(|_| shadow.blur());
        shadow
    }

    /// Returns how dark the ground at x and z is, from 0 to 1.
    pub(super) fn at(&self, ground: [f64; 2]) -> f32 {
        let [x, z] = from_fn(|axis| (ground[axis] - self.corner[axis]) / self.cell - 0.5);
        let [left, top] = [x.floor(), z.floor()];
        let last = (CELLS - 2) as f64;
        if !(left >= 0.0 && top >= 0.0 && left <= last && top <= last) {
            return 0.0;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside of the map")]
        let first = top as usize * CELLS + left as usize;
        let [right, below] = [x - left, z - top].map(rigmill_math::to_f32);
        let row = |at: usize| self.cells[at] + (self.cells[at + 1] - self.cells[at]) * right;
        row(first) + (row(first + CELLS) - row(first)) * below
    }

    /// Returns the position of a point's shadow on the ground at this height, in cells.
    fn fall(&self, point: [f32; 3], key: [f32; 3], ground: f64) -> [f64; 2] {
        let [point, key] = [point, key].map(|it| it.map(f64::from));
        let height = (point[1] - ground).max(0.0) / key[1].max(0.1);
        let [x, z] = [point[0] - key[0] * height, point[2] - key[2] * height];
        [(x - self.corner[0]) / self.cell, (z - self.corner[1]) / self.cell]
    }

    /// Darkens the cells whose centers are in a triangle.
    fn fill(&mut self, triangle: [[f64; 2]; 3]) {
        let [a, b, c] = triangle;
        let side = |a: [f64; 2], b: [f64; 2], x: f64, z: f64| (b[0] - a[0]) * (z - a[1]) - (b[1] - a[1]) * (x - a[0]);
        let [left, right, top, bottom] = bounds(triangle);
        for row in top..bottom {
            for column in left..right {
                let [x, z] = [column, row].map(|it| it as f64 + 0.5);
                let sides = [side(a, b, x, z), side(b, c, x, z), side(c, a, x, z)];
                if sides.iter().all(|it| *it >= 0.0) || sides.iter().all(|it| *it <= 0.0) {
                    self.cells[row * CELLS + column] = 1.0;
                }
            }
        }
    }

    /// Replaces each cell with the mean of the cells around it. Outside of the map, there is no shadow.
    fn blur(&mut self) {
        let mean = |cells: &[f32], at: usize, stride: usize| {
            let place = at / stride % CELLS;
            let (first, last) = (place.saturating_sub(BLUR), (place + BLUR).min(CELLS - 1));
            let sum: f32 = (first..=last).map(|it| cells[at + it * stride - place * stride]).sum();
            sum / (2 * BLUR + 1) as f32
        };
        for stride in [1, CELLS] {
            self.cells = (0..CELLS * CELLS).map(|at| mean(&self.cells, at, stride)).collect();
        }
    }
}

/// Returns the cells that a triangle may touch: left, right, top, bottom. In each pair, the second value is one after the last
/// cell.
fn bounds(triangle: [[f64; 2]; 3]) -> [usize; 4] {
    let [low, high] = [f64::min as fn(f64, f64) -> f64, f64::max]
        .map(|best| from_fn::<_, 2, _>(|axis| best(best(triangle[0][axis], triangle[1][axis]), triangle[2][axis])));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates, and NaN becomes 0")]
    let cell = |at: f64| (at.max(0.0) as usize).min(CELLS);
    [cell(low[0].floor()), cell(high[0].ceil()), cell(low[1].floor()), cell(high[1].ceil())]
}

fn area([left, right, top, bottom]: [usize; 4]) -> u64 {
    right.saturating_sub(left) as u64 * bottom.saturating_sub(top) as u64
}
