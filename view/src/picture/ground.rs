//! [`Ground`]: a grid in metres at the height of the origin, or of the lowest point below it, with the shadow of the asset.

use super::eye::Eye;
use super::shadow::Shadow;

/// The radius of the visible ground, as a multiple of the camera's distance.
const REACH: f64 = 1.25;

/// The strength of weak lines, relative to strong lines.
const WEAK: f64 = 0.3;

/// Half the width of a line, in pixels.
const HALF_WIDTH: f64 = 0.6;

/// A grid whose strong lines are 1 m apart, or a power of ten of that, depending on the camera's distance. Weak lines are
/// between them. The ground is lit around the asset, and shows its shadow.
#[derive(Debug)]
pub(super) struct Ground<'a> {
    eye: &'a Eye,
    shadow: Shadow,
    /// The distance between two strong lines, in metres.
    step: f64,
    /// The point where the ground is most visible.
    middle: [f64; 2],
}

/// The ground at a point of a picture. Strengths are from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The reciprocal of the depth in metres.
    pub(super) nearness: f64,
    pub(super) light: f32,
    pub(super) shadow: f32,
    pub(super) lines: f32,
}

impl<'a> Ground<'a> {
    pub(super) fn new(eye: &'a Eye, shadow: Shadow) -> Self {
        let step = libm::pow(10.0, libm::floor(libm::log10(eye.distance / 1.8)));
        let [x, _, z] = eye.target();
        Self { eye, shadow, step, middle: [x, z] }
    }

    /// Returns the ground at a point in pixels; `None` above the horizon and where the ground has faded.
    pub(super) fn at(&self, [x, y]: [f64; 2]) -> Option<Spot> {
        let (here, nearness) = hit(self.eye, [x, y])?;
        let [dx, dz] = [here[0] - self.middle[0], here[1] - self.middle[1]];
        let fade = 1.0 - (dx * dx + dz * dz).sqrt() / (self.eye.distance * REACH);
        if fade <= 0.0 {
            return None;
        }
        let [across, down] = [hit(self.eye, [x + 1.0, y])?.0, hit(self.eye, [x, y + 1.0])?.0];
        let lines = |step: f64| {
            let along = |axis: usize| {
                let [a, b] = [across[axis] - here[axis], down[axis] - here[axis]];
                line(here[axis] / step, (a * a + b * b).sqrt() / step)
            };
            along(0).max(along(1))
        };
        // Smooths the fade at its edge and in the middle.
        let fade = fade * fade * (3.0 - 2.0 * fade);
        let lines = lines(self.step).max(lines(self.step / 10.0) * WEAK) * fade;
        let [light, lines] = [fade, lines].map(rigmill_math::to_f32);
        Some(Spot { nearness, light, shadow: self.shadow.at(here), lines })
    }
}

/// Returns the point on the ground (x and z) that a pixel shows, and its nearness (1 / depth).
fn hit(eye: &Eye, at: [f64; 2]) -> Option<([f64; 2], f64)> {
    let ray = eye.ray(at);
    let depth = (eye.ground - eye.position[1]) / ray[1];
    (depth > eye.near() && depth.is_finite())
        .then(|| ([eye.position[0] + ray[0] * depth, eye.position[2] + ray[2] * depth], 1.0 / depth))
}

/// Returns how much of a pixel is covered by a line at a whole number. `pixel` is the size of a pixel. Lines that are too dense
/// to distinguish fade.
fn line(coordinate: f64, pixel: f64) -> f64 {
    let pixels = (coordinate - libm::rint(coordinate)).abs() / pixel;
    let covered = (HALF_WIDTH + 0.5 - pixels).clamp(0.0, 1.0);
    covered * (1.6 - 8.0 * pixel).clamp(0.0, 1.0)
}
