//! [`UniformProblem`]: errors in a uniform clip.

use thiserror::Error;

/// An error in a uniform clip.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum UniformProblem {
    /// No frames, or an invalid frame rate.
    #[error("it has {frames} frames at a rate of {frame_rate}, expected at least 1 frame and a finite rate above 0")]
    Header {
        /// The number of frames in the file.
        frames: usize,
        /// The number of frames per second in the file.
        frame_rate: f32,
    },
    /// Sections whose lengths do not match the bones, masks and frames.
    #[error("its masks, still pose or rows do not have the length that its bones and frames need")]
    Length,
    /// A mask for a bone that does not exist.
    #[error("the masks of block {0} refer to a bone that does not exist")]
    Mask(usize),
    /// A still pose that is not valid.
    #[error(
        "the still pose of block {0} is not finite, has a rotation that is not of unit length, or has a bone that does not exist"
    )]
    Still(usize),
    /// A row with invalid values.
    #[error(
        "frame {frame} of block {block} is not finite, moves a bone without keys, or has a rotation that is not of unit \
         length or not in the hemisphere of the previous rotation"
    )]
    Row {
        /// Which frame.
        frame: usize,
        /// The index of the block of eight bones.
        block: usize,
    },
    /// A track that is out of order, is for a bone that does not exist, or does not have one key per frame.
    #[error("track {0} is out of order, moves a bone that does not exist, or does not have one key per frame")]
    Track(usize),
}
