//! [`CompressedProblem`]: errors in a compressed clip.

use thiserror::Error;

/// An error in a compressed clip.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CompressedProblem {
    /// Fewer or more bytes than the header states.
    #[error("its bytes do not end where the last segment ends")]
    Truncated,
    /// No frames, or an invalid frame rate.
    #[error("it has {frames} frames at a rate of {frame_rate}, expected at least 1 frame and a finite rate above 0")]
    Header {
        /// The number of frames in the file.
        frames: u32,
        /// The number of frames per second in the file.
        frame_rate: f32,
    },
    /// Masks for a bone that does not exist, or with a channel that is both animated and constant.
    #[error(
        "the masks of block {0} refer to a bone that does not exist, or to a channel that is both animated and constant"
    )]
    Masks(usize),
    /// A constant that is not finite.
    #[error("a constant is not finite")]
    Constant,
    /// A largest error that is negative or not finite.
    #[error("its largest error is {0}, expected a finite number of at least 0")]
    LargestError(f32),
    /// A step with an invalid code, or unknown bits.
    #[error("the record of a track has an unknown step or unknown bits")]
    Record,
    /// A segment whose position, widths or base rotations are wrong.
    #[error("segment {0} is at the wrong position, or has wrong widths or base rotations")]
    Segment(usize),
    /// A track out of order, or with too few or too many keys or base rotations.
    #[error("track {0} is out of order, or does not have one key per frame and one base rotation per segment")]
    Track(usize),
    /// A number that is too large for any width.
    #[error("the keys of a segment differ by more than 19 bits can store, or its rows are too long")]
    Range,
    /// A coded clip that would take more memory than its length justifies.
    #[error("it has {found} numbers, but its length allows at most {most}")]
    Expansion {
        /// The number of coded numbers that the clip states.
        found: u64,
        /// The maximum number for a file of this length.
        most: u64,
    },
    /// A coded clip that exceeds its reader's limit.
    #[error("the decoded clip has {found} bytes, but at most {most} are allowed: raise `DecodeLimits::expanded`")]
    Expanded {
        /// The number of bytes of the decoded clip.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// Bytes that are not the shortest encoding of their content.
    #[error("its bytes are not the shortest encoding of the clip")]
    Loose,
}
