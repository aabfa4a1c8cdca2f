//! [`shorten_constant_channels`]: shortens the samples of channels that never change.

use rigmill_dom::{SceneTrack, SceneTransform};
use rigmill_math::to_f32;

/// Shortens a channel that never changes to a single entry, or to none if the entry equals `local`, except for rounding.
pub(crate) fn shorten_constant_channels(track: &mut SceneTrack, local: &SceneTransform) {
    shorten(&mut track.translations, &local.translation);
    shorten(&mut track.rotations, &local.rotation);
    shorten(&mut track.scales, &local.scale);
}

/// Shortens weights that never change to a single entry, or to none if the entry equals `own` in single precision.
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

/// Returns whether numbers are equal, except for rounding. NaN never is.
pub(crate) fn same(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + a.abs()))
}
