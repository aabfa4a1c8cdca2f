//! Samples of a node's transform, as a track holds them.

use rigmill_dom::{SceneTrack, SceneTransform};

use super::channels::Channels;

pub(crate) fn is_finite(t: &SceneTransform) -> bool {
    t.translation.iter().chain(&t.rotation).chain(&t.scale).all(|number| number.is_finite())
}

/// Adds the parts of `at` that may change; a rotation in the hemisphere of the one before.
pub(crate) fn push(track: &mut SceneTrack, channels: Channels, at: &SceneTransform) {
    if channels.translation {
        track.translations.push(at.translation);
    }
    if channels.rotation {
        let turned = track.rotations.last().is_some_and(|before| dot(before, &at.rotation) < 0.0);
        track.rotations.push(if turned { at.rotation.map(|number| -number) } else { at.rotation });
    }
    if channels.scale {
        track.scales.push(at.scale);
    }
}

fn dot(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Leaves one entry to what never changes, and none to what stays at `local`.
pub(crate) fn settle(track: &mut SceneTrack, local: &SceneTransform) {
    settle_channel(&mut track.translations, &local.translation);
    settle_channel(&mut track.rotations, &local.rotation);
    settle_channel(&mut track.scales, &local.scale);
}

fn settle_channel<T: PartialEq>(values: &mut Vec<T>, local: &T) {
    if values.iter().all(|value| *value == values[0]) {
        values.truncate(1);
        values.retain(|value| value != local);
        values.shrink_to_fit();
    }
}
