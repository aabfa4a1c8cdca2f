//! [`Element`]: where in a scene's source something comes from.

use std::fmt;

/// The element of the source that something was made from, for diagnostics: a node's name and number, since scenes are
/// binary files and have no lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// What the format calls such an element: `Model`, `Geometry`, `AnimationStack`; `node`, `mesh`.
    pub kind: &'static str,
    /// Its name, exactly.
    pub name: String,
    /// The number that distinguishes it from others of its name: the source's own, or its index among all elements.
    pub id: u64,
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} ({})", self.kind, self.name, self.id)
    }
}
