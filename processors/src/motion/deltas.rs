//! The path that a file of deltas tells.

use rigmill_dom::{MotionDeltaSource, MotionDeltasSource};
use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_format::{MotionDelta, MotionDeltas, MotionInterpolation, RigidTransform};

use super::track::Track;

/// The file's numbers as they are.
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

/// The track that the deltas lead along: each turns what comes after it.
pub(super) fn track(source: &MotionDeltasSource, root: &str) -> Track {
    let rate = u64::try_from(source.frame_rate).unwrap_or(1).max(1);
    let tick = |frame: u64| (frame * TICKS_PER_SECOND + rate / 2) / rate;
    let mut pose = RigidTransform::IDENTITY;
    let later = deltas(source).frames.into_iter().zip(1..).map(|(delta, frame)| {
        pose = pose.then(&delta.to_rigid());
        (tick(frame), pose)
    });
    let frames = source.frames.len() as u64;
    let keys: Vec<_> = std::iter::once((0, RigidTransform::IDENTITY)).chain(later).collect();
    Track::new(root.to_owned(), MotionInterpolation::Smooth, tick(frames), keys.into_iter())
}
