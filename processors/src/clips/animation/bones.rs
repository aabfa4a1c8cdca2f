//! The parameters `rename_bones` and `root`, which rename and reorder the bones of a clip.

use std::collections::{BTreeMap, HashMap};

use rigmill_dom::{AnimationSource, Located};
use rigmill_format::AnimationSequence;
use rigmill_pipeline::{Diagnostic, ProcessContext};

use crate::codes;
use crate::report::{Result, location, similar_name};

/// Renames bones. All names change at the same time, so names can be swapped. `source` contains the same sequences with their
/// positions in the source file.
pub(super) fn rename_bones(
    clip: &mut AnimationSequence,
    source: &AnimationSource,
    names: &BTreeMap<String, String>,
    ctx: &mut ProcessContext<'_>,
) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    warn_of_unknown(clip, names, ctx);
    for sequence in &mut clip.sequences {
        if let Some(new) = names.get(&sequence.bone_name) {
            sequence.bone_name.clone_from(new);
        }
    }
    check_distinct(clip, source, ctx)
}

fn bone_names(clip: &AnimationSequence) -> impl Iterator<Item = &str> {
    clip.sequences.iter().map(|sequence| sequence.bone_name.as_str())
}

fn warn_of_unknown(clip: &AnimationSequence, names: &BTreeMap<String, String>, ctx: &mut ProcessContext<'_>) {
    for old in names.keys().filter(|old| bone_names(clip).all(|bone| bone != old.as_str())) {
        let message = format!("the clip does not move a bone named {old:?}");
        let otherwise = "remove this entry, or set `rename_bones` in a separate rule for the clips that move this bone";
        let help = similar_name(old, bone_names(clip), otherwise);
        let warning = Diagnostic::warning(codes::CLIP_RENAME_UNKNOWN, message).of_parameter("rename_bones").in_key(old);
        ctx.report(warning.help(help));
    }
}

fn check_distinct(clip: &AnimationSequence, source: &AnimationSource, ctx: &mut ProcessContext<'_>) -> Result<()> {
    let mut bones = HashMap::new();
    let mut result = Ok(());
    for (sequence, source) in clip.sequences.iter().zip(&source.sequences) {
        let (new, old) = (sequence.bone_name.as_str(), &source.bone_name);
        if let Some(before) = bones.insert(new, old) {
            result = Err(ctx.fail(clash(before, old, new)));
        }
    }
    result
}

/// Creates the error for two bones that get the same new name. The bones are given by their old names, in order.
fn clash(first: &Located<String>, second: &Located<String>, new: &str) -> Diagnostic {
    let renamed = [first, second].map(|bone| bone.value != new);
    let (culprit, fact, help) = match renamed {
        [true, false] => (first, becomes_another(first, new), rename_as_well(new)),
        [false, true] => (second, becomes_another(second, new), rename_as_well(new)),
        _ => {
            let fact = format!("{:?} and {:?} both become {new:?}", first.value, second.value);
            (second, fact, "give each bone a different name".to_owned())
        }
    };
    let error = Diagnostic::error(codes::CLIP_RENAME_CLASH, fact).of_parameter("rename_bones").in_key(&culprit.value);
    error.at(location(culprit.position)).help(help)
}

fn becomes_another(bone: &Located<String>, new: &str) -> String {
    format!("{:?} becomes {new:?}, but the clip already moves a bone named {new:?}", bone.value)
}

fn rename_as_well(new: &str) -> String {
    format!("choose a different name, or rename {new:?} as well")
}

/// Moves the sequence of the bone `root` to the front. All other sequences keep their order. If `root` is empty, does nothing.
pub(super) fn move_root_first(clip: &mut AnimationSequence, root: &str, ctx: &mut ProcessContext<'_>) -> Result<()> {
    if root.is_empty() {
        return Ok(());
    }
    let Some(at) = bone_names(clip).position(|bone| bone == root) else {
        let message = format!("the clip does not move a bone named {root:?}");
        let otherwise =
            "choose a bone that the clip moves, or set `root` in a separate rule for the clips that move this bone";
        let help = similar_name(root, bone_names(clip), otherwise);
        return Err(ctx.fail(Diagnostic::error(codes::CLIP_ROOT_UNKNOWN, message).of_parameter("root").help(help)));
    };
    clip.sequences[..=at].rotate_right(1);
    Ok(())
}
