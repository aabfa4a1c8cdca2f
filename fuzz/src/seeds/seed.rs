//! [`Seed`]: an intact input.

/// The maximum size of an input, in bytes.
pub const LONGEST: usize = 24 << 10;

/// An intact input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed {
    /// The name of the target that reads the input.
    pub target: String,
    /// The bytes of the input.
    pub bytes: Vec<u8>,
}
