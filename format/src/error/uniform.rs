//! [`UniformProblem`]: what is wrong with a uniform clip.

use thiserror::Error;

/// What is wrong with a uniform clip.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum UniformProblem {
    /// No frames, or a frame rate that is none.
    #[error("it has {frames} frames at {frame_rate} a second, expected 1 or more at a finite rate above 0")]
    Header {
        /// Frames in the file.
        frames: usize,
        /// Frames a second in the file.
        frame_rate: f32,
    },
    /// Sections whose lengths do not fit bones, masks and frames.
    #[error("its masks, still pose or rows are not as long as its bones and frames need")]
    Length,
    /// A mask that names a bone that does not exist.
    #[error("the masks of block {block} name a bone that does not exist")]
    Mask {
        /// The block of eight bones.
        block: usize,
    },
    /// A still pose that is none.
    #[error(
        "the still pose of block {block} is not finite, has a rotation not of unit length, or a bone behind the last"
    )]
    Still {
        /// The block of eight bones.
        block: usize,
    },
    /// A row with values that may not be there.
    #[error(
        "frame {frame} of block {block} is not finite, moves a bone without keys, or has a rotation not of unit length or \
         on the other side of the one before"
    )]
    Row {
        /// Which frame.
        frame: usize,
        /// The block of eight bones.
        block: usize,
    },
    /// A track out of order, of a bone that does not exist, or without a key a frame.
    #[error("track {track} is out of order, of a bone that does not exist, or does not have a key a frame")]
    Track {
        /// Which one.
        track: usize,
    },
}
