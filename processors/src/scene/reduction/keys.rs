//! Which keys a track needs by itself.

use rigmill_dom::SceneTransform;

use super::frame_grid::FrameGrid;
use super::track::Track;

/// Deeper than this, an interval is halved rather than cut where it is worst: no track then takes longer than its number
/// of keys times this.
const DEEPEST: usize = 48;

/// What a bone's own error does to the model.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Weight {
    /// How far the farthest point that the bone carries is from it, in the model's space.
    pub(super) reach: f64,
    /// By how much the bones above it scale it.
    pub(super) scale: f64,
}

/// About how far the difference between two local transforms moves what the bone carries.
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

/// The keys without which the track by itself would be off by more than `error`, by Douglas and Peucker's method: the
/// first and the last, and between two kept ones that where they do worst, until they do well.
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

/// The frame between two at which blending them is worst; `None` where it is good enough everywhere.
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
