//! [`FixedDelta`]: a movement in whole quanta.

use std::ops::{Add, AddAssign};

use rigmill_format::{MotionView, RigidTransform};

use super::fixed_power::FixedTransform;
use crate::content::Motion;

/// The change of a root's state, in quanta: [`Motion::quantum`]. Sums of deltas are exact.
///
/// Following a motion takes ten numbers: three for the position along the axes of the motion's start, zero at
/// first; four for the orientation, a quaternion x, y, z, w, which at first is 0, 0, 0 and a whole
/// [`one`](Motion::one); and three for the scale, a whole one each at first. Deltas are added to all ten. They are never off the motion by more than half a quantum then,
/// whatever was added up: each delta is the difference of two states, and each state is rounded but once.
///
/// Where a looping motion rotates, the quaternion changes evenly, and is the negative of itself after a full rotation, which
/// is the same orientation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FixedDelta {
    /// x, y, z along the axes of the motion's start.
    pub translation: [i64; 3],
    /// The change of a quaternion's components x, y, z, w.
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
    /// By how much the root's state changes from tick `from` to tick `to`; [`ticks`](crate::motion::ticks) has ticks of seconds.
    ///
    /// The same on every machine: within a loop by IEEE 754 arithmetic that is exactly rounded everywhere, whole loops by
    /// integers.
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

    /// The unit of fixed-point numbers, in metres (or the clip's unit); for rotations, of a quaternion's components. A
    /// power of two.
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

/// The state at a tick, each number rounded to the nearest quantum.
fn state(view: &MotionView<'_>, tick: i64) -> FixedDelta {
    let (loops, within) = loop_and_tick(view, tick);
    let after_loops = |whole: RigidTransform, within: RigidTransform| {
        let within = FixedTransform::of(&within);
        let at = if loops == 0 { within } else { FixedTransform::of(&whole).power(loops).then(&within) };
        at.to_quanta(view.quantum_bits())
    };
    let (translation, rotation) = after_loops(view.whole_loop(), view.pose(within as f64));
    // Scales add up as translations without a rotation do.
    let shift = |translation| RigidTransform { translation, ..RigidTransform::IDENTITY };
    let (scale, _) = after_loops(shift(view.whole_scale()), shift(view.scale(within as f64)));
    FixedDelta { translation, rotation, scale }
}

/// The loop of a tick, and the tick within it.
pub(super) fn loop_and_tick(view: &MotionView<'_>, tick: i64) -> (i64, i64) {
    // A checked motion lasts 1 to 2^53 ticks.
    let duration = i64::try_from(view.duration()).unwrap_or(i64::MAX).max(1);
    if view.loops() { (tick.div_euclid(duration), tick.rem_euclid(duration)) } else { (0, tick.clamp(0, duration)) }
}
