//! [`Seed`]: an intact input.

/// The most bytes of an input.
pub const LONGEST: usize = 24 << 10;

/// An intact input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed {
    /// The name of its target.
    pub target: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}
