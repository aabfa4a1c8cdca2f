//! [`TwoBoneIk`]: bends limbs such as arms (shoulder, elbow, hand) and legs (hip, knee, foot).

use rigmill_math::quaternion::{self, multiply, rotate};
use rigmill_math::vector::{add, cross, dot, length, normalize, scale, subtract};
use rigmill_math::{Matrix, to_f32};

use super::frame::{Frame, Vector, origin};
use super::rotation::{Quaternion, about, between, fraction, roll, weighted};

/// The sine of the bend angle up to which the mid axis has an influence. The mid axis determines the plane of a straight limb
/// and hardly affects a bent limb. In between, the plane changes smoothly.
const STRAIGHT: f64 = 1e-3;

/// Distances that differ by less than this fraction of the limb's length count as equal, because positions come from `f32`
/// matrices.
const TOLERANCE: f64 = 1e-6;

/// Bends a limb of two bones so that its end reaches a target.
///
/// The limb has three joints: start, mid and end (for example shoulder, elbow and hand). First, the mid joint rotates until the
/// distance from start to end is right. Then the start joint rotates so that the end is at the target and the mid joint points
/// towards the pole. The mid joint bends in the plane in which it is already bent, or about `mid_axis` if the limb is straight.
/// Bones between the joints keep their local transforms.
///
/// If the target is out of reach, the limb points at it. If a number is not finite, a matrix has no inverse, or a bone has
/// length 0, the limb stays unchanged. Bones may have any scale. However, a non-uniform scale of the start joint, or of a bone
/// between the start and mid joints, skews the bend, and the end misses the target.
///
/// ```
/// use rigmill_runtime::layers::TwoBoneIk;
/// use rigmill_runtime::matrix;
///
/// // A straight arm along x, each bone 1 m long.
/// let joint = |x: f32| [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, 0.0, 0.0, 1.0];
/// let arm = [&matrix::IDENTITY, &joint(1.0), &joint(2.0)];
///
/// let ik = TwoBoneIk { target: [1.0, 1.0, 0.0], pole: [0.0, 1.0, 0.0], ..TwoBoneIk::default() };
/// let solution = ik.solve(arm);
/// assert!(solution.reached);
/// // The elbow is a right angle.
/// assert!((solution.mid[2].abs() - 0.5_f32.sqrt()).abs() < 1e-6);
///
/// let far = TwoBoneIk { target: [0.0, 5.0, 0.0], ..ik };
/// assert!(!far.solve(arm).reached);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBoneIk {
    /// The target of the limb's end: a point in model space.
    pub target: [f32; 3],
    /// The direction from the line between start and target to the mid joint, in model space. The limb flips when the pole and
    /// the direction to the target become parallel, so keep them apart.
    pub pole: [f32; 3],
    /// The axis about which the mid joint bends, in the mid joint's space. A positive rotation about it opens the angle between
    /// the two bones. See [`mid_axis_of`](Self::mid_axis_of).
    pub mid_axis: [f32; 3],
    /// The fraction of the limb's length, from 0 to 1, up to which the end follows the target exactly. Beyond it, the end
    /// gradually falls behind the target, so that the limb never snaps straight. 1 turns softening off.
    pub soften: f32,
    /// The angle by which the limb rotates away from the pole, about the direction from start to target, in radians.
    pub twist: f32,
    /// The share of the correction that is applied: from 0 (none) to 1 (all of it).
    pub weight: f32,
}

/// The corrections that [`TwoBoneIk::solve`] finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBoneSolution {
    /// The correction of the start joint: a unit quaternion. Apply it before the joint's own rotation:
    /// `multiply(rotation, start)`.
    pub start: [f32; 4],
    /// The correction of the mid joint: a unit quaternion. Apply it before the joint's own rotation: `multiply(rotation, mid)`.
    pub mid: [f32; 4],
    /// Whether the end reaches the target: the target is within the distance at which softening starts, and the weight is 1.
    pub reached: bool,
}

impl Default for TwoBoneIk {
    /// The target is the model's origin, the pole is y, the mid axis is z. No softening, no twist, weight 1.
    fn default() -> Self {
        Self {
            target: [0.0; 3],
            pole: [0.0, 1.0, 0.0],
            mid_axis: [0.0, 0.0, 1.0],
            soften: 1.0,
            twist: 0.0,
            weight: 1.0,
        }
    }
}

impl TwoBoneIk {
    /// Computes the corrections for a limb, from the model-space matrices of its start, mid and end joints.
    #[must_use]
    pub fn solve(&self, limb: [&Matrix; 3]) -> TwoBoneSolution {
        let none = TwoBoneSolution { start: quaternion::IDENTITY, mid: quaternion::IDENTITY, reached: false };
        let solution = self.solution(limb);
        let finite = |it: &TwoBoneSolution| it.start.iter().chain(&it.mid).all(|part| part.is_finite());
        solution.filter(finite).unwrap_or(none)
    }

    /// Computes the mid axis of a limb that is already bent the right way, as in most bind poses, from the model-space matrices
    /// of its start, mid and end joints. `None` if the limb is straight.
    #[must_use]
    pub fn mid_axis_of([start, mid, end]: [&Matrix; 3]) -> Option<[f32; 3]> {
        let mid = Frame::new(mid)?;
        let [to_start, to_end] = [start, end].map(|joint| normalize(mid.point_in(origin(joint))));
        let axis = cross(to_start?, to_end?);
        (length(axis) > STRAIGHT).then(|| normalize(axis))?.map(|axis| axis.map(to_f32))
    }

    fn solution(&self, [start, mid, end]: [&Matrix; 3]) -> Option<TwoBoneSolution> {
        let weight = fraction(self.weight);
        if weight == 0.0 {
            return None;
        }
        let (start, mid) = (Frame::new(start)?, Frame::new(mid)?);
        let limb = Limb::new(mid.point_in(start.origin), mid.point_in(origin(end)), self.mid_axis.map(f64::from))?;
        let to_target = start.point_in(self.target.map(f64::from));
        // The distance in the mid joint's space, which may have a different scale.
        let distance = length(to_target) * (length(limb.to_start) / length(start.point_in(mid.origin)));
        if !distance.is_finite() {
            return None;
        }
        let exact = limb.longest() * fraction(self.soften);
        let bend = limb.bend(softened(distance, exact, limb.longest()));
        let swing = self.swing(&limb, bend, to_target, [&start, &mid]);
        Some(TwoBoneSolution {
            start: weighted(swing, weight).map(to_f32),
            mid: weighted(bend, weight).map(to_f32),
            reached: weight >= 1.0 && limb.reaches(distance, exact),
        })
    }

    /// The rotation of the start joint that takes the end of the bent limb towards the target, and the mid joint towards the
    /// pole.
    fn swing(&self, limb: &Limb, bend: Quaternion, to_target: Vector, [start, mid]: [&Frame; 2]) -> Quaternion {
        let bent = mid.direction_out(rotate(bend, limb.to_end));
        let to_end = start.direction_in(add(subtract(mid.origin, start.origin), bent));
        let swing = between(to_end, to_target);
        let axis = start.direction_in(mid.direction_out(limb.axis));
        // The axis is a cross product of bones. In mirrored spaces, this cross product points the other way.
        let side = if start.is_mirrored() == mid.is_mirrored() { 1.0 } else { -1.0 };
        let pole = start.direction_in(self.pole.map(f64::from));
        let roll = roll(to_target, rotate(swing, scale(axis, side)), cross(to_target, pole), f64::from(self.twist));
        multiply(roll, swing)
    }
}

/// The two bones of a limb, in the mid joint's space.
struct Limb {
    to_start: Vector,
    to_end: Vector,
    /// The bend axis, a unit vector.
    axis: Vector,
}

impl Limb {
    /// `None` if a bone or the axis has length 0.
    fn new(to_start: Vector, to_end: Vector, mid_axis: Vector) -> Option<Self> {
        let (up, down, mid_axis) = (normalize(to_start)?, normalize(to_end)?, normalize(mid_axis)?);
        let bent = cross(up, down);
        let side = if dot(bent, mid_axis) < 0.0 { -1.0 } else { 1.0 };
        let across = subtract(mid_axis, scale(up, dot(up, mid_axis)));
        let weight = STRAIGHT * STRAIGHT / (STRAIGHT + length(bent));
        let axis = normalize(add(scale(bent, side), scale(across, weight)))?;
        Some(Self { to_start, to_end, axis })
    }

    fn longest(&self) -> f64 {
        length(self.to_start) + length(self.to_end)
    }

    /// Whether the end can be at this distance from the start. The end follows the target exactly up to the distance `exact`.
    fn reaches(&self, distance: f64, exact: f64) -> bool {
        let shortest = (length(self.to_start) - length(self.to_end)).abs();
        let tolerance = TOLERANCE * self.longest();
        distance <= exact + tolerance && distance >= shortest - tolerance
    }

    /// The rotation of the mid joint that puts the end at this distance from the start, or as close to this distance as
    /// possible.
    ///
    /// The law of cosines gives the required dot product of the two bones. A rotation about the axis keeps the part of the dot
    /// product along the axis. The rest is proportional to the cosine of the bones' angle about the axis. Positive angles are
    /// bent the right way.
    fn bend(&self, distance: f64) -> Quaternion {
        let Self { to_start: a, to_end: b, axis } = *self;
        let (along_a, along_b) = (dot(a, axis), dot(b, axis));
        let along = along_a * along_b;
        let across = ((dot(a, a) - along_a * along_a) * (dot(b, b) - along_b * along_b)).sqrt();
        let wanted = (dot(a, a) + dot(b, b) - distance * distance) / 2.0;
        let cosine = ((wanted - along) / across).clamp(-1.0, 1.0);
        let sine = (1.0 - cosine * cosine).sqrt();
        // The current angle as a direction, times `across`.
        let (x, y) = (dot(a, b) - along, dot(axis, cross(a, b)));
        about(axis, cosine * x + sine * y, sine * x - cosine * y)
    }
}

/// The distance at which the end follows a target: equal to the target's distance up to `exact`, then less, and always below
/// `longest`.
///
/// The gap to `longest` decays exponentially, with slope 1 at `exact`, as in Softimage's "soft IK".
fn softened(distance: f64, exact: f64, longest: f64) -> f64 {
    let rest = longest - exact;
    if distance > exact && rest > 0.0 { exact + rest * (1.0 - libm::exp((exact - distance) / rest)) } else { distance }
}
