//! [`Element`]: the part of a scene's source that a value comes from.

use std::fmt;

/// The element of the source that a value comes from, for diagnostics. Scenes are binary files without lines, so an element is
/// identified by its name and number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// The format's name for elements of this kind, such as `Model`, `Geometry`, `AnimationStack`; `node`, `mesh`.
    pub kind: &'static str,
    /// The name of the element, exactly as in the source.
    pub name: String,
    /// A number that distinguishes the element from others with the same name: the source's own number, or the index among all
    /// elements.
    pub id: u64,
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} ({})", self.kind, self.name, self.id)
    }
}
