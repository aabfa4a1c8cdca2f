//! [`Root`]: a root bone in a clip.

use super::track::RootPath;

/// The y axis, which points up in every model.
pub(super) const UP: [f64; 3] = [0.0, 1.0, 0.0];

/// A root bone in a clip: where it goes, and the bones above it.
pub(super) struct Root {
    pub(super) path: RootPath,
    pub(super) above: Above,
}

/// The bones above a root, as far as its path contains their movement.
pub(super) struct Above {
    /// Their names.
    pub(super) bones: Vec<String>,
    /// Up in the space of the root's keys, of unit length.
    pub(super) up: [f64; 3],
    /// Whether the clip moves none of them, and none scales its axes differently.
    pub(super) is_still: bool,
}

impl Above {
    /// No bones: the path is relative to the root's parent.
    pub(super) const NONE: Self = Self { bones: Vec::new(), up: UP, is_still: true };
}
