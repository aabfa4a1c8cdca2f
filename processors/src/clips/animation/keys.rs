//! The parameters `snap_tiny` and `drop_constant_tracks`, which change keys in place.

use rigmill_format::{AnimationSequence, KeyFrameSequence};

/// Sets all components with an absolute value below the limit to +0.
pub(super) fn snap_tiny(clip: &mut AnimationSequence, limit: f64) {
    for KeyFrameSequence { translation, rotation, scale, .. } in &mut clip.sequences {
        for vector in translation.iter_mut().chain(scale) {
            *vector = snap(*vector, limit);
        }
        for quaternion in rotation {
            let snapped = snap(*quaternion, limit);
            if snapped.iter().any(|component| *component != 0.0) {
                *quaternion = snapped;
            }
        }
    }
}

fn snap<const N: usize>(components: [f32; N], limit: f64) -> [f32; N] {
    components.map(|component| if f64::from(component.abs()) < limit { 0.0 } else { component })
}

/// Replaces the keys of each constant channel with a single key that is valid for the whole clip.
pub(super) fn fix_constant_tracks(clip: &mut AnimationSequence) {
    for it in &mut clip.sequences {
        fix(it.has_translation, &mut it.fixed_translation, &mut it.translation);
        fix(it.has_rotation, &mut it.fixed_rotation, &mut it.rotation);
        fix(it.has_scale, &mut it.fixed_scale, &mut it.scale);
    }
}

fn fix<T: PartialEq>(has: bool, fixed: &mut bool, keys: &mut Vec<T>) {
    let constant = *fixed || keys.windows(2).all(|pair| pair[0] == pair[1]);
    if has && constant && !keys.is_empty() {
        *fixed = true;
        keys.truncate(1);
    }
}
