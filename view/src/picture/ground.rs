//! [`Ground`]: a grid in metres at the height of the origin.

use super::eye::Eye;

/// The strong lines from the middle to where the grid has faded.
const LINES: f64 = 8.0;

/// Half the width of a line in pixels.
const HALF_WIDTH: f64 = 0.6;

/// Lines 1 m apart, or a power of ten of that, whichever suits the camera's distance, with ten weak ones between two strong ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    /// Metres between two strong lines.
    step: f64,
    /// Where the grid is strongest.
    middle: [f64; 2],
}

impl Ground {
    pub(super) fn below(eye: &Eye) -> Self {
        let step = libm::pow(10.0, libm::floor(libm::log10(eye.distance / 1.8)));
        let target: [f64; 3] = std::array::from_fn(|axis| eye.position[axis] - eye.back[axis] * eye.distance);
        Self { step, middle: [target[0], target[2]] }
    }

    /// How strong the lines are at a place in pixels, 0 to 1, and the nearness (1 / depth in metres) of the ground there.
    pub(super) fn at(&self, eye: &Eye, [x, y]: [f64; 2]) -> Option<(f64, f64)> {
        let (here, nearness) = hit(eye, [x, y])?;
        let [across, down] = [hit(eye, [x + 1.0, y])?.0, hit(eye, [x, y + 1.0])?.0];
        let [dx, dz] = [here[0] - self.middle[0], here[1] - self.middle[1]];
        let fade = 1.0 - (dx * dx + dz * dz).sqrt() / (self.step * LINES);
        if fade <= 0.0 {
            return None;
        }
        let lines = |step: f64| {
            let along = |axis: usize| {
                let [a, b] = [across[axis] - here[axis], down[axis] - here[axis]];
                line(here[axis] / step, (a * a + b * b).sqrt() / step)
            };
            along(0).max(along(1))
        };
        let strength = (lines(self.step) * 0.42).max(lines(self.step / 10.0) * 0.13);
        Some((strength * fade * (2.0 - fade), nearness))
    }
}

/// Where the ground is seen at a place in pixels, as x and z, and its nearness.
fn hit(eye: &Eye, at: [f64; 2]) -> Option<([f64; 2], f64)> {
    let ray = eye.ray(at);
    let depth = -eye.position[1] / ray[1];
    (depth > eye.near() && depth.is_finite())
        .then(|| ([eye.position[0] + ray[0] * depth, eye.position[2] + ray[2] * depth], 1.0 / depth))
}

/// How much of a pixel a line at a whole number covers; `pixel` is the size of a pixel. Lines too dense to tell apart fade.
fn line(coordinate: f64, pixel: f64) -> f64 {
    let pixels = (coordinate - libm::rint(coordinate)).abs() / pixel;
    let covered = (HALF_WIDTH + 0.5 - pixels).clamp(0.0, 1.0);
    covered * (1.6 - 8.0 * pixel).clamp(0.0, 1.0)
}
