//! [`BoneSource`]: a bone and its bind pose.

use serde::Serialize;

use crate::Located;

/// A bone and its bind pose relative to its parent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoneSource {
    /// The name that clips know it by.
    pub name: Located<String>,
    /// The bone it hangs on, by its place in the list of bones, which is above this one's; none for a root.
    pub parent: Option<Located<u32>>,
    /// Translation x, y, z.
    pub translation: Located<[f32; 3]>,
    /// Rotation as a quaternion x, y, z, w; not zero.
    pub rotation: Located<[f32; 4]>,
    /// Scale along x, y, z.
    pub scale: Located<[f32; 3]>,
}
