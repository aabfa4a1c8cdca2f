//! `drop_constant_tracks`.

use rigmill_format::{AnimationSequence, KeyFrameSequence};

/// Gives each channel whose keys are all equal one key that holds for the whole clip.
pub(super) fn fix_constant_tracks(clip: &mut AnimationSequence) {
    for sequence in &mut clip.sequences {
        let KeyFrameSequence { has_translation, fixed_translation, translation, .. } = sequence;
        fix(*has_translation, fixed_translation, translation);
        let KeyFrameSequence { has_rotation, fixed_rotation, rotation, .. } = sequence;
        fix(*has_rotation, fixed_rotation, rotation);
        let KeyFrameSequence { has_scale, fixed_scale, scale, .. } = sequence;
        fix(*has_scale, fixed_scale, scale);
    }
}

fn fix<T: PartialEq>(has: bool, fixed: &mut bool, keys: &mut Vec<T>) {
    let constant = *fixed || keys.windows(2).all(|pair| pair[0] == pair[1]);
    if has && constant && !keys.is_empty() {
        *fixed = true;
        keys.truncate(1);
    }
}
