//! `snap_tiny`.

use rigmill_format::{AnimationSequence, KeyFrameSequence};

use super::params::SnapLimit;

/// Sets components nearer to zero than the limit to +0.
pub(super) fn snap_tiny(clip: &mut AnimationSequence, limit: SnapLimit) {
    for sequence in &mut clip.sequences {
        let KeyFrameSequence { translation, rotation, scale, .. } = sequence;
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

fn snap<const N: usize>(components: [f32; N], limit: SnapLimit) -> [f32; N] {
    components.map(|component| if f64::from(component.abs()) < limit.get() { 0.0 } else { component })
}
