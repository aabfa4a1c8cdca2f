//! [`Raster`]: determines which triangle is visible at each sample.
//!
//! Triangles are set up in homogeneous coordinates (Olano and Greer, "Triangle Scan Conversion using 2D Homogeneous
//! Coordinates", 1997). The edge functions are valid on both sides of the eye, so triangles are not clipped at the near plane;
//! the depth test removes what is nearer. Two triangles that share an edge have the same edge function there with opposite
//! signs, so no sample between them is missed or drawn twice.

use rigmill_math::vector::{cross, dot, lerp};

use super::eye::Eye;
use super::scene::Scene;

/// The number of samples per pixel.
pub(super) const SAMPLES: usize = 8;

/// The positions of the samples in a pixel, in sixteenths from its top left corner. No two share a row or column.
const PLACES: [[u8; 2]; SAMPLES] = [[9, 5], [7, 11], [13, 9], [5, 3], [3, 13], [1, 7], [11, 15], [15, 1]];

/// The index that means "no triangle".
pub(super) const NONE: usize = usize::MAX;

/// A projected triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Projected {
    /// The triangle's index in the scene.
    pub(super) number: u32,
    /// The factors of x, y and 1 in each edge function. Inside the triangle, the functions are at least 0 and proportional to
    /// the share of the opposite corner.
    edges: [[f64; 3]; 3],
    /// Like `edges`, but for 1 / depth.
    nearness: [f64; 3],
    /// The upper limit of the nearness (1 / depth) of the triangle's drawn part.
    nearest: f64,
    /// The mean depth of the corners, in metres.
    pub(super) depth: f64,
    /// The columns and rows that the triangle may touch: the first, and the one after the last.
    columns: [u32; 2],
    rows: [u32; 2],
}

impl Projected {
    /// Projects the triangle with index `number`. Returns `None` if it is not visible in any pixel.
    fn new(scene: &Scene, number: usize, eye: &Eye, size: [u32; 2]) -> Option<Self> {
        let corners = scene.corners_of(scene.triangles.get(number)?)?.map(|corner| eye.project(corner.position));
        let [a, b, c] = corners;
        let edges = [cross(b, c), cross(c, a), cross(a, b)];
        let twice_volume = dot(a, edges[0]);
        // Excludes triangles that are seen edge-on, and triangles with corners that are not finite.
        let turned = twice_volume.abs();
        if !(turned > 0.0 && turned.is_finite()) {
            return None;
        }
        let edges = edges.map(|edge| edge.map(|it| if twice_volume < 0.0 { -it } else { it }));
        let nearness = [0, 1, 2].map(|it| (edges[0][it] + edges[1][it] + edges[2][it]) / turned);
        let [columns, rows] = bounds(corners, eye.near(), size)?;
        let number = u32::try_from(number).ok()?;
        let depth = (a[2] + b[2] + c[2]) / 3.0;
        Some(Self { number, edges, nearness, nearest: 1.0 / eye.near(), depth, columns, rows })
    }

    /// Returns the nearness (1 / depth in metres) at a point in pixels, if it is inside the triangle.
    fn at(&self, x: f64, y: f64) -> Option<f64> {
        let inside = self.edges.iter().all(|&[by_x, by_y, fixed]| {
            let side = by_x * x + (by_y * y + fixed);
            // If the sample is on a shared edge, exactly one of the two triangles contains it.
            side > 0.0 || (side == 0.0 && (by_x > 0.0 || (by_x == 0.0 && by_y > 0.0)))
        });
        let nearness = self.nearness_at([x, y]);
        (inside && nearness > 0.0 && nearness <= self.nearest).then_some(nearness)
    }

    /// Returns 1 / depth of the triangle's plane at a point in pixels.
    pub(super) fn nearness_at(&self, [x, y]: [f64; 2]) -> f64 {
        self.nearness[0] * x + (self.nearness[1] * y + self.nearness[2])
    }

    /// Returns the perspective-correct shares of the three corners at a point in pixels. Outside of the triangle, the shares
    /// are extrapolated on its plane.
    pub(super) fn shares(&self, [x, y]: [f64; 2]) -> [f32; 3] {
        let sides = self.edges.map(|[by_x, by_y, fixed]| by_x * x + (by_y * y + fixed));
        let sum = sides[0] + sides[1] + sides[2];
        sides.map(|side| rigmill_math::to_f32(side / sum))
    }

    /// Returns the samples of a pixel that are inside the triangle, each with its nearness.
    pub(super) fn samples(&self, x: u32, y: u32) -> impl Iterator<Item = (usize, f64)> {
        let at = move |sample: usize| self.at(f64::from(x) + place(sample)[0], f64::from(y) + place(sample)[1]);
        (0..SAMPLES).filter_map(move |sample| Some((sample, at(sample)?)))
    }

    /// Returns the columns that the triangle may touch.
    pub(super) fn columns(&self) -> std::ops::Range<u32> {
        self.columns[0]..self.columns[1]
    }

    /// Returns the rows in `rows` that the triangle may touch.
    pub(super) fn rows_in(&self, rows: &std::ops::Range<u32>) -> std::ops::Range<u32> {
        self.rows[0].max(rows.start)..self.rows[1].min(rows.end)
    }
}

/// Returns the position of a sample in its pixel.
pub(super) fn place(sample: usize) -> [f64; 2] {
    PLACES[sample].map(|it| f64::from(it) / 16.0)
}

/// Returns the columns and rows around the part of a triangle that is farther than `near`.
fn bounds(corners: [[f64; 3]; 3], near: f64, size: [u32; 2]) -> Option<[[u32; 2]; 2]> {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    let mut hold = |[x, y, depth]: [f64; 3]| {
        for (axis, along) in [x / depth, y / depth].into_iter().enumerate() {
            (low[axis], high[axis]) = (low[axis].min(along), high[axis].max(along));
        }
    };
    for corner in 0..3 {
        let [a, b] = [corners[corner], corners[(corner + 1) % 3]];
        if a[2] >= near {
            hold(a);
        }
        if (a[2] >= near) != (b[2] >= near) {
            let [x, y, _] = lerp(a, b, (near - a[2]) / (b[2] - a[2]));
            hold([x, y, near]);
        }
    }
    let axis = |axis: usize| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to the size of the picture"
        )]
        let [first, end] = [low[axis].floor(), high[axis].ceil()].map(|it| it.clamp(0.0, f64::from(size[axis])) as u32);
        (low[axis] <= high[axis] && first < end).then_some([first, end])
    };
    Some([axis(0)?, axis(1)?])
}

/// The triangles of a scene, projected for a camera.
#[derive(Debug)]
pub(super) struct Raster {
    pub(super) triangles: Vec<Projected>,
}

impl Raster {
    pub(super) fn new(scene: &Scene, eye: &Eye, size: [u32; 2]) -> Self {
        let triangles = (0..scene.triangles.len()).filter_map(|number| Projected::new(scene, number, eye, size));
        Self { triangles: triangles.collect() }
    }

    /// Returns the number of pixels to test for all triangles.
    pub(super) fn work(&self) -> u64 {
        let pixels = |it: &Projected| it.columns().len() as u64 * it.rows_in(&(0..u32::MAX)).len() as u64;
        self.triangles.iter().map(pixels).sum()
    }
}

/// The nearest triangles at the samples of some rows of pixels.
#[derive(Debug)]
pub(super) struct Seen {
    width: u32,
    pub(super) rows: std::ops::Range<u32>,
    /// Contains [`SAMPLES`] values per pixel.
    nearness: Vec<f64>,
    /// Indices into [`Raster::triangles`], or [`NONE`].
    triangles: Vec<usize>,
}

impl Seen {
    pub(super) fn new(width: u32, rows: std::ops::Range<u32>) -> Self {
        let samples = width as usize * rows.len() * SAMPLES;
        Self { width, rows, nearness: vec![0.0; samples], triangles: vec![NONE; samples] }
    }

    /// Adds a triangle.
    pub(super) fn add(&mut self, entry: usize, triangle: &Projected) {
        for y in triangle.rows_in(&self.rows) {
            for x in triangle.columns() {
                let first = self.first(x, y);
                for (sample, nearness) in triangle.samples(x, y) {
                    if nearness > self.nearness[first + sample] {
                        self.nearness[first + sample] = nearness;
                        self.triangles[first + sample] = entry;
                    }
                }
            }
        }
    }

    /// Returns the triangle at each sample of a pixel, and its nearness (0 where there is no triangle).
    pub(super) fn pixel(&self, x: u32, y: u32) -> (&[usize], &[f64]) {
        let first = self.first(x, y);
        (&self.triangles[first..first + SAMPLES], &self.nearness[first..first + SAMPLES])
    }

    fn first(&self, x: u32, y: u32) -> usize {
        ((y - self.rows.start) as usize * self.width as usize + x as usize) * SAMPLES
    }
}
