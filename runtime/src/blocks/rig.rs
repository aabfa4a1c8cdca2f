//! [`Rig`]: a skeleton for poses in blocks.

use rigmill_format::{SkeletonView, Transform};
use rigmill_math::matrix::{self, Matrix};
use rigmill_math::quaternion::normalize_in_f64;

use super::{PoseBlock, pose_blocks, simd_level};

/// Marks a root bone, which has no parent. No skeleton has this number of bones.
pub(super) const NO_PARENT: u16 = u16::MAX;

/// A skeleton for poses in blocks: the parents, the bind pose and the root axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    parents: Vec<u16>,
    bind: Vec<PoseBlock>,
    root_axis: Matrix,
}

impl Rig {
    /// Creates the rig of a skeleton.
    #[must_use]
    pub fn new(skeleton: &SkeletonView<'_>) -> Self {
        let parent = |parent: Option<usize>| parent.and_then(|it| u16::try_from(it).ok()).unwrap_or(NO_PARENT);
        let bind = |bind: &Transform| bind.normalized();
        // Initializes the level here, so that no job reads the environment.
        let _ = simd_level();
        Self {
            parents: skeleton.bones().map(|bone| parent(bone.parent())).collect(),
            bind: pose_blocks(skeleton.bones().map(|bone| bind(bone.bind()))),
            root_axis: matrix::from_quaternion(normalize_in_f64(skeleton.root_axis())),
        }
    }

    /// The number of bones.
    #[must_use]
    pub fn bones(&self) -> usize {
        self.parents.len()
    }

    /// The number of blocks of eight bones.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.bind.len()
    }

    /// The parent of a bone, whose number is lower than the bone's own. `None` for a root.
    #[inline]
    #[must_use]
    pub fn parent(&self, bone: usize) -> Option<usize> {
        self.parents.get(bone).filter(|parent| **parent != NO_PARENT).map(|parent| usize::from(*parent))
    }

    /// The bind pose with normalized rotations: one block per eight bones.
    #[must_use]
    pub fn bind(&self) -> &[PoseBlock] {
        &self.bind
    }

    /// The rotation that is applied after the local transform of every root bone.
    #[must_use]
    pub fn root_axis(&self) -> &Matrix {
        &self.root_axis
    }

    pub(super) fn parents(&self) -> &[u16] {
        &self.parents
    }
}
