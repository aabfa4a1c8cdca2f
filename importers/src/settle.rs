//! [`settle`]: what is left of a track's samples where they never change.

use rigmill_dom::{SceneTrack, SceneTransform};

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
