//! Measures how many pixels are shaded per visible pixel.

use crate::mesh::Mesh;

/// The width and height of each picture.
const SIZE: usize = 256;

/// Returns how many pixels pass the depth test when they are drawn, and how many are covered at the end. Views are from both
/// ends of the three axes, each mesh is drawn separately, and back faces are culled.
pub(crate) fn pixels(meshes: &[Mesh]) -> [usize; 2] {
    let mut sums = [0; 2];
    for mesh in meshes {
        for axis in 0..3 {
            for side in [1.0, -1.0] {
                let [shaded, covered] = Picture::coverage(mesh, axis, side);
                sums = [sums[0] + shaded, sums[1] + covered];
            }
        }
    }
    sums
}

struct Picture {
    depths: Vec<f64>,
    shaded: usize,
}

impl Picture {
    fn coverage(mesh: &Mesh, axis: usize, side: f64) -> [usize; 2] {
        let points = seen(&mesh.positions, axis, side);
        let mut picture = Self { depths: vec![f64::NEG_INFINITY; SIZE * SIZE], shaded: 0 };
        for corners in &mesh.triangles {
            picture.draw(corners.map(|corner| points[corner as usize]));
        }
        [picture.shaded, picture.depths.iter().filter(|depth| depth.is_finite()).count()]
    }

    /// Draws a counter-clockwise triangle. Greater depth values are nearer.
    fn draw(&mut self, [a, b, c]: [[f64; 3]; 3]) {
        let edge = |p: [f64; 3], q: [f64; 3], [x, y]: [f64; 2]| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
        let area = edge(a, b, [c[0], c[1]]);
        if area <= 0.0 {
            return;
        }
        let range = |axis: usize| {
            let (least, most) = (a[axis].min(b[axis]).min(c[axis]), a[axis].max(b[axis]).max(c[axis]));
            whole(least)..(whole(most) + 1).min(SIZE)
        };
        for row in range(1) {
            for column in range(0) {
                let at = [center(column), center(row)];
                let parts = [edge(b, c, at), edge(c, a, at), edge(a, b, at)];
                let depth = (parts[0] * a[2] + parts[1] * b[2] + parts[2] * c[2]) / area;
                let before = &mut self.depths[row * SIZE + column];
                if parts.iter().all(|part| *part >= 0.0) && depth > *before {
                    *before = depth;
                    self.shaded += 1;
                }
            }
        }
    }
}

/// Projects positions along an axis into the picture.
fn seen(positions: &[[f32; 3]], axis: usize, side: f64) -> Vec<[f64; 3]> {
    let (right, up) = ((axis + 1) % 3, (axis + 2) % 3);
    let ends = |axis: usize| {
        let all = positions.iter().map(|position| f64::from(position[axis]));
        (all.clone().fold(f64::INFINITY, f64::min), all.fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, last), (low, high)) = (ends(right), ends(up));
    let scale = 256.0 / (last - left).max(high - low).max(1e-12);
    let point = |position: &[f32; 3]| {
        let [x, y, z] = [position[right], position[up], position[axis]].map(f64::from);
        let x = if side > 0.0 { x - left } else { last - x };
        [x * scale, (y - low) * scale, z * side]
    };
    positions.iter().map(point).collect()
}

#[expect(clippy::cast_precision_loss, reason = "at most the size of the picture")]
fn center(pixel: usize) -> f64 {
    pixel as f64 + 0.5
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn whole(number: f64) -> usize {
    number as usize
}
