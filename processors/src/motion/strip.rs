//! Clips without their root motion.

use rigmill_format::AnimationSequence;

/// Leaves the root where it stands in its first key.
pub(crate) fn remove_root_motion(clip: &mut AnimationSequence, root: &str) {
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
