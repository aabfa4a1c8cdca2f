//! [`FixedDelta`]: a movement in integers.

use std::ops::{Add, AddAssign};

use rigmill_format::{MotionView, RigidTransform};

use super::fixed_power::FixedTransform;
use crate::content::Motion;

/// The change of a root's state, in quanta (see [`Motion::quantum`]). Sums of deltas are exact.
///
/// To follow a motion, keep ten integers and add the deltas to all of them:
///
/// - three for the position along the axes of the motion's start, initially 0;
/// - four for the orientation, a quaternion x, y, z, w, initially 0, 0, 0, [`one`](Motion::one);
/// - three for the scale, initially [`one`](Motion::one).
///
/// These numbers never differ from the motion by more than half a quantum, no matter how many deltas are added: each delta is
/// the difference of two states, and each state is rounded only once.
///
/// If a looping motion rotates, the quaternion changes continuously. After a full rotation, it is the negative of itself, which
/// is the same orientation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FixedDelta {
    /// The change of the position x, y, z, along the axes of the motion's start.
    pub translation: [i64; 3],
    /// The change of the quaternion's components x, y, z, w.
    pub rotation: [i64; 4],
    /// The change of the scale x, y, z.
    pub scale: [i64; 3],
}

impl Add for FixedDelta {
    type Output = Self;

    /// Wraps around beyond 2^63 quanta, so that sums are exact even there.
    fn add(self, other: Self) -> Self {
        Self {
            translation: std::array::from_fn(|at| self.translation[at].wrapping_add(other.translation[at])),
            rotation: std::array::from_fn(|at| self.rotation[at].wrapping_add(other.rotation[at])),
            scale: std::array::from_fn(|at| self.scale[at].wrapping_add(other.scale[at])),
        }
    }
}

impl AddAssign for FixedDelta {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Motion {
    /// Returns the change of the root's state from tick `from` to tick `to`. [`ticks`](crate::motion::ticks) converts seconds
    /// to ticks.
    ///
    /// The result is the same on every machine: within a loop, it uses only IEEE 754 operations that round exactly everywhere;
    /// whole loops use integers.
    #[must_use]
    pub fn fixed_delta(&self, from: i64, to: i64) -> FixedDelta {
        let view = self.view();
        let (from, to) = (state(&view, from), state(&view, to));
        FixedDelta {
            translation: std::array::from_fn(|at| to.translation[at].wrapping_sub(from.translation[at])),
            rotation: std::array::from_fn(|at| to.rotation[at].wrapping_sub(from.rotation[at])),
            scale: std::array::from_fn(|at| to.scale[at].wrapping_sub(from.scale[at])),
        }
    }

    /// The unit of the fixed-point numbers: a length in metres (or the clip's unit) or, for rotations, a quaternion component.
    /// It is a power of two.
    #[must_use]
    pub fn quantum(&self) -> f64 {
        self.view().quantum()
    }

    /// The number of quanta in 1.
    #[must_use]
    pub fn one(&self) -> i64 {
        1 << self.view().quantum_bits()
    }
}

/// The state at a tick. Each number is rounded to the nearest quantum.
fn state(view: &MotionView<'_>, tick: i64) -> FixedDelta {
    let (loops, within) = loop_and_tick(view, tick);
    let after_loops = |whole: RigidTransform, within: RigidTransform| {
        let within = FixedTransform::new(&within);
        let at = if loops == 0 { within } else { FixedTransform::new(&whole).power(loops).then(&within) };
        at.to_quanta(view.quantum_bits())
    };
    let (translation, rotation) = after_loops(view.whole_loop(), view.pose(within as f64));
    // Scales add up like translations without a rotation.
    let shift = |translation| RigidTransform { translation, ..RigidTransform::IDENTITY };
    let (scale, _) = after_loops(shift(view.whole_scale()), shift(view.scale(within as f64)));
    FixedDelta { translation, rotation, scale }
}

/// The loop that contains a tick, and the tick within it.
pub(super) fn loop_and_tick(view: &MotionView<'_>, tick: i64) -> (i64, i64) {
    // A checked motion lasts 1 to 2^53 ticks.
    let duration = i64::try_from(view.duration()).unwrap_or(i64::MAX).max(1);
    if view.loops() { (tick.div_euclid(duration), tick.rem_euclid(duration)) } else { (0, tick.clamp(0, duration)) }
}
