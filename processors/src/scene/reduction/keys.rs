//! Chooses the keys that a track needs, without regard to other tracks.

use rigmill_dom::SceneTransform;

use super::frame_grid::FrameGrid;
use super::track::Track;

/// At a greater depth, an interval is halved instead of cut at its worst frame. This limits the time for a track to its number
/// of keys multiplied by this depth.
const DEEPEST: usize = 48;

/// How much an error of a bone affects the model.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    /// The distance from the bone to the farthest point that it carries, in model space.
    pub(super) reach: f64,
    /// The factor by which the bones above scale this bone.
    pub(super) scale: f64,
}

/// Estimates how far the difference between two local transforms moves the points that the bone carries.
pub(super) fn difference(a: &SceneTransform, b: &SceneTransform, weight: &Weight) -> f64 {
    let moved = length((0..3).map(|at| a.translation[at] - b.translation[at]));
    let same = length((0..4).map(|at| a.rotation[at] - b.rotation[at]));
    let other = length((0..4).map(|at| a.rotation[at] + b.rotation[at]));
    let ratio = |at: usize| (a.scale[at] - b.scale[at]) / a.scale[at].abs().max(1e-6);
    let scaled = length((0..3).map(ratio));
    moved * weight.scale + (2.0 * same.min(other) + scaled) * weight.reach
}

fn length(parts: impl Iterator<Item = f64>) -> f64 {
    parts.map(|part| part * part).sum::<f64>().sqrt()
}

/// Chooses the keys that the track needs to stay within `error`, with the algorithm of Douglas and Peucker: starts with the
/// first and last key, and adds the key with the largest error between two kept keys, until the error is small enough
/// everywhere.
pub(super) fn chosen(track: &Track, frames: &FrameGrid, weight: &Weight, error: f64) -> Vec<bool> {
    let mut kept = vec![!track.moves(); frames.count];
    let Some(last) = frames.count.checked_sub(1) else { return kept };
    kept[0] = true;
    kept[last] = true;
    let mut intervals = if track.moves() { vec![(0, last, 0)] } else { Vec::new() };
    while let Some((from, to, depth)) = intervals.pop() {
        let Some(worst) = worst(track, frames, (from, to), weight, error) else { continue };
        let cut = if depth < DEEPEST { worst } else { from.midpoint(to) };
        kept[cut] = true;
        intervals.push((from, cut, depth + 1));
        intervals.push((cut, to, depth + 1));
    }
    kept
}

/// Returns the frame between two frames at which interpolation has the largest error; `None` if the error is small enough
/// everywhere.
fn worst(track: &Track, frames: &FrameGrid, (from, to): (usize, usize), weight: &Weight, error: f64) -> Option<usize> {
    let bind = SceneTransform::IDENTITY;
    let mut worst = None;
    let mut most = error;
    for frame in from + 1..to {
        let blended = track.between(from, to, frames.fraction(frame, from, to), &bind);
        let off = difference(&track.between(frame, frame, 0.0, &bind), &blended, weight);
        if off > most {
            (worst, most) = (Some(frame), off);
        }
    }
    worst
}
