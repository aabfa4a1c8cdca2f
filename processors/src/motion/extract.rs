//! The clip beside its motion.

use rigmill_format::AnimationSequence;
use rigmill_pipeline::Labelled;

use super::params::Extract;

/// Adds the clip, labelled `.clip`, to the products. `label` is that of its motion.
pub(super) fn push_clip(
    products: &mut Labelled,
    label: &str,
    mut clip: AnimationSequence,
    extract: Extract,
    root: &str,
) {
    if extract == Extract::Remove {
        remove_root_motion(&mut clip, root);
    }
    products.push(format!("{label}.clip"), clip);
}

/// Keeps the root at its first key.
fn remove_root_motion(clip: &mut AnimationSequence, root: &str) {
    for sequence in clip.sequences.iter_mut().filter(|sequence| sequence.bone_name == root) {
        sequence.translation.truncate(1);
        sequence.rotation.truncate(1);
        sequence.scale.truncate(1);
        sequence.fixed_translation = sequence.has_translation;
        sequence.fixed_rotation = sequence.has_rotation;
        sequence.fixed_scale = sequence.has_scale;
        sequence.key_count = 1;
        sequence.has_time = false;
        sequence.time = Vec::new();
    }
}
