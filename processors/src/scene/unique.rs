//! Gives the bones and clips of a scene unique names, and warns about renamed ones.

use rigmill_dom::Scene;
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::bones::Bones;
use super::carried::warn_of_lost_motion;
use super::clips::{self, NamedClip};
use super::reset_root::ResetRoot;
use crate::codes;
use crate::report::and_more;

/// Returns the bones of a scene. Warns about renamed bones.
pub(crate) fn named_bones(scene: &Scene, ctx: &mut ProcessContext<'_>) -> Bones {
    named_bones_reset(scene, ResetRoot::Never, ctx)
}

/// Like [`named_bones`], but can also reset the root's transform.
pub(super) fn named_bones_reset(scene: &Scene, reset_root: ResetRoot, ctx: &mut ProcessContext<'_>) -> Bones {
    let bones = Bones::new(scene, reset_root);
    if let Some((old, new)) = bones.renamed.first() {
        let alike = bones.renamed.iter().filter(|(name, _)| name == old).count();
        let number = if alike == 1 { "two" } else { "several" };
        let more = and_more(bones.renamed.len() - 1, ["node", "nodes"]);
        let message = format!("{number} nodes are named {old:?}, so one of them is renamed to {new:?}{more}");
        let diagnostic = Diagnostic::warning(codes::SCENE_BONE_RENAMED, message);
        ctx.report(diagnostic.help("give each node a unique name, so that clips find the right bones"));
    }
    bones
}

/// Returns the clips of a scene that move anything, including bones that stay at the bind pose. Warns about renamed clips, and
/// about cameras and lights that move independently of a bone.
pub(crate) fn named_clips<'a>(scene: &'a Scene, bones: &Bones, ctx: &mut ProcessContext<'_>) -> Vec<NamedClip<'a>> {
    clips_that_may_hold(scene, bones, true, ctx)
}

/// Like [`named_clips`], but without `hold`, leaves out bones that stay at the bind pose during a clip.
pub(super) fn clips_that_may_hold<'a>(
    scene: &'a Scene,
    bones: &Bones,
    hold: bool,
    ctx: &mut ProcessContext<'_>,
) -> Vec<NamedClip<'a>> {
    warn_of_lost_motion(scene, bones, ctx);
    let clips = clips::clips(scene, bones, hold);
    if let Some((old, new)) = clips.renamed.first() {
        let more = and_more(clips.renamed.len() - 1, ["clip", "clips"]);
        let message = format!("two clips would be named `{old}`, so one of them is renamed to `{new}`{more}");
        let help = "give each take a unique name (Rigmill ignores letter case and the part before `|`)";
        ctx.report(Diagnostic::warning(codes::SCENE_CLIP_RENAMED, message).help(help));
    }
    clips.list
}
