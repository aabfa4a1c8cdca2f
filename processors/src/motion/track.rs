//! [`RootPath`] and [`Track`]: the path of a root bone.

use rigmill_format::{MotionInterpolation, RigidTransform, RootPose};
use rigmill_math::quaternion::normalize;

use super::lagrange;
use crate::clips::interpolation::nearer;

/// The relative rounding error of a constant scale in single precision.
const NOISE: f64 = 2e-6;

/// The path of a root bone, and the change of its scale.
#[derive(Clone, Debug)]
pub(super) struct RootPath {
    pub(super) track: Track,
    /// The scales, stored as translations, because both accumulate by addition. `None` if the scale is constant.
    pub(super) scale: Option<Track>,
}

impl RootPath {
    /// Creates the path through keys that are sorted by time. With `scaled`, the path has a scale track even if the scale is
    /// constant.
    pub(super) fn new(
        bone: &str,
        interpolation: MotionInterpolation,
        duration: u64,
        keys: &[(u64, RootPose)],
        scaled: bool,
    ) -> Self {
        let track = |pose: fn(&RootPose) -> RigidTransform| {
            Track::new(bone.to_owned(), interpolation, duration, keys.iter().map(|(time, key)| (*time, pose(key))))
        };
        let scaled = scaled || keys.windows(2).any(|pair| differ(&keys[0].1.scale, &pair[1].1.scale));
        let scale = || track(|key| RigidTransform { translation: key.scale, ..RigidTransform::IDENTITY });
        Self { track: track(|key| key.pose), scale: scaled.then(scale) }
    }
}

fn differ(a: &[f64; 3], b: &[f64; 3]) -> bool {
    a.iter().zip(b).any(|(a, b)| (a - b).abs() > NOISE * a.abs().max(b.abs()))
}

/// The poses of a root bone in the clip's own space, at the times of its keys.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub(super) bone: String,
    /// The times of the keys in ticks, strictly ascending from 0; at least one.
    pub(super) times: Vec<u64>,
    /// The pose at each time. Rotations have unit length and are in the same hemisphere as the previous rotation.
    pub(super) poses: Vec<RigidTransform>,
    /// The duration in ticks. Keys after the end only shape the path before it.
    pub(super) duration: u64,
    /// The source's own interpolation.
    pub(super) interpolation: MotionInterpolation,
}

impl Track {
    /// Creates a track from keys that are sorted by time. If several keys have the same tick, uses the last one. The first key
    /// moves to 0.
    pub(super) fn new(
        bone: String,
        interpolation: MotionInterpolation,
        duration: u64,
        keys: impl Iterator<Item = (u64, RigidTransform)>,
    ) -> Self {
        let mut track = Self { bone, times: Vec::new(), poses: Vec::new(), duration: duration.max(1), interpolation };
        for (time, pose) in keys {
            if track.times.last().is_some_and(|last| *last >= time) {
                track.times.pop();
                track.poses.pop();
            }
            let before = track.poses.last().map_or(RigidTransform::IDENTITY.rotation, |pose| pose.rotation);
            let rotation = nearer(normalize(pose.rotation), before);
            track.times.push(time);
            track.poses.push(RigidTransform { rotation, ..pose });
        }
        // The first key is also valid before its time.
        if track.times.first() != Some(&0) {
            let pose = track.poses.first().copied().unwrap_or_default();
            track.times.insert(0, 0);
            track.poses.insert(0, pose);
        }
        track
    }

    /// Returns the number of keys that define a polynomial between keys or after the last key.
    fn order(&self) -> usize {
        match self.interpolation {
            MotionInterpolation::Linear => 2,
            MotionInterpolation::Smooth => 4,
        }
    }

    /// Returns the pose at `time` (in ticks) of the polynomial through the keys around it, or through the last keys.
    pub(super) fn polynomial(&self, time: u64) -> RigidTransform {
        let order = self.order().min(self.times.len());
        let after = self.times.partition_point(|key| *key < time);
        let first = after.saturating_sub(order / 2).min(self.times.len() - order);
        let around = first..first + order;
        lagrange::value(&self.times[around.clone()], &self.poses[around], time)
    }
}
