//! [`shorten_constant_channels`]: what is left of a track's samples where they never change.

use rigmill_dom::{SceneTrack, SceneTransform};

/// Leaves one entry in a channel that never changes, and none in one that stays at `local`.
pub(crate) fn shorten_constant_channels(track: &mut SceneTrack, local: &SceneTransform) {
    shorten(&mut track.translations, &local.translation);
    shorten(&mut track.rotations, &local.rotation);
    shorten(&mut track.scales, &local.scale);
}

fn shorten<T: PartialEq>(values: &mut Vec<T>, local: &T) {
    if values.iter().all(|value| *value == values[0]) {
        values.truncate(1);
        values.retain(|value| value != local);
        values.shrink_to_fit();
    }
}
