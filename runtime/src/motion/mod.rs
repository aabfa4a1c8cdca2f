//! Root motion: how a clip's root moves a character between any two times.
//!
//! A [`Motion`] has a pose at every time, relative to the beginning of its first loop. This includes times in earlier and later
//! loops. The pose in loop `n` is the movement of a whole loop repeated `n` times, followed by the pose within the loop. A
//! delta is the difference between two of these poses. So the sum of any number of consecutive deltas is the difference between
//! the last and the first pose.
//!
//! A motion may also scale its root: see [`Motion::scale_delta`]. Scales add up component by component, independent of the
//! pose.
//!
//! Deltas come in two forms. [`Motion::delta`] returns a transform in double precision, relative to the root at the first time.
//! So it can move a character of any orientation. [`Motion::fixed_delta`] returns integers, in quanta along the axes of the
//! motion's start. They add up exactly on every machine, for lockstep games and servers.

mod fixed;
mod fixed_power;
mod twist;
mod validate;
mod way;

use rigmill_format::MotionView;
pub use rigmill_format::RigidTransform;
use rigmill_format::motion::TICKS_PER_SECOND;

use crate::content::Motion;
pub use fixed::FixedDelta;
pub(crate) use twist::Twist;
pub use validate::{Deviation, Steps};
pub(crate) use way::Way;

impl Motion {
    /// Returns the movement of the root from time `from` to time `to`, in seconds: the pose at `to` relative to the pose at
    /// `from`. All times are allowed, in any order. A time that is not finite counts as 0. A motion that does not loop stands
    /// still before its beginning and after its end.
    #[must_use]
    pub fn delta(&self, from: f64, to: f64) -> RigidTransform {
        let view = self.view();
        let (from, to) = (Moment::new(&view, from), Moment::new(&view, to));
        let to_pose = match to.loops.saturating_sub(from.loops) {
            0 => to.pose,
            loops => view.whole_loop().power(loops).then(&to.pose),
        };
        from.pose.inverse().then(&to_pose)
    }

    /// Returns the change of the root's scale x, y, z from time `from` to time `to`, in seconds. Add it to the character's
    /// scale. Times are handled as in [`delta`](Self::delta). Each loop continues from the scale at the end of the previous
    /// loop. The change is zero if the motion has no scale.
    #[must_use]
    pub fn scale_delta(&self, from: f64, to: f64) -> [f64; 3] {
        let view = self.view();
        let (from, to) = (Moment::new(&view, from), Moment::new(&view, to));
        let loops = to.loops.saturating_sub(from.loops) as f64;
        let whole = view.whole_scale();
        std::array::from_fn(|axis| loops * whole[axis] + to.scale[axis] - from.scale[axis])
    }

    /// The pose of the root at `time`, in seconds, relative to the start of the motion. Same as [`delta`](Self::delta) from 0.
    #[must_use]
    pub fn pose(&self, time: f64) -> RigidTransform {
        self.delta(0.0, time)
    }

    /// Like [`pose`](Self::pose), but at a time in ticks.
    #[must_use]
    pub fn pose_at_tick(&self, tick: i64) -> RigidTransform {
        let view = self.view();
        let (loops, within) = fixed::loop_and_tick(&view, tick);
        let pose = view.pose(within as f64);
        if loops == 0 { pose } else { view.whole_loop().power(loops).then(&pose) }
    }

    /// The duration of one loop, in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.view().duration() as f64 / TICKS_PER_SECOND as f64
    }
}

/// A time in a motion: its loop, and the pose and the change of the scale relative to the loop's beginning.
struct Moment {
    loops: i64,
    pose: RigidTransform,
    scale: [f64; 3],
}

impl Moment {
    fn new(view: &MotionView<'_>, seconds: f64) -> Self {
        let ticks = if seconds.is_finite() { seconds * TICKS_PER_SECOND as f64 } else { 0.0 };
        let duration = view.duration() as f64;
        if !view.loops() {
            return Self { loops: 0, pose: view.pose(ticks), scale: view.scale(ticks) };
        }
        // This is exact, because the remainder of a division has no more digits than the dividend.
        let within = ticks.rem_euclid(duration);
        #[expect(clippy::cast_possible_truncation, reason = "a whole number; saturates beyond 2^63 loops")]
        let loops = ((ticks - within) / duration).round() as i64;
        Self { loops, pose: view.pose(within), scale: view.scale(within) }
    }
}

/// Converts a time in seconds to the nearest whole number of ticks of 1 / 705,600,000 s. NaN gives 0.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "a whole number; saturates beyond 414 years")]
pub fn ticks(seconds: f64) -> i64 {
    (seconds * TICKS_PER_SECOND as f64).round() as i64
}
