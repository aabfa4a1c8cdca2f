//! `rename_bones`.

use std::collections::{BTreeMap, HashMap};

use rigmill_dom::AnimationSource;
use rigmill_format::AnimationSequence;
use rigmill_pipeline::{Diagnostic, ProcessContext, StageError, nearest};

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
            None => "remove it from `rename_bones`".to_owned(),
        };
        let message = format!("`rename_bones` renames {old:?}, a bone that the clip does not move");
        ctx.report(Diagnostic::warning(codes::RENAME_UNKNOWN, message).help(help));
    }
}

fn check_distinct(
    clip: &AnimationSequence,
    source: &AnimationSource,
    ctx: &mut ProcessContext<'_>,
) -> Result<(), StageError> {
    let mut origins = HashMap::new();
    let mut result = Ok(());
    for (sequence, source) in clip.sequences.iter().zip(&source.sequences) {
        let (new, old) = (&sequence.bone_name, &source.bone_name);
        if let Some(first) = origins.insert(new.as_str(), old.value.as_str()) {
            let message = format!("`rename_bones` gives {first:?} and {:?} one name, {new:?}", old.value);
            let diagnostic = Diagnostic::error(codes::RENAME_CLASH, message).at(place(old.position));
            result = Err(ctx.fail(diagnostic.help("give each bone a name of its own")));
        }
    }
    result
}
