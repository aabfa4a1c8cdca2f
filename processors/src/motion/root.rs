//! [`Root`]: a root bone in a clip.

use std::collections::BTreeSet;

use rigmill_format::RigidTransform;

use super::track::RootPath;

/// A root bone in a clip: where it goes, and the bones above it.
pub(super) struct Root {
    pub(super) path: RootPath,
    pub(super) above: Above,
}

/// The bones above a root, as far as its path contains their movement.
pub(super) struct Above {
    /// Their names.
    pub(super) bones: BTreeSet<String>,
    /// Their rotation when the clip begins: from the space of the root's keys to that of the path.
    pub(super) rotation: [f64; 4],
    /// Whether the clip moves none of them, and none scales its axes differently.
    pub(super) is_still: bool,
}

impl Above {
    /// No bones: the path is relative to the root's parent.
    pub(super) const NONE: Self =
        Self { bones: BTreeSet::new(), rotation: RigidTransform::IDENTITY.rotation, is_still: true };
}
