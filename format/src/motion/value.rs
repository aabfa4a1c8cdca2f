//! [`Motion`]: a motion as an owned value.

use crate::RigidTransform;
use crate::layout::numbered;

/// The number of ticks per second. It is divisible by 24, 25, 30, 48, 50, 60, 90, 100, 120, 144, 240 and 1000.
pub const TICKS_PER_SECOND: u64 = 705_600_000;

/// The maximum duration of a motion in ticks (148 days). An `f64` holds each of its times exactly.
pub const MAX_MOTION_TICKS: u64 = 1 << 53;

/// The finest quantum of the fixed-point form is 2 to the power of minus this number.
pub const MAX_QUANTUM_BITS: u32 = 30;

/// The root motion of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    /// The root bone.
    pub bone: String,
    /// Whether the motion repeats at its end, from the pose that the character then has. If not, the character stays there.
    pub loops: bool,
    /// The path between keys.
    pub interpolation: MotionInterpolation,
    /// The quantum of fixed-point numbers is 2 to the power of minus this number, which is at most [`MAX_QUANTUM_BITS`].
    pub quantum_bits: u32,
    /// The root's pose in its clip when the motion starts. Poses are relative to it.
    pub start: RigidTransform,
    /// The key times in ticks, strictly ascending: the first is 0, the last is the duration of a loop.
    pub times: Vec<u64>,
    /// The pose at each key. The first is [`RigidTransform::IDENTITY`].
    pub poses: Vec<RigidTransform>,
    /// The change per second of each number of a pose, at each key. Empty if the interpolation is linear.
    pub slopes: Vec<RigidTransform>,
    /// The difference between the root's scale x, y, z at each key and at the first key. It adds up separately from the pose.
    /// Empty if the motion does not scale.
    pub scales: Vec<[f64; 3]>,
    /// The change per second of these differences, at each key. Empty if the interpolation is linear or the motion does not
    /// scale.
    pub scale_slopes: Vec<[f64; 3]>,
}

numbered! {
    /// The path of a motion between two keys.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum MotionInterpolation: u32 {
        /// A straight line, with a rotation at constant speed.
        #[default]
        Linear = 0, "linear";
        /// A cubic curve without corners at keys.
        Smooth = 1, "smooth";
    }
}
