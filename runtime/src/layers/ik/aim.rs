//! [`AimIk`]: makes heads look and arms point at a target.

use std::f32::consts::PI;

use rigmill_math::quaternion::{self, multiply, rotate};
use rigmill_math::vector::{add, cross, dot, length, normalize, scale, subtract};
use rigmill_math::{Matrix, matrix, matrix3, to_f32};

use super::frame::{Frame, Vector, origin};
use super::rotation::{Quaternion, between, fraction, limited, roll, weighted};

/// A ray hits the target if it passes within this fraction of the target's distance.
const TOLERANCE: f64 = 1e-5;

/// Rotates a bone so that its forward axis points at a target.
///
/// The ray along the forward axis can start beside the bone, for example at the eyes of a head or the muzzle of a gun. The bone
/// also rolls about the direction to the target until its up axis is in the half plane that contains the pole direction.
///
/// In [`AimIkLayer`](super::AimIkLayer) and [`AimIkJob`](crate::blocks::AimIkJob), a chain of bones shares the rotation.
///
/// There is no correction if a number is not finite, if a matrix has no inverse, if the forward axis has length 0, or if the
/// target is so near that the ray cannot hit it in any orientation of the bone.
///
/// ```
/// use rigmill_runtime::layers::AimIk;
/// use rigmill_runtime::matrix;
///
/// // A bone that looks along x turns to z: -90 degrees about y.
/// let ik = AimIk { target: [0.0, 0.0, 3.0], ..AimIk::default() };
/// let solution = ik.solve(&matrix::IDENTITY);
/// let half = 0.5_f32.sqrt();
/// for (found, expected) in solution.correction.iter().zip([0.0, -half, 0.0, half]) {
///     assert!((found - expected).abs() < 1e-6);
/// }
/// assert!(solution.reached);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimIk {
    /// The target: a point in model space.
    pub target: [f32; 3],
    /// The axis that points at the target, in the bone's space. It may have any length except 0.
    pub forward: [f32; 3],
    /// The start of the ray along the forward axis: a point in the bone's space.
    pub offset: [f32; 3],
    /// The axis that points towards the pole, in the bone's space. A zero vector lets the bone roll freely.
    pub up: [f32; 3],
    /// The direction to which the up axis points, in model space. The bone flips when the pole and the direction to the target
    /// become parallel, so keep them apart.
    pub pole: [f32; 3],
    /// The angle by which the bone rolls away from the pole, about the direction to the target, in radians.
    pub twist: f32,
    /// The share of the correction that is applied: from 0 (none) to 1 (all of it).
    pub weight: f32,
}

/// The settings of one bone of an aiming chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimBone {
    /// The share that this bone takes of the rotation that the bones before it left, from 0 to 1.
    pub weight: f32,
    /// The maximum angle by which the bone rotates away from its pose, in radians.
    pub limit: f32,
}

/// The correction that [`AimIk::solve`] finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimSolution {
    /// The correction: a unit quaternion in the bone's space. Apply it before the bone's own rotation:
    /// `multiply(rotation, correction)`.
    pub correction: [f32; 4],
    /// Whether the ray hits the target after the correction. Usually `false` if the weight is below 1.
    pub reached: bool,
}

impl Default for AimIk {
    /// The target is the model's origin, forward is x, up and the pole are y. No offset, no twist, weight 1.
    fn default() -> Self {
        Self {
            target: [0.0; 3],
            forward: [1.0, 0.0, 0.0],
            offset: [0.0; 3],
            up: [0.0, 1.0, 0.0],
            pole: [0.0, 1.0, 0.0],
            twist: 0.0,
            weight: 1.0,
        }
    }
}

impl Default for AimBone {
    /// The bone takes all of the rotation, without a limit.
    fn default() -> Self {
        Self { weight: 1.0, limit: PI }
    }
}

impl AimIk {
    /// Computes the correction for a bone with this model-space matrix.
    #[must_use]
    pub fn solve(&self, bone: &Matrix) -> AimSolution {
        let mut aiming = Aiming::new(self, bone);
        let correction = aiming.rotate(bone, &AimBone::default());
        AimSolution { correction, reached: aiming.reached() }
    }
}

/// The state of solving a chain of bones, from the bone that points at the target up to the root.
///
/// The correction of a bone never moves the bones above it. So each bone is solved once, with its matrix from the original
/// pose.
#[derive(Debug)]
pub(crate) struct Aiming<'a> {
    ik: &'a AimIk,
    target: Vector,
    /// The ray's start and direction and its up axis in model space, after the corrections so far.
    begin: Vector,
    forward: Vector,
    up: Vector,
    weight: f64,
    /// The distance from the last bone that rotated to the target; 0 until a bone has rotated.
    distance: f64,
}

impl<'a> Aiming<'a> {
    /// Starts with the bone that points at the target.
    pub(crate) fn new(ik: &'a AimIk, bone: &Matrix) -> Self {
        let rows = matrix::rows(bone);
        let out = |direction: [f32; 3]| matrix3::transform(direction.map(f64::from), &rows);
        Self {
            ik,
            target: ik.target.map(f64::from),
            begin: add(origin(bone), out(ik.offset)),
            forward: out(ik.forward),
            up: out(ik.up),
            weight: fraction(ik.weight),
            distance: 0.0,
        }
    }

    /// Computes the correction of the next bone up, from its model-space matrix.
    pub(crate) fn rotate(&mut self, bone: &Matrix, part: &AimBone) -> [f32; 4] {
        let Some(frame) = Frame::new(bone).filter(|_| self.weight > 0.0) else { return quaternion::IDENTITY };
        let whole = self.whole(&frame);
        let rotation = whole.map(|whole| limited(weighted(whole, fraction(part.weight)), f64::from(part.limit)));
        let Some(rotation) = rotation.filter(|it| it.iter().all(|part| part.is_finite())) else {
            return quaternion::IDENTITY;
        };
        self.carry(&frame, rotation);
        weighted(rotation, self.weight).map(to_f32)
    }

    /// Whether the ray hits the target after the corrections so far.
    pub(crate) fn reached(&self) -> bool {
        let Some(forward) = normalize(self.forward) else { return false };
        let to_target = subtract(self.target, self.begin);
        let near = TOLERANCE * self.distance;
        let hits = length(cross(forward, to_target)) <= near && dot(forward, to_target) >= -near;
        hits && self.weight >= 1.0 && self.distance > 0.0
    }

    /// The rotation of a bone that makes the ray hit the target.
    fn whole(&self, frame: &Frame) -> Option<Quaternion> {
        let to_target = frame.point_in(self.target);
        let forward = normalize(frame.direction_in(self.forward))?;
        let hit = at_distance(frame.point_in(self.begin), forward, dot(to_target, to_target))?;
        let swing = between(hit, to_target);
        let up = rotate(swing, frame.direction_in(self.up));
        let pole = frame.direction_in(self.ik.pole.map(f64::from));
        Some(multiply(roll(to_target, up, pole, f64::from(self.ik.twist)), swing))
    }

    /// Moves the ray with a bone that rotates.
    fn carry(&mut self, frame: &Frame, rotation: Quaternion) {
        let carried = |direction| frame.direction_out(rotate(rotation, direction));
        self.begin = add(frame.origin, carried(frame.point_in(self.begin)));
        self.forward = carried(frame.direction_in(self.forward));
        self.up = carried(frame.direction_in(self.up));
        self.distance = length(subtract(self.target, frame.origin));
    }
}

/// The point where a ray leaves the sphere about the origin with this squared radius. A rotation can move this point to a
/// target at that distance. `None` if the ray's line misses the sphere, or if the radius is 0 or not finite.
fn at_distance(begin: Vector, forward: Vector, radius2: f64) -> Option<Vector> {
    let along = dot(begin, forward);
    let nearest = subtract(begin, scale(forward, along));
    let rest = radius2 - dot(nearest, nearest);
    // Because of rounding, a ray that just touches the sphere could seem to miss it.
    let touches = radius2 > 0.0 && radius2.is_finite() && rest >= -TOLERANCE * TOLERANCE * radius2;
    touches.then(|| add(nearest, scale(forward, rest.max(0.0).sqrt())))
}
