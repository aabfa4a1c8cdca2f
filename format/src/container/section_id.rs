//! The name of a section.

use std::fmt;

use bytemuck::{Pod, Zeroable};

/// Four bytes, readable as text, that say what a section holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Pod, Zeroable)]
#[repr(transparent)]
pub struct SectionId(pub [u8; 4]);

impl fmt::Display for SectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}
