//! [`Branch`]: some bones of a skeleton with all above them, and where they are in the model's space.

use rigmill_format::SkeletonView;

use rigmill_math::matrix::{self, Matrix};
use rigmill_math::quaternion;

/// Some bones with all above them, parents first.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// The bone's number in the skeleton, and the place of its parent in this list.
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
        // Ascending numbers, so that a parent's place is found by halving.
        let parent = |bone| numbers.binary_search(&skeleton.bone(bone)?.parent()?).ok();
        let bones: Vec<_> = numbers.iter().map(|&bone| (bone, parent(bone))).collect();
        let root_axis = matrix::from_quaternion(quaternion::normalize_in_f64(skeleton.root_axis()));
        Self { absolute: vec![matrix::IDENTITY; bones.len()], bones, root_axis }
    }

    /// The place of a bone in this list.
    pub(super) fn place_of(&self, bone: usize) -> Option<usize> {
        self.bones.binary_search_by_key(&bone, |(number, _)| *number).ok()
    }

    /// Takes the pose.
    pub(super) fn update(&mut self, local: &[Matrix]) {
        for place in 0..self.bones.len() {
            self.update_one(place, local);
        }
    }

    /// Takes the pose of the bone at `place`, whose parent has been taken.
    pub(super) fn update_one(&mut self, place: usize, local: &[Matrix]) {
        let Some(&(bone, _)) = self.bones.get(place) else { return };
        let parent = *self.parent_of(place);
        if let (Some(local), Some(absolute)) = (local.get(bone), self.absolute.get_mut(place)) {
            *absolute = matrix::multiply(local, &parent);
        }
    }

    /// The bone at `place` relative to the model.
    pub(super) fn absolute(&self, place: usize) -> &Matrix {
        self.absolute.get(place).unwrap_or(&matrix::IDENTITY)
    }

    /// The parent of the bone at `place` relative to the model; the root axis above a root.
    pub(super) fn parent_of(&self, place: usize) -> &Matrix {
        let parent = self.bones.get(place).and_then(|(_, parent)| *parent);
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

/// The bind pose, as a model starts with it.
pub(super) fn bind_pose(skeleton: &SkeletonView<'_>) -> Vec<Matrix> {
    skeleton.bones().map(|bone| bone.bind().normalized().to_matrix()).collect()
}
