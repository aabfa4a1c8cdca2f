//! Adds samples of a node's transform to a track.

use rigmill_dom::{SceneTrack, SceneTransform};
use rigmill_math::vector::dot;

use super::channels::Channels;

/// Adds the parts of `at` that may change. A rotation is stored in the hemisphere of the previous rotation.
pub(crate) fn push(track: &mut SceneTrack, channels: Channels, at: &SceneTransform) {
    if channels.translation {
        track.translations.push(at.translation);
    }
    if channels.rotation {
        let opposite = track.rotations.last().is_some_and(|before| dot(*before, at.rotation) < 0.0);
        track.rotations.push(if opposite { at.rotation.map(|number| -number) } else { at.rotation });
    }
    if channels.scale {
        track.scales.push(at.scale);
    }
}
