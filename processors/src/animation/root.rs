//! `root`.

use rigmill_format::AnimationSequence;
use rigmill_pipeline::{Diagnostic, ProcessContext, StageError, nearest};

use super::params::at_fault;
use crate::codes;

/// Moves the sequence of the bone called `root` before all others, whose order stays. "" leaves all as it is.
pub(super) fn move_root_first(
    clip: &mut AnimationSequence,
    root: &str,
    ctx: &mut ProcessContext<'_>,
) -> Result<(), StageError> {
    if root.is_empty() {
        return Ok(());
    }
    match clip.sequences.iter().position(|sequence| sequence.bone_name == root) {
        Some(at) => {
            clip.sequences[..=at].rotate_right(1);
            Ok(())
        }
        None => Err(ctx.fail(unknown(clip, root))),
    }
}

fn unknown(clip: &AnimationSequence, root: &str) -> Diagnostic {
    let bones = clip.sequences.iter().map(|sequence| sequence.bone_name.as_str());
    let help = match nearest(root, bones) {
        Some(near) => format!("did you mean {near:?}?"),
        None => "name a bone that the clip moves, or give the clips that move it a rule of their own".to_owned(),
    };
    let message = at_fault("root", format!("the clip moves no bone {root:?}"));
    Diagnostic::error(codes::ROOT_UNKNOWN, message).help(help)
}
