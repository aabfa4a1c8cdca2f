//! [`shorten_constant_channels`]: what is left of a track's samples where they never change.

use rigmill_dom::{SceneTrack, SceneTransform};
use rigmill_math::to_f32;

/// Leaves one entry in a channel that never changes, and none in one that stays at `local` up to rounding.
pub(crate) fn shorten_constant_channels(track: &mut SceneTrack, local: &SceneTransform) {
    shorten(&mut track.translations, &local.translation);
    shorten(&mut track.rotations, &local.rotation);
    shorten(&mut track.scales, &local.scale);
}

/// Leaves one entry of weights that never change, and none of those that stay at `own` up to single precision.
pub(crate) fn shorten_constant_weights(weights: &mut Vec<f64>, own: f32) {
    if weights.iter().all(|weight| *weight == weights[0]) {
        weights.truncate(1);
        weights.retain(|weight| to_f32(*weight) != own);
    }
}

fn shorten<const N: usize>(values: &mut Vec<[f64; N]>, local: &[f64; N]) {
    if values.iter().all(|value| *value == values[0]) {
        values.truncate(1);
        values.retain(|value| !same(value, local));
        values.shrink_to_fit();
    }
}

/// Whether numbers are equal up to rounding; NaN never is.
pub(crate) fn same(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + a.abs()))
}
