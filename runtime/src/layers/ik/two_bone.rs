//! [`TwoBoneIk`]: shoulder, elbow and hand; hip, knee and foot.

use rigmill_math::quaternion::{self, multiply, rotate};
use rigmill_math::vector::{add, cross, dot, length, normalize, scale, subtract};
use rigmill_math::{Matrix, to_f32};

use super::frame::{Frame, Vector, origin};
use super::rotation::{Quaternion, about, between, fraction, roll, weighted};

/// The sine of a bend at which the mid axis begins to count. The mid axis decides the plane of a straight limb and hardly
/// affects that of a bent one; in between, the plane changes smoothly.
const STRAIGHT: f64 = 1e-3;

/// Distances within this part of the limb's length are the same: positions come from `f32` matrices.
const TOLERANCE: f64 = 1e-6;

/// Bends a limb of two bones so that its end reaches a target.
///
/// The limb has three joints: start, mid and end (shoulder, elbow, hand). The mid joint rotates until the distance from
/// start to end is right, then the start joint rotates the end onto the target and the mid joint towards the pole. The mid
/// joint bends in the plane in which it is bent, and about `mid_axis` where the limb is straight. Bones between the joints
/// stay as they are.
///
/// If the target is out of reach, the limb points at it. If numbers are not finite, a matrix flattens space or a bone
/// has no length, the limb stays unchanged. Bones may have any scale, but an uneven one of the start joint, or between
/// it and the mid joint, skews the bend, and the end misses the target.
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
    /// Where the end should be, in the model's space.
    pub target: [f32; 3],
    /// The direction of the mid joint from the line between start and target, in the model's space. The limb flips where
    /// the pole and the direction to the target cross, so keep them apart.
    pub pole: [f32; 3],
    /// The axis of the mid joint, in its own space: a positive rotation about it opens the angle between the bones. See
    /// [`mid_axis_of`](Self::mid_axis_of).
    pub mid_axis: [f32; 3],
    /// The part of the limb's length, from 0 to 1, up to which the end follows the target exactly. Beyond it the end gradually
    /// falls behind, and the limb never snaps straight. 1 is not soft at all.
    pub soften: f32,
    /// Radians by which the limb rotates away from the pole, about the direction from start to target.
    pub twist: f32,
    /// From 0, no correction, to 1, the whole correction.
    pub weight: f32,
}

/// The corrections that a [`TwoBoneIk`] finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBoneSolution {
    /// Rotates the start joint before its own rotation: a unit quaternion.
    pub start: [f32; 4],
    /// Rotates the mid joint before its own rotation: a unit quaternion.
    pub mid: [f32; 4],
    /// Whether the end reaches the target: the limb is long enough before softening begins, and the weight is 1.
    pub reached: bool,
}

impl Default for TwoBoneIk {
    /// The target is the model's origin, the pole y, the mid axis z; not soft, no twist, weight 1.
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
    /// The corrections for a limb: the matrices of its start, mid and end joints, relative to the model.
    #[must_use]
    pub fn solve(&self, limb: [&Matrix; 3]) -> TwoBoneSolution {
        let none = TwoBoneSolution { start: quaternion::IDENTITY, mid: quaternion::IDENTITY, reached: false };
        let solution = self.solution(limb);
        let finite = |it: &TwoBoneSolution| it.start.iter().chain(&it.mid).all(|part| part.is_finite());
        solution.filter(finite).unwrap_or(none)
    }

    /// The mid axis of a limb that is bent the right way, as in most bind poses: the matrices of its start, mid and end joints,
    /// relative to the model. `None` for a straight limb.
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
        // In the mid joint's space, which may have a different scale.
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

    /// The rotation of the start joint that takes the end of the bent limb towards the target, and the mid joint to the pole.
    fn swing(&self, limb: &Limb, bend: Quaternion, to_target: Vector, [start, mid]: [&Frame; 2]) -> Quaternion {
        let bent = mid.direction_out(rotate(bend, limb.to_end));
        let to_end = start.direction_in(add(subtract(mid.origin, start.origin), bent));
        let swing = between(to_end, to_target);
        let axis = start.direction_in(mid.direction_out(limb.axis));
        // The axis is a cross product of bones; in a mirror image the cross product points the other way.
        let side = if start.is_mirrored() == mid.is_mirrored() { 1.0 } else { -1.0 };
        let pole = start.direction_in(self.pole.map(f64::from));
        let roll = roll(to_target, rotate(swing, scale(axis, side)), cross(to_target, pole), f64::from(self.twist));
        multiply(roll, swing)
    }
}

/// Two bones in the mid joint's space.
struct Limb {
    to_start: Vector,
    to_end: Vector,
    /// Of unit length.
    axis: Vector,
}

impl Limb {
    /// `None` where a bone or the axis has no length.
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

    /// Whether the end can be at a distance from the start. It follows exactly up to `exact`.
    fn reaches(&self, distance: f64, exact: f64) -> bool {
        let shortest = (length(self.to_start) - length(self.to_end)).abs();
        let tolerance = TOLERANCE * self.longest();
        distance <= exact + tolerance && distance >= shortest - tolerance
    }

    /// The rotation of the mid joint that brings the end to a distance from the start, or as near to it as it gets.
    ///
    /// The law of cosines gives the dot product that the two bones need. A rotation about the axis keeps the part along the axis
    /// and changes the rest, which is the cosine of their angle about the axis. Positive angles are bent the right way.
    fn bend(&self, distance: f64) -> Quaternion {
        let Self { to_start: a, to_end: b, axis } = *self;
        let (along_a, along_b) = (dot(a, axis), dot(b, axis));
        let along = along_a * along_b;
        let across = ((dot(a, a) - along_a * along_a) * (dot(b, b) - along_b * along_b)).sqrt();
        let wanted = (dot(a, a) + dot(b, b) - distance * distance) / 2.0;
        let cosine = ((wanted - along) / across).clamp(-1.0, 1.0);
        let sine = (1.0 - cosine * cosine).sqrt();
        // The angle at present, times `across`.
        let (x, y) = (dot(a, b) - along, dot(axis, cross(a, b)));
        about(axis, cosine * x + sine * y, sine * x - cosine * y)
    }
}

/// The distance at which the end follows a target: the target's own up to `exact`, then less, and never `longest`.
///
/// The gap to `longest` decays exponentially, with slope 1 at `exact`: Softimage's "soft IK".
fn softened(distance: f64, exact: f64, longest: f64) -> f64 {
    let rest = longest - exact;
    if distance > exact && rest > 0.0 { exact + rest * (1.0 - libm::exp((exact - distance) / rest)) } else { distance }
}
