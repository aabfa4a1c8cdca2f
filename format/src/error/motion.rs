//! [`MotionProblem`]: what is wrong with a motion.

use thiserror::Error;

/// What is wrong with a motion.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MotionProblem {
    /// A duration of nothing, or too long.
    #[error("the duration is {found} ticks, expected 1 to {limit}")]
    Duration {
        /// Ticks.
        found: u64,
        /// The longest.
        limit: u64,
    },
    /// A number that stands for no interpolation.
    #[error("interpolation number {found} is unknown, expected 0 (linear) or 1 (smooth)")]
    Interpolation {
        /// The number in the file.
        found: u32,
    },
    /// A quantum that is too fine.
    #[error("the quantum is 2^-{found}, expected 2^-{limit} or more")]
    QuantumBits {
        /// The exponent in the file.
        found: u32,
        /// The largest.
        limit: u32,
    },
    /// A start that is no pose.
    #[error("the start is no pose: its numbers are not finite or too large, or its rotation is not of unit length")]
    Start,
    /// Too few keys to be a path.
    #[error("it has {found} keys, expected 2 or more")]
    Keys {
        /// How many there are.
        found: usize,
    },
    /// A list that does not fit the keys.
    #[error("it has {found} {list}, expected {expected}")]
    ListLength {
        /// `poses`, `slopes`, `scales` or `scale slopes`.
        list: &'static str,
        /// Entries in it.
        found: usize,
        /// Entries that it should have.
        expected: usize,
    },
    /// Keys that do not begin at 0 or do not end at the duration.
    #[error("the keys do not reach from 0 to the duration")]
    Ends,
    /// A time that does not come after the one before it.
    #[error("key {key} does not come after the one before it")]
    TimeOrder {
        /// Which key.
        key: usize,
    },
    /// A first pose that is a movement already.
    #[error("the first pose is not the identity")]
    FirstPose,
    /// A pose that is none.
    #[error("pose {key} is not finite or too far away, or its rotation is not of unit length")]
    Pose {
        /// Which key.
        key: usize,
    },
    /// A rotation that turns the long way.
    #[error("the rotation of pose {key} is not in the hemisphere of the one before it")]
    Hemisphere {
        /// Which key.
        key: usize,
    },
    /// A first scale that is a change already.
    #[error("the first scale is not zero")]
    FirstScale,
    /// A scale that is too large or no number.
    #[error("scale {key} is not finite or too large")]
    Scale {
        /// Which key.
        key: usize,
    },
    /// A slope that is too steep or no number.
    #[error("slope {key} is not finite, or steeper than 10^12 a second")]
    Slope {
        /// Which key.
        key: usize,
    },
}
