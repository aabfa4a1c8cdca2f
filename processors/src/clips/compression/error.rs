//! [`CompressError`]: why a clip was not compressed.

use rigmill_format::InvalidContent;
use thiserror::Error;

/// Why a clip was not compressed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CompressError {
    /// The source has no bones, no frames, a bone whose parent does not come before it, or a number that is not finite.
    #[error(
        "the clip has no bones or no frames, lists a bone before its parent, or contains an infinite or NaN number"
    )]
    Source,
    /// The error bound is invalid.
    #[error("the error must be finite and above 0, and the shell must be finite and not negative")]
    Bound,
    /// The clip exceeds a limit of the layout.
    #[error(transparent)]
    Layout(#[from] InvalidContent),
    /// The clip has too many frames.
    #[error("{0}")]
    TooManyKeys(String),
    /// No step sizes keep the error within the bound.
    #[error("the error of bone {bone} is {found}, but at most {bound} is allowed")]
    OverBound {
        /// The index of the bone with the largest error.
        bone: usize,
        /// The error of this bone, in the units of the source.
        found: f32,
        /// The bound of this bone, in the units of the source.
        bound: f32,
    },
}
