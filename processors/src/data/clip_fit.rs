//! [`ClipFit`]: checks whether clips can play on a skeleton.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rigmill_dom::Position;
use rigmill_format::Skeleton;
use rigmill_pipeline::{Diagnostic, Level, ProcessContext};

use super::played_clip::PlayedClip;
use crate::codes;
use crate::report::{MissingAssets, Result, also_affected, location, similar_name};
use crate::skeletons::other_unit;

/// Checks whether clips can play on a skeleton, and collects the problems. Clips with the same problem have one diagnostic, which
/// names the first clip and the number of other clips.
pub(super) struct ClipFit<'a> {
    skeleton_name: &'a str,
    skeleton: &'a Skeleton,
    bones: HashSet<&'a str>,
    /// The problems in the order in which they were found.
    found: Vec<Found>,
    /// The index of each problem in `found`.
    known: BTreeMap<Problem, usize>,
}

/// A problem of a clip.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Problem {
    /// The clip moves a bone that the skeleton lacks. The runtime refuses such a clip.
    Bone(String),
    /// The clip was made for a skeleton with this number of bones. The runtime refuses such a clip.
    BoneCount(usize),
    /// The clip has a different unit of length.
    Unit,
}

/// The diagnostic about the first clip with a problem.
struct Found {
    diagnostic: Diagnostic,
    /// The position of the clip's name in the source.
    position: Position,
    other_clips: usize,
}

impl<'a> ClipFit<'a> {
    pub(super) fn new(skeleton_name: &'a str, skeleton: &'a Skeleton) -> Self {
        let bones = skeleton.bones.iter().map(|bone| bone.name.as_str()).collect();
        Self { skeleton_name, skeleton, bones, found: Vec::new(), known: BTreeMap::new() }
    }

    /// Checks a clip, whose name is at `position` in the source.
    pub(super) fn check(&mut self, name: &str, position: Position, clip: &PlayedClip) {
        let unknown = clip.moved_bones().unwrap_or_default().into_iter().filter(|bone| !self.has(bone));
        for bone in unknown.collect::<BTreeSet<_>>() {
            let error = |fit: &Self| fit.no_bone(bone, name);
            self.add(Problem::Bone(bone.to_owned()), position, error);
        }
        if let Some(bones) = clip.bones().filter(|bones| *bones != self.skeleton.bones.len()) {
            self.add(Problem::BoneCount(bones), position, |fit| fit.other_count(bones, name));
        }
        let PlayedClip::Sequence(clip) = clip else { return };
        if let Some(warning) = other_unit(clip, &format!("clip `{name}`"), self.skeleton) {
            self.add(Problem::Unit, position, |_| warning);
        }
    }

    /// Reports the problems. Fails if the runtime would refuse a clip.
    pub(super) fn finish(self, ctx: &mut ProcessContext<'_>) -> Result<()> {
        let mut errors = MissingAssets::default();
        for Found { mut diagnostic, position, other_clips } in self.found {
            diagnostic.message += &also_affected(other_clips, ["clip", "clips"]);
            match diagnostic.level {
                Level::Error => errors.report(position, ctx, |_| diagnostic),
                Level::Warning => ctx.report(diagnostic.at(location(position))),
            }
        }
        errors.finish(codes::ACTIONS_MORE_MISSING, ctx)
    }

    /// Whether the skeleton has a bone. A track may name a bone by its path.
    fn has(&self, bone: &str) -> bool {
        self.bones.contains(bone) || bone.rsplit('/').next().is_some_and(|name| self.bones.contains(name))
    }

    fn add(&mut self, problem: Problem, position: Position, diagnostic: impl FnOnce(&Self) -> Diagnostic) {
        if let Some(&known) = self.known.get(&problem) {
            self.found[known].other_clips += 1;
            return;
        }
        self.known.insert(problem, self.found.len());
        self.found.push(Found { diagnostic: diagnostic(self), position, other_clips: 0 });
    }

    fn no_bone(&self, bone: &str, clip: &str) -> Diagnostic {
        let skeleton = self.skeleton_name;
        let message =
            format!("the clip `{clip}` moves the bone {bone:?}, which the skeleton `{skeleton}` does not have");
        let known = self.skeleton.bones.iter().map(|bone| bone.name.as_str());
        let otherwise = "use a clip for this skeleton, or rename the bone in the clip or in the skeleton";
        let help = similar_name(bone, known, otherwise);
        Diagnostic::error(codes::ACTIONS_CLIP_BONE, message).help(help)
    }

    fn other_count(&self, bones: usize, clip: &str) -> Diagnostic {
        let (skeleton, expected) = (self.skeleton_name, self.skeleton.bones.len());
        let noun = if bones == 1 { "bone" } else { "bones" };
        let message = format!("the clip `{clip}` is for {bones} {noun}, but the skeleton `{skeleton}` has {expected}");
        let help = "use a clip for this skeleton, or set `skeleton` to this skeleton in the rule for the clip";
        Diagnostic::error(codes::ACTIONS_CLIP_BONE, message).help(help)
    }
}
