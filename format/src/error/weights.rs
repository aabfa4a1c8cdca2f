//! [`WeightProblem`]: errors in the weights of a clip.

use thiserror::Error;

/// An error in the weights of a clip.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightProblem {
    /// There are no times, or the first time is not 0.
    #[error("its first time is not 0, or it has no times")]
    Start,
    /// A time that is not later than the time before it, or is not a number.
    #[error("time {0} is not later than the previous time")]
    TimeOrder(usize),
    /// A duration that is not finite, or is before the last time.
    #[error("its duration is {found}, expected a finite number of at least the last time, {end}")]
    Duration {
        /// The duration.
        found: f32,
        /// The last time.
        end: f32,
    },
    /// A track that has neither one weight per time nor a single weight.
    #[error(
        "track {index} has {found} weights for {times} times, expected one weight for each time, or a single weight"
    )]
    Length {
        /// The index of the track.
        index: usize,
        /// The number of weights of the track.
        found: usize,
        /// The number of times.
        times: usize,
    },
    /// A weight that is not a number.
    #[error("a weight of track {0} is not finite")]
    NotFinite(usize),
    /// Two tracks for the same target.
    #[error("two tracks change target {target:?} of mesh {mesh:?}")]
    Repeated {
        /// The mesh.
        mesh: String,
        /// The name of the target.
        target: String,
    },
}
