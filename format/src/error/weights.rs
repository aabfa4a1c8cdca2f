//! [`WeightProblem`]: errors in the weights of a clip.

use thiserror::Error;

/// An error in the weights of a clip.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightProblem {
    /// No times, or the first is not 0.
    #[error("its first time is not 0, or it has none")]
    Start,
    /// A time that is not above the one before, or not a number.
    #[error("time {0} is not above the one before")]
    TimeOrder(usize),
    /// A duration that is not finite, or before the last time.
    #[error("its duration is {found}, expected a finite number of at least the last time, {end}")]
    Duration {
        /// The duration.
        found: f32,
        /// The last time.
        end: f32,
    },
    /// A track without one weight for each time, or one for all.
    #[error("track {index} has {found} weights for {times} times, expected one for each, or one for all")]
    Length {
        /// Which track.
        index: usize,
        /// Its weights.
        found: usize,
        /// Times there are.
        times: usize,
    },
    /// A weight that is not a number.
    #[error("a weight of track {0} is not finite")]
    NotFinite(usize),
    /// Two tracks of one target.
    #[error("two tracks are of target {target:?} of mesh {mesh:?}")]
    Repeated {
        /// The mesh.
        mesh: String,
        /// Its target.
        target: String,
    },
}
