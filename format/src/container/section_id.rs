//! [`SectionId`]: the name of a section.

use std::fmt;

use bytemuck::{Pod, Zeroable};

/// The name of a section: four bytes that are readable as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Pod, Zeroable)]
#[repr(transparent)]
pub struct SectionId(pub [u8; 4]);

impl fmt::Display for SectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}
