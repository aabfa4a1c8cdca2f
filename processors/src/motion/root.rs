//! [`Root`]: a root bone in a clip, and [`RootName`]: its name in the manifest.

use std::collections::BTreeSet;

use rigmill_format::RigidTransform;

use super::track::RootPath;
use crate::report::Setting;

/// The name of a root bone; empty for the first bone that the clip moves.
#[derive(Clone, Copy)]
pub(super) struct RootName<'a> {
    pub(super) bone: &'a str,
    /// Where the manifest sets the name.
    pub(super) setting: Setting,
}

impl<'a> RootName<'a> {
    /// The value of the parameter `root`.
    pub(super) const fn of_parameter(bone: &'a str) -> Self {
        Self { bone, setting: Setting::parameter("root") }
    }
}

/// A root bone in a clip: its path, and the bones above it.
pub(super) struct Root {
    pub(super) path: RootPath,
    pub(super) above: Above,
}

/// The bones above a root, if the root's path includes their movement.
pub(super) struct Above {
    /// The names of the bones.
    pub(super) bones: BTreeSet<String>,
    /// The bones' rotation at the start of the clip, from the space of the root's keys to the space of the path.
    pub(super) rotation: [f64; 4],
    /// Whether the clip moves none of these bones, and none of them has a non-uniform scale.
    pub(super) is_still: bool,
}

impl Above {
    /// No bones: the path is relative to the root's parent.
    pub(super) const NONE: Self =
        Self { bones: BTreeSet::new(), rotation: RigidTransform::IDENTITY.rotation, is_still: true };
}
