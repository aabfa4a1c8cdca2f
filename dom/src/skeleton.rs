//! [`SkeletonSource`]: a bone hierarchy as its source describes it.

use serde::Serialize;

use crate::Located;

/// A bone hierarchy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkeletonSource {
    /// A rotation x, y, z, w of the whole model, to stand it upright.
    pub root_axis: Located<[f32; 4]>,
    /// Parents above their children; no two have the same name.
    pub bones: Vec<BoneSource>,
}

/// A bone and its bind pose relative to its parent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoneSource {
    /// The name that clips know it by.
    pub name: Located<String>,
    /// The index of the parent, which is before this bone in the list; none for a root.
    pub parent: Option<Located<u32>>,
    /// Translation x, y, z.
    pub translation: Located<[f32; 3]>,
    /// Rotation as a quaternion x, y, z, w; not zero.
    pub rotation: Located<[f32; 4]>,
    /// Scale along x, y, z.
    pub scale: Located<[f32; 3]>,
}
