//! What can be wrong with a bone's curves.

use thiserror::Error;

/// What is wrong with a bone's curves.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CurveProblem {
    /// A component that the content does not have, or not behind the one before.
    #[error("component number {found} is unknown here, or does not follow the one before it")]
    Component {
        /// The number in the file.
        found: u32,
    },
    /// No wrap mode has this number.
    #[error("wrap mode number {found} is unknown, expected 0, 1, 2, 4 or 8")]
    WrapMode {
        /// The number in the file.
        found: u32,
    },
    /// A key with a time or value that is not finite, or a tangent that is no number.
    #[error("key {key} of a curve is no number")]
    NotANumber {
        /// Which key.
        key: usize,
    },
    /// A key that comes before the one before it.
    #[error("key {key} of a curve is at an earlier time than the one before it")]
    TimeOrder {
        /// Which key.
        key: usize,
    },
}
