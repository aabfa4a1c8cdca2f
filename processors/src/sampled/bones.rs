//! [`Bones`]: what is known of a clip's bones besides their keys.

use std::collections::HashMap;

use rigmill_format::{Bone, Skeleton, Transform};

use crate::scene;

/// The bones of a skeleton by name, if there is a skeleton.
pub(crate) struct Bones<'a> {
    skeleton: Option<&'a Skeleton>,
    by_name: HashMap<&'a str, &'a Bone>,
    /// Whether paths begin below the root: it stands for the model, and is no node of it.
    below_root: bool,
}

impl<'a> Bones<'a> {
    pub(crate) fn of(skeleton: Option<&'a Skeleton>) -> Self {
        Self::new(skeleton, skeleton.is_some_and(looks_added))
    }

    /// The bones of a scene's skeleton.
    pub(crate) fn of_scene(skeleton: &'a Skeleton, bones: &scene::Bones) -> Self {
        Self::new(Some(skeleton), bones.adds_root)
    }

    fn new(skeleton: Option<&'a Skeleton>, below_root: bool) -> Self {
        let bones = skeleton.map_or(&[][..], |skeleton| &skeleton.bones);
        Self { skeleton, by_name: bones.iter().map(|bone| (bone.name.as_str(), bone)).collect(), below_root }
    }

    /// Whether there is a skeleton, and it lacks the bone.
    pub(super) fn lacks(&self, bone: &str) -> bool {
        self.skeleton.is_some() && !self.by_name.contains_key(bone)
    }

    pub(super) fn bind(&self, bone: &str) -> Option<Transform> {
        self.by_name.get(bone).map(|bone| bone.bind)
    }

    /// The names from the root to the bone, joined by `/`; the name alone of a bone that no skeleton has. A root that was
    /// added to hold several nodes together is left out, since the model itself stands in its place elsewhere.
    pub(crate) fn path(&self, bone: &str) -> String {
        let mut names = vec![bone];
        let mut next = self.by_name.get(bone).and_then(|bone| self.parent(bone));
        while let Some(bone) = next.filter(|bone| !(self.below_root && bone.parent.is_none())) {
            names.push(&bone.name);
            next = self.parent(bone);
        }
        names.reverse();
        names.join("/")
    }

    /// Parents come before their children, so this ends.
    fn parent(&self, bone: &Bone) -> Option<&'a Bone> {
        self.skeleton?.bones.get(bone.parent? as usize)
    }
}

/// Whether the first bone is one that was added to a scene to hold the nodes at its top together: skeletons have no more than
/// its name and its place to tell that by.
fn looks_added(skeleton: &Skeleton) -> bool {
    let children = skeleton.bones.iter().filter(|bone| bone.parent == Some(0)).count();
    let is_one = |root: &Bone| root.name == scene::ADDED_ROOT && root.bind == Transform::IDENTITY && children > 1;
    skeleton.bones.first().is_some_and(is_one)
}
