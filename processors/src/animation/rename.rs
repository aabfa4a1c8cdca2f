//! `rename_bones`.

use std::collections::{BTreeMap, HashMap};

use rigmill_dom::{AnimationSource, Located};
use rigmill_format::AnimationSequence;
use rigmill_pipeline::{Diagnostic, ProcessContext, StageError, nearest};

use super::params::at_fault;
use crate::codes;
use crate::place::place;

/// Renames bones, all at once, so that names can be swapped. `source` has the same sequences, with their places.
pub(super) fn rename_bones(
    clip: &mut AnimationSequence,
    source: &AnimationSource,
    names: &BTreeMap<String, String>,
    ctx: &mut ProcessContext<'_>,
) -> Result<(), StageError> {
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

fn warn_of_unknown(clip: &AnimationSequence, names: &BTreeMap<String, String>, ctx: &mut ProcessContext<'_>) {
    let known = || clip.sequences.iter().map(|sequence| sequence.bone_name.as_str());
    for old in names.keys().filter(|old| known().all(|bone| bone != old.as_str())) {
        let help = match nearest(old, known()) {
            Some(near) => format!("did you mean {near:?}?"),
            None => "remove it, or give the clips that move it a rule of their own".to_owned(),
        };
        let message = at_fault("rename_bones", format!("the clip moves no bone {old:?}"));
        ctx.report(Diagnostic::warning(codes::RENAME_UNKNOWN, message).help(help));
    }
}

fn check_distinct(
    clip: &AnimationSequence,
    source: &AnimationSource,
    ctx: &mut ProcessContext<'_>,
) -> Result<(), StageError> {
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

/// Two bones with their old names, in order, have one new name.
fn clash(first: &Located<String>, second: &Located<String>, new: &str) -> Diagnostic {
    let renamed = [first, second].map(|bone| bone.value != new);
    let (culprit, fact, help) = match renamed {
        [true, false] => (first, becomes_another(first, new), rename_as_well(new)),
        [false, true] => (second, becomes_another(second, new), rename_as_well(new)),
        _ => {
            let fact = format!("{:?} and {:?} both become {new:?}", first.value, second.value);
            (second, fact, "give each bone a name of its own".to_owned())
        }
    };
    Diagnostic::error(codes::RENAME_CLASH, at_fault("rename_bones", fact)).at(place(culprit.position)).help(help)
}

fn becomes_another(bone: &Located<String>, new: &str) -> String {
    format!("{:?} becomes {new:?}, but the clip moves a bone {new:?} already", bone.value)
}

fn rename_as_well(new: &str) -> String {
    format!("choose another name, or rename {new:?} as well")
}
