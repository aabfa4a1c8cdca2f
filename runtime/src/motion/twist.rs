//! [`Twist`]: the velocity of a root as the root itself sees it.

use rigmill_format::RigidTransform;
use rigmill_math::angle::sin_cos;
use rigmill_math::quaternion::rotate;
use rigmill_math::vector::{add, cross, dot, length, scale, subtract};

/// A velocity and an angular velocity along the axes of the moving root. If a root keeps this velocity for one unit of time,
/// it moves along a screw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Twist {
    pub(super) linear: [f64; 3],
    pub(super) angular: [f64; 3],
}

/// Below this angle, the formulas with sines lose more digits than the first terms of their series.
const SMALL_ANGLE: f64 = 1e-3;

impl Twist {
    /// The twist that makes this movement in one unit of time.
    pub(super) fn from_movement(movement: &RigidTransform) -> Self {
        let [x, y, z, w] = movement.rotation;
        // Of the two quaternions of a rotation, the one with the smaller angle.
        let side = if w < 0.0 { -1.0 } else { 1.0 };
        let vector = scale([x, y, z], side);
        let sine = length(vector);
        let angle = 2.0 * libm::atan2(sine, w * side);
        let angular = scale(vector, if sine > 0.0 { angle / sine } else { 2.0 });
        let half = angle / 2.0;
        let square = angle * angle;
        // (1 - half cot half) / angle².
        let curl = if angle < SMALL_ANGLE {
            1.0 / 12.0 + square / 720.0
        } else {
            let [sine, cosine] = sin_cos(half);
            (1.0 - half * cosine / sine) / square
        };
        let across = cross(angular, movement.translation);
        let linear = subtract(movement.translation, scale(across, 0.5));
        Self { linear: add(linear, scale(cross(angular, across), curl)), angular }
    }

    /// The movement in one unit of time.
    pub(crate) fn movement(&self) -> RigidTransform {
        let angle = length(self.angular);
        let [sine, cosine] = sin_cos(angle / 2.0);
        let square = angle * angle;
        let (half_sine, once, twice) = if angle < SMALL_ANGLE {
            (0.5 - square / 48.0, 0.5 - square / 24.0, 1.0 / 6.0 - square / 120.0)
        } else {
            (sine / angle, 2.0 * sine * sine / square, (angle - 2.0 * sine * cosine) / (square * angle))
        };
        let across = cross(self.angular, self.linear);
        let translation = add(self.linear, add(scale(across, once), scale(cross(self.angular, across), twice)));
        let [x, y, z] = scale(self.angular, half_sine);
        RigidTransform { translation, rotation: [x, y, z, cosine] }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self { linear: add(self.linear, other.linear), angular: add(self.angular, other.angular) }
    }

    pub(crate) fn times(&self, factor: f64) -> Self {
        Self { linear: scale(self.linear, factor), angular: scale(self.angular, factor) }
    }

    /// By how much two small movements differ in one and in the other order.
    pub(crate) fn commutator(&self, other: &Self) -> Self {
        Self {
            linear: subtract(cross(self.angular, other.linear), cross(other.angular, self.linear)),
            angular: cross(self.angular, other.angular),
        }
    }

    /// The twist of a root whose pose changes by `translation` and `rotation` per unit of time, along fixed axes and as
    /// components of a quaternion. The length of the pose's rotation does not matter.
    pub(super) fn of_change(pose: &RigidTransform, translation: [f64; 3], rotation: [f64; 4]) -> Self {
        let [x, y, z, w] = pose.rotation;
        let [dx, dy, dz, dw] = rotation;
        let square = dot(pose.rotation, pose.rotation);
        // Twice the vector part of the conjugate times the change. A change of the length only changes the scalar part.
        let part = subtract(scale([dx, dy, dz], w), add(scale([x, y, z], dw), cross([x, y, z], [dx, dy, dz])));
        let unit = scale([-x, -y, -z, w], 1.0 / square.sqrt());
        Self { linear: rotate(unit, translation), angular: scale(part, 2.0 / square) }
    }
}

#[cfg(test)]
mod tests {
    use rigmill_format::RigidTransform;
    use rigmill_test_random::Random;

    use super::Twist;

    fn random(random: &mut Random, angle: f64) -> Twist {
        let mut vector = || [0; 3].map(|_| f64::from(random.signed()));
        Twist { linear: vector(), angular: vector().map(|part| part * angle) }
    }

    /// A movement in one unit of time is that of a million small steps.
    #[test]
    fn a_movement_is_the_sum_of_small_ones() {
        let mut numbers = Random::new(5);
        for angle in [0.0, 1e-5, 5e-4, 2e-3, 0.1, 1.0] {
            let twist = random(&mut numbers, angle);
            // Each doubling composes the movement with itself.
            let tiny = twist.times(f64::powi(0.5, 24)).movement();
            let sum = tiny.power(1 << 24);
            let whole = twist.movement();
            let off = |a: &RigidTransform, b: &RigidTransform| {
                let parts = a.translation.iter().zip(&b.translation).chain(a.rotation.iter().zip(&b.rotation));
                parts.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()))
            };
            assert!(off(&sum, &whole) < 1e-8, "{angle}: {sum:?} {whole:?}");
            let back = Twist::from_movement(&whole);
            let same = back.plus(&twist.times(-1.0));
            let most = same.linear.iter().chain(&same.angular).fold(0.0_f64, |most, part| most.max(part.abs()));
            assert!(most < 1e-9, "{angle}: {back:?} {twist:?}");
        }
    }
}
