//! [`MotionProblem`]: errors in a motion.

use thiserror::Error;

/// An error in a motion.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MotionProblem {
    /// A duration of zero, or a duration that is too long.
    #[error("the duration is {found} ticks, expected 1 to {limit}")]
    Duration {
        /// The duration in ticks.
        found: u64,
        /// The maximum duration in ticks.
        limit: u64,
    },
    /// An unknown interpolation.
    #[error("interpolation number {0} is unknown, expected 0 (linear) or 1 (smooth)")]
    Interpolation(u32),
    /// A quantum that is too fine.
    #[error("the quantum is 2^-{found}, expected 2^-{limit} or more")]
    QuantumBits {
        /// The exponent in the file.
        found: u32,
        /// The maximum exponent.
        limit: u32,
    },
    /// A start that is not a valid pose.
    #[error(
        "the start is not a valid pose: its numbers are not finite or too large, or its rotation is not of unit length"
    )]
    Start,
    /// Too few keys for a path.
    #[error("it has {0} keys, expected 2 or more")]
    Keys(usize),
    /// A list whose length does not match the keys.
    #[error("it has {found} {list}, expected {expected}")]
    ListLength {
        /// `poses`, `slopes`, `scales` or `scale slopes`.
        list: &'static str,
        /// The number of entries in the list.
        found: usize,
        /// The expected number of entries.
        expected: usize,
    },
    /// Keys that do not begin at 0 or do not end at the duration.
    #[error("the keys do not reach from 0 to the duration")]
    Ends,
    /// A time that is not later than the time before it.
    #[error("key {0} is not later than the previous key")]
    TimeOrder(usize),
    /// A first pose that is not the identity.
    #[error("the first pose is not the identity")]
    FirstPose,
    /// A pose that is not valid.
    #[error("pose {0} is not finite or too far away, or its rotation is not of unit length")]
    Pose(usize),
    /// A rotation in the opposite hemisphere from the rotation before it.
    #[error("the rotation of pose {0} is not in the hemisphere of the previous rotation")]
    Hemisphere(usize),
    /// A first scale that is not zero.
    #[error("the first scale is not zero")]
    FirstScale,
    /// A scale that is too large or not a number.
    #[error("scale {0} is not finite or too large")]
    Scale(usize),
    /// A slope that is too steep or not a number.
    #[error("the slope of key {0} is infinite, NaN, or above 10^12 per second")]
    Slope(usize),
}
