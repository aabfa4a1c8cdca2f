//! [`Eye`]: a camera that projects points to pixels.

use std::array::from_fn;

use rigmill_math::vector::{add, cross, dot, scale, subtract};

use super::shot::Shot;

/// Half the angle of view along the shorter side of a picture, in radians.
const HALF_ANGLE: f64 = 0.35;

/// The fraction of the distance from the middle of a picture to its edge that a framed asset fills.
const FILLED: f64 = 0.88;

/// The maximum pitch in degrees. Looking straight down, the picture would have no up direction.
const STEEPEST: f64 = 89.0;

/// The minimum distance to the middle of an asset, in metres.
const LEAST_DISTANCE: f64 = 1e-4;

/// A perspective camera. Distances are in metres. Pixel coordinates begin at the top left corner of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    pub(super) position: [f64; 3],
    pub(super) right: [f64; 3],
    pub(super) up: [f64; 3],
    /// The direction from the target to the eye.
    pub(super) back: [f64; 3],
    /// The distance from the eye to the depth of the target.
    pub(super) distance: f64,
    /// The height of the ground: the origin, or else the lowest point.
    pub(super) ground: f64,
    /// The middle of the picture, in pixels.
    middle: [f64; 2],
    /// The number of pixels that one metre covers at a depth of one metre.
    focal: f64,
}

impl Eye {
    /// Creates a camera that looks at points from the direction of the shot. The distance is that of the shot, or else the
    /// smallest at which all points are visible. Points that are not finite are ignored.
    pub(super) fn framing(shot: &Shot, points: &[[f32; 3]]) -> Self {
        let [width, height] = shot.size.map(f64::from);
        let middle = [width / 2.0, height / 2.0];
        let focal = middle[0].min(middle[1]) / (libm::sin(HALF_ANGLE) / libm::cos(HALF_ANGLE));
        let axes = axes(f64::from(shot.camera.yaw), f64::from(shot.camera.pitch));
        let slopes = middle.map(|half| half / focal * FILLED);
        let (center, fitting) = fit(points, axes, slopes);
        let ground = points.iter().map(|point| f64::from(point[1])).filter(|it| it.is_finite()).fold(0.0, f64::min);
        let [right, up, back] = axes;
        let fitting_distance = dot(subtract(fitting, center), back);
        let distance = shot.camera.distance.map_or(fitting_distance, f64::from).max(LEAST_DISTANCE);
        let position = add(fitting, scale(back, distance - fitting_distance));
        Self { position, right, up, back, distance, ground, middle, focal }
    }

    /// Returns the point in the middle of the picture, at the depth of the middle of the asset.
    pub(super) fn target(&self) -> [f64; 3] {
        subtract(self.position, scale(self.back, self.distance))
    }

    /// Returns the depth of the near plane.
    pub(super) fn near(&self) -> f64 {
        self.distance * 1e-3
    }

    /// Projects a point. Returns its position in pixels multiplied by the depth, followed by the depth in metres.
    pub(super) fn project(&self, point: [f32; 3]) -> [f64; 3] {
        let from_eye = subtract(point.map(f64::from), self.position);
        let depth = -dot(from_eye, self.back);
        let x = dot(from_eye, self.right) * self.focal + self.middle[0] * depth;
        let y = self.middle[1] * depth - dot(from_eye, self.up) * self.focal;
        [x, y, depth]
    }

    /// Returns the vector from the eye to the point at a depth of one metre that a pixel shows.
    pub(super) fn ray(&self, [x, y]: [f64; 2]) -> [f64; 3] {
        let across = scale(self.right, (x - self.middle[0]) / self.focal);
        let along = scale(self.up, (self.middle[1] - y) / self.focal);
        subtract(add(across, along), self.back)
    }
}

/// Returns the middle of the box around the points, and the nearest eye position along `axes` from which all points are
/// visible. A point is visible if its offsets to the side and upwards, divided by its depth, are within `slopes`.
fn fit(points: &[[f32; 3]], [right, up, back]: [[f64; 3]; 3], slopes: [f64; 2]) -> ([f64; 3], [f64; 3]) {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    // The outermost positions of the planes through the points with these slopes: right, left, up, down.
    let mut out = [f64::NEG_INFINITY; 4];
    for point in points.iter().filter(|point| point.iter().all(|it| it.is_finite())) {
        let point = point.map(f64::from);
        (low, high) = (from_fn(|axis| low[axis].min(point[axis])), from_fn(|axis| high[axis].max(point[axis])));
        let [x, y, depth] = [right, up, back].map(|axis| dot(point, axis));
        let [wide, tall] = slopes.map(|slope| slope * depth);
        let planes = [wide + x, wide - x, tall + y, tall - y];
        out = from_fn(|plane| out[plane].max(planes[plane]));
    }
    if low[0] > high[0] {
        return ([0.0; 3], back);
    }
    let [x, y] = [(out[0] - out[1]) / 2.0, (out[2] - out[3]) / 2.0];
    let depth = ((out[0] + out[1]) / (2.0 * slopes[0])).max((out[2] + out[3]) / (2.0 * slopes[1]));
    let position = add(add(scale(right, x), scale(up, y)), scale(back, depth));
    (scale(add(low, high), 0.5), position)
}

/// Returns the directions right, up and back of a camera with these angles.
fn axes(yaw: f64, pitch: f64) -> [[f64; 3]; 3] {
    const DEGREE: f64 = std::f64::consts::PI / 180.0;
    let [yaw, pitch] = [(yaw % 360.0) * DEGREE, pitch.clamp(-STEEPEST, STEEPEST) * DEGREE];
    let [sy, cy, sp, cp] = [libm::sin(yaw), libm::cos(yaw), libm::sin(pitch), libm::cos(pitch)];
    let back = [-sy * cp, sp, -cy * cp];
    let right = [-cy, 0.0, sy];
    [right, cross(back, right), back]
}
