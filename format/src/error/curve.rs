//! [`CurveProblem`]: errors in a bone's curves.

use thiserror::Error;

/// An error in a bone's curves.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CurveProblem {
    /// A component that the content type does not have, or that is out of order.
    #[error("component number {0} is unknown or out of order")]
    Component(u32),
    /// No wrap mode has this number.
    #[error("wrap mode number {0} is unknown, expected 0, 1, 2, 4, 8, 16 or 32")]
    WrapMode(u32),
    /// A key with a time or value that is not finite, or a tangent that is not a number.
    #[error("key {0} of a curve is not a number")]
    NotANumber(usize),
    /// A key that is earlier than the key before it.
    #[error("key {0} of a curve is earlier than the previous key")]
    TimeOrder(usize),
}
