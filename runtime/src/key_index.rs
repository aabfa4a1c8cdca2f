//! Where a moment lies among the keys of a sequence.

/// The keys before and after a moment, and how far the moment is between them.
///
/// Under `Rules::RobotGame` an index may be no key of the sequence, as in the original: negative
/// for a negative time. Under `Rules::Standard` both are keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyIndex {
    /// The key before.
    pub first: i32,
    /// The key after.
    pub second: i32,
    /// 0 at the first key, 1 at the second.
    pub fraction: f32,
}
