//! [`SkeletonSource`]: a bone hierarchy as its source describes it.

use serde::Serialize;

use crate::Located;

/// A bone hierarchy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkeletonSource {
    /// A rotation x, y, z, w of the whole model that makes it upright.
    pub root_axis: Located<[f32; 4]>,
    /// The bones. Parents come before their children. No two bones have the same name.
    pub bones: Vec<BoneSource>,
}

/// A bone and its local bind pose.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoneSource {
    /// The bone's name, by which clips refer to it.
    pub name: Located<String>,
    /// The index of the parent, which comes before this bone in the list. `None` for a root.
    pub parent: Option<Located<u32>>,
    /// The translation x, y, z.
    pub translation: Located<[f32; 3]>,
    /// The rotation as a quaternion x, y, z, w; not zero.
    pub rotation: Located<[f32; 4]>,
    /// The scale factors along x, y, z.
    pub scale: Located<[f32; 3]>,
}
