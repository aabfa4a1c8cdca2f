//! [`SkeletonSource`]: a bone hierarchy as its source describes it.

use serde::Serialize;

use crate::{BoneSource, Located};

/// A bone hierarchy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SkeletonSource {
    /// A rotation x, y, z, w that stands the whole model upright.
    pub root_axis: Located<[f32; 4]>,
    /// Parents above their children; no two of one name.
    pub bones: Vec<BoneSource>,
}
