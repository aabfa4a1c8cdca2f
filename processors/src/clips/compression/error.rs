//! [`CompressError`]: why a clip was not compressed.

use rigmill_format::InvalidContent;
use thiserror::Error;

/// Why a clip was not compressed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CompressError {
    /// No bones or no frames, a bone whose parent does not come before it, or a number that is not finite.
    #[error("the clip has no bones, no frames, a bone before its parent, or a number that is not finite")]
    Source,
    /// An invalid bound.
    #[error("the error has to be finite and above 0, the shell finite and not negative")]
    Bound,
    /// More than the layout can hold.
    #[error(transparent)]
    Layout(#[from] InvalidContent),
    /// More frames than a clip can hold.
    #[error("{0}")]
    TooManyKeys(String),
    /// No steps keep the error within the bound.
    #[error("bone {bone} is off by {found}, which is above the bound of {bound}")]
    OverBound {
        /// The bone with the largest error.
        bone: usize,
        /// Its error, in the units of the source.
        found: f32,
        /// Its bound.
        bound: f32,
    },
}
