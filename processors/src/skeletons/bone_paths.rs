//! [`BonePaths`]: the paths of a clip's bones in its skeleton.

use std::collections::HashMap;

use rigmill_dom::AnimationSource;
use rigmill_format::{Bone, Skeleton, Transform};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use crate::report::{and_more, location};
use crate::{codes, scene};

/// The bones of a skeleton by name, if there is a skeleton.
pub(crate) struct BonePaths<'a> {
    skeleton: Option<&'a Skeleton>,
    by_name: HashMap<&'a str, &'a Bone>,
    /// Whether paths begin below the root, because the root represents the model itself.
    below_root: bool,
}

impl<'a> BonePaths<'a> {
    pub(crate) fn new(skeleton: Option<&'a Skeleton>) -> Self {
        Self::with_root(skeleton, skeleton.is_some_and(looks_added))
    }

    /// Creates the paths for the bones of a scene's skeleton.
    pub(crate) fn of_scene(skeleton: &'a Skeleton, bones: &scene::Bones) -> Self {
        Self::with_root(Some(skeleton), bones.adds_root)
    }

    fn with_root(skeleton: Option<&'a Skeleton>, below_root: bool) -> Self {
        let bones = skeleton.map_or(&[][..], |skeleton| &skeleton.bones);
        Self { skeleton, by_name: bones.iter().map(|bone| (bone.name.as_str(), bone)).collect(), below_root }
    }

    /// Warns about bones of a clip that the skeleton does not have. The warning names the first bone, what happens to it, and
    /// the number of other bones.
    pub(crate) fn warn_of_unknown(&self, clip: &AnimationSource, consequence: &str, ctx: &mut ProcessContext<'_>) {
        let is_unknown = |bone: &str| self.skeleton.is_some() && !self.by_name.contains_key(bone);
        let mut unknown = clip.sequences.iter().map(|it| &it.bone_name).filter(|bone| is_unknown(&bone.value));
        let Some(first) = unknown.next() else { return };
        let more = and_more(unknown.count(), ["bone", "bones"]);
        let message = format!("bone {:?}: the skeleton does not have this bone, {consequence}{more}", first.value);
        let diagnostic = Diagnostic::warning(codes::SAMPLED_BONE, message).at(location(first.position));
        ctx.report(diagnostic.help("set `skeleton` to the skeleton that the clip is for, or correct the bone's name"));
    }

    pub(crate) fn bind(&self, bone: &str) -> Option<Transform> {
        self.by_name.get(bone).map(|bone| bone.bind)
    }

    /// Returns the names from the root to the bone, joined by `/`. Without a skeleton, returns the bone's name. Leaves out a
    /// root that was added as the parent of several nodes, because other programs have the model itself there.
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

    /// Returns the bone's parent. Following parents always ends, because parents come before their children.
    fn parent(&self, bone: &Bone) -> Option<&'a Bone> {
        self.skeleton?.bones.get(bone.parent? as usize)
    }
}

/// Returns whether the first bone was probably added to a scene as the parent of its top nodes. A skeleton does not store this,
/// so its name and bind pose decide.
fn looks_added(skeleton: &Skeleton) -> bool {
    let children = skeleton.bones.iter().filter(|bone| bone.parent == Some(0)).count();
    let is_added = |root: &Bone| root.name == scene::ADDED_ROOT && root.bind == Transform::IDENTITY && children > 1;
    skeleton.bones.first().is_some_and(is_added)
}
