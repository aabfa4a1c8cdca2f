//! [`Motion`]: a motion that owns its keys.

use crate::RigidTransform;
use crate::layout::numbered;

/// The ticks of a second: divisible by 24, 25, 30, 48, 50, 60, 90, 100, 120, 144, 240 and 1000.
pub const TICKS_PER_SECOND: u64 = 705_600_000;

/// The longest motion, in ticks: each of its times is a double without loss. 148 days.
pub const MAX_MOTION_TICKS: u64 = 1 << 53;

/// The finest quantum of the fixed-point form: 2 to the power of minus this.
pub const MAX_QUANTUM_BITS: u32 = 30;

/// Where the root of a clip takes a character.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    /// The root bone.
    pub bone: String,
    /// Whether it repeats when it is over, from where the character then is. If not, the character stays there.
    pub loops: bool,
    /// The path between keys.
    pub interpolation: MotionInterpolation,
    /// Fixed-point numbers count quanta of 2 to the power of minus this; at most [`MAX_QUANTUM_BITS`].
    pub quantum_bits: u32,
    /// Where the root stands in its clip when the motion begins. Poses are relative to it.
    pub start: RigidTransform,
    /// Key times in ticks, strictly ascending: the first is 0, the last is the duration of a loop.
    pub times: Vec<u64>,
    /// The pose at each key. The first is [`RigidTransform::IDENTITY`].
    pub poses: Vec<RigidTransform>,
    /// By how much each number of a pose changes per second at each key; none where the interpolation is linear.
    pub slopes: Vec<RigidTransform>,
    /// By how much the root's scale x, y, z at each key differs from that at the first: it adds up, apart from the pose. None
    /// where the motion scales nothing.
    pub scales: Vec<[f64; 3]>,
    /// By how much that changes per second at each key; none where the interpolation is linear or nothing is scaled.
    pub scale_slopes: Vec<[f64; 3]>,
}

numbered! {
    /// The path of a motion between two keys.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum MotionInterpolation: u32 {
        /// Straight, rotating evenly.
        #[default]
        Linear = 0, "linear";
        /// A cubic curve that leaves no corner at a key.
        Smooth = 1, "smooth";
    }
}
