//! Finds the root's path in a [`MotionDeltasSource`].

use rigmill_dom::{MotionDeltaSource, MotionDeltasSource};
use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_format::{MotionDelta, MotionDeltas, MotionInterpolation};

use super::track::RootPath;

/// Returns the file's own numbers.
pub(super) fn deltas(source: &MotionDeltasSource) -> MotionDeltas {
    let frame = |&MotionDeltaSource { position, rotation, scale }: &MotionDeltaSource| MotionDelta {
        position,
        rotation,
        scale,
    };
    MotionDeltas {
        frame_rate: source.frame_rate,
        has_scale: source.has_scale,
        frames: source.frames.iter().map(frame).collect(),
    }
}

/// Returns the path of the root, with a key for each record. The first key is at the start.
pub(super) fn path(source: &MotionDeltasSource, root: &str) -> RootPath {
    let rate = u64::try_from(source.frame_rate).unwrap_or(1).max(1);
    let tick = |frame: u64| (frame * TICKS_PER_SECOND + rate / 2) / rate;
    let keys: Vec<_> = (0..).map(tick).zip(deltas(source).poses()).collect();
    // A single frame lasts one interval.
    let intervals = (source.frames.len() as u64).saturating_sub(1).max(1);
    RootPath::new(root, MotionInterpolation::Smooth, tick(intervals), &keys, source.has_scale)
}
