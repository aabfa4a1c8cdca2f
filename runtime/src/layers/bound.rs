//! [`Branch`]: some bones of a skeleton with all their ancestors, in model space.

use rigmill_format::SkeletonView;
use rigmill_math::matrix::{self, Matrix};
use rigmill_math::quaternion;

/// Some bones of a skeleton with all their ancestors. Parents come before their children.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// For each bone, its number in the skeleton and the index of its parent in this list.
    bones: Vec<(usize, Option<usize>)>,
    root_axis: Matrix,
    absolute: Vec<Matrix>,
}

impl Branch {
    pub(super) fn new(skeleton: &SkeletonView<'_>, wanted: impl IntoIterator<Item = usize>) -> Self {
        let mut needed = vec![false; skeleton.len()];
        for bone in wanted {
            mark_with_parents(skeleton, bone, &mut needed);
        }
        let numbers: Vec<usize> =
            needed.iter().enumerate().filter_map(|(bone, needed)| needed.then_some(bone)).collect();
        // The numbers are ascending, which binary search requires.
        let parent = |bone| numbers.binary_search(&skeleton.bone(bone)?.parent()?).ok();
        let bones: Vec<_> = numbers.iter().map(|&bone| (bone, parent(bone))).collect();
        let root_axis = matrix::from_quaternion(quaternion::normalize_in_f64(skeleton.root_axis()));
        Self { absolute: vec![matrix::IDENTITY; bones.len()], bones, root_axis }
    }

    /// The index of a bone in this list.
    pub(super) fn index_of(&self, bone: usize) -> Option<usize> {
        self.bones.binary_search_by_key(&bone, |(number, _)| *number).ok()
    }

    /// Computes the model-space matrices of all bones from the local pose.
    pub(super) fn update(&mut self, local: &[Matrix]) {
        for index in 0..self.bones.len() {
            self.update_one(index, local);
        }
    }

    /// Computes the model-space matrix of the bone at `index` from the local pose. The parent's matrix must be up to date.
    #[inline]
    pub(super) fn update_one(&mut self, index: usize, local: &[Matrix]) {
        let Some(&(bone, _)) = self.bones.get(index) else { return };
        let parent = *self.parent_of(index);
        if let (Some(local), Some(absolute)) = (local.get(bone), self.absolute.get_mut(index)) {
            *absolute = matrix::multiply(local, &parent);
        }
    }

    /// The model-space matrix of the bone at `index`.
    #[inline]
    pub(super) fn absolute(&self, index: usize) -> &Matrix {
        self.absolute.get(index).unwrap_or(&matrix::IDENTITY)
    }

    /// The model-space matrix of the parent of the bone at `index`; for a root, the root axis.
    #[inline]
    pub(super) fn parent_of(&self, index: usize) -> &Matrix {
        let parent = self.bones.get(index).and_then(|(_, parent)| *parent);
        parent.map_or(&self.root_axis, |parent| self.absolute(parent))
    }
}

fn mark_with_parents(skeleton: &SkeletonView<'_>, bone: usize, needed: &mut [bool]) {
    let mut next = Some(bone);
    while let Some(bone) = next {
        match needed.get_mut(bone) {
            Some(needed) if !*needed => *needed = true,
            _ => return,
        }
        next = skeleton.bone(bone).and_then(|bone| bone.parent());
    }
}

/// The local matrices of the bind pose.
pub(super) fn bind_pose(skeleton: &SkeletonView<'_>) -> Vec<Matrix> {
    skeleton.bones().map(|bone| bone.bind().normalized().to_matrix()).collect()
}
