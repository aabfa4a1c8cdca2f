//! [`Bones`]: what is known of a clip's bones besides their keys.

use std::collections::HashMap;

use rigmill_format::{Bone, Skeleton, Transform};

/// The bones of a skeleton by name, if there is a skeleton.
pub(crate) struct Bones<'a> {
    skeleton: Option<&'a Skeleton>,
    by_name: HashMap<&'a str, &'a Bone>,
}

impl<'a> Bones<'a> {
    pub(crate) fn of(skeleton: Option<&'a Skeleton>) -> Self {
        let bones = skeleton.map_or(&[][..], |skeleton| &skeleton.bones);
        Self { skeleton, by_name: bones.iter().map(|bone| (bone.name.as_str(), bone)).collect() }
    }

    /// Whether there is a skeleton, and it lacks the bone.
    pub(super) fn lacks(&self, bone: &str) -> bool {
        self.skeleton.is_some() && !self.by_name.contains_key(bone)
    }

    pub(super) fn bind(&self, bone: &str) -> Option<Transform> {
        self.by_name.get(bone).map(|bone| bone.bind)
    }

    /// The names from the root to the bone, joined by `/`; the name alone of a bone that no skeleton has.
    pub(crate) fn path(&self, bone: &str) -> String {
        let mut names = vec![bone];
        let mut next = self.by_name.get(bone).and_then(|bone| self.parent(bone));
        while let Some(bone) = next {
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
