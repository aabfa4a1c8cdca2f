//! [`CompressedProblem`]: what is wrong with a compressed clip.

use thiserror::Error;

/// What is wrong with a compressed clip.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CompressedProblem {
    /// Fewer bytes than the header tells, or more.
    #[error("its bytes do not end where the last segment does")]
    Truncated,
    /// No frames, or a frame rate that is none.
    #[error("it has {frames} frames at {frame_rate} a second, expected 1 or more at a finite rate above 0")]
    Header {
        /// Frames in the file.
        frames: u32,
        /// Frames a second in the file.
        frame_rate: f32,
    },
    /// Masks that name a bone that does not exist, or one channel twice.
    #[error("the masks of block {block} name a bone that does not exist, or a channel that is animated and constant")]
    Masks {
        /// The block of eight bones.
        block: usize,
    },
    /// A constant that is not finite.
    #[error("a constant is not finite")]
    Constant,
    /// A step beyond the last, or bits that have no meaning.
    #[error("the record of a track has a step beyond the last, or bits that mean nothing")]
    Record,
    /// A segment whose place, widths or turns are wrong.
    #[error("segment {segment} is not where it should be, or its widths or turns are wrong")]
    Segment {
        /// Which one.
        segment: usize,
    },
    /// A track out of order, or one whose turns or keys are too few or too many.
    #[error("track {track} is out of order, or does not have a key a frame and a turn a segment")]
    Track {
        /// Which one, of the list that it is in.
        track: usize,
    },
    /// A number that no width holds.
    #[error("the keys of a segment are further apart than 19 bits tell, or its rows are too long")]
    Range,
    /// A coded clip that would take more memory than its bytes explain.
    #[error("it has {found} numbers, its bytes allow for {most}")]
    Expansion {
        /// How many numbers it says it has.
        found: u64,
        /// How many a file of its length may have.
        most: u64,
    },
    /// A coded clip that is larger than its reader wants, whatever its bytes explain.
    #[error("it takes {found} bytes when it is expanded, at most {most} are allowed: raise `DecodeLimits::expanded`")]
    Expanded {
        /// How many bytes it takes.
        found: u64,
        /// How many it may take.
        most: u64,
    },
    /// Bytes that say the same as shorter ones.
    #[error("it is not packed as tightly as it could be")]
    Loose,
}
