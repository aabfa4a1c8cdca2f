//! [`AimIk`]: heads that look, arms that point.

use std::f32::consts::PI;

use rigmill_math::quaternion::{self, multiply, rotate};
use rigmill_math::vector::{add, cross, dot, length, normalize, scale, subtract};
use rigmill_math::{Matrix, matrix, matrix3, to_f32};

use super::frame::{Frame, Vector, origin};
use super::rotation::{Quaternion, between, fraction, limited, roll, weighted};

/// A ray that passes a target within this part of its distance hits it.
const TOLERANCE: f64 = 1e-5;

/// Rotates a bone so that its forward axis points at a target.
///
/// The ray along the axis may begin beside the bone, such as at the eyes of a head or the muzzle of a gun. The bone also rolls
/// about the direction to the target until its up axis is in the half plane of the pole.
///
/// In [`AimIkLayer`](super::AimIkLayer) and [`AimIkJob`](crate::blocks::AimIkJob) a chain of bones shares the rotation.
///
/// Nothing is corrected where numbers are not finite, a matrix flattens space, the forward axis has no length, or the target
/// is so near that the ray passes it whichever way the bone points.
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
    /// The target: a point in the model's space.
    pub target: [f32; 3],
    /// The axis that points at the target, in the bone's space.
    pub forward: [f32; 3],
    /// Where the ray along the forward axis begins, in the bone's space.
    pub offset: [f32; 3],
    /// The axis that points towards the pole, in the bone's space; zeros let the bone roll freely.
    pub up: [f32; 3],
    /// The direction to which the up axis points, in the model's space. The bone flips where the pole and the direction to the
    /// target cross, so keep them apart.
    pub pole: [f32; 3],
    /// Radians by which the bone rotates away from the pole, about the direction to the target.
    pub twist: f32,
    /// From 0, no correction, to 1, the whole correction.
    pub weight: f32,
}

/// The part of one bone of a chain in aiming.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimBone {
    /// The part, from 0 to 1, that it takes of the rotation that the bones before it left.
    pub weight: f32,
    /// The most that the bone rotates away from its pose, in radians.
    pub limit: f32,
}

/// The correction that an [`AimIk`] finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimSolution {
    /// Rotates the bone before its own rotation: a unit quaternion.
    pub correction: [f32; 4],
    /// Whether the ray hits the target. It does not with a weight below 1.
    pub reached: bool,
}

impl Default for AimIk {
    /// The target is the model's origin, forward x, up and pole y; no offset, no twist, weight 1.
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
    /// Takes the whole rotation, without a limit.
    fn default() -> Self {
        Self { weight: 1.0, limit: PI }
    }
}

impl AimIk {
    /// The correction for a bone with this matrix, relative to the model.
    #[must_use]
    pub fn solve(&self, bone: &Matrix) -> AimSolution {
        let mut aiming = Aiming::new(self, bone);
        let correction = aiming.rotate(bone, &AimBone::default());
        AimSolution { correction, reached: aiming.reached() }
    }
}

/// A chain of bones that aims, from the bone that points at the target up to the root: its state after some of the bones.
///
/// No bone's correction moves the bones above it, so each is solved once, with the pose's own matrices.
#[derive(Debug)]
pub(crate) struct Aiming<'a> {
    ik: &'a AimIk,
    target: Vector,
    /// The ray and its up axis after the corrections so far, in the model's space.
    begin: Vector,
    forward: Vector,
    up: Vector,
    weight: f64,
    /// From the last bone that rotated to the target; 0 before any did.
    distance: f64,
}

impl<'a> Aiming<'a> {
    /// Begins with the bone that points at the target.
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

    /// The correction of the next bone up, by its matrix relative to the model.
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

    /// Whether the ray hits the target after the corrections.
    pub(crate) fn reached(&self) -> bool {
        let Some(forward) = normalize(self.forward) else { return false };
        let to_target = subtract(self.target, self.begin);
        let near = TOLERANCE * self.distance;
        let hits = length(cross(forward, to_target)) <= near && dot(forward, to_target) >= -near;
        hits && self.weight >= 1.0 && self.distance > 0.0
    }

    /// The rotation of a bone that points the ray at the target.
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

/// Where a ray leaves the sphere about the origin with this squared radius: the point that a rotation takes onto a target at
/// that distance. `None` where the ray's line misses the sphere, and where the radius is 0 or not finite.
fn at_distance(begin: Vector, forward: Vector, radius2: f64) -> Option<Vector> {
    let along = dot(begin, forward);
    let nearest = subtract(begin, scale(forward, along));
    let rest = radius2 - dot(nearest, nearest);
    // Rounding must not reject a ray that just touches the sphere.
    let touches = radius2 > 0.0 && radius2.is_finite() && rest >= -TOLERANCE * TOLERANCE * radius2;
    touches.then(|| add(nearest, scale(forward, rest.max(0.0).sqrt())))
}
