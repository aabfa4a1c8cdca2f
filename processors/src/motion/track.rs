//! [`RootPath`] and [`Track`]: the path of a root bone as its source has it.

use rigmill_format::{MotionInterpolation, RigidTransform, RootPose};
use rigmill_math::quaternion::normalize;
use rigmill_math::vector::dot;

use super::lagrange;

/// By which part of itself a scale may change for one that stays as it is: what single precision leaves.
const NOISE: f64 = 2e-6;

/// The path of a root bone, and the change of its scale.
#[derive(Clone, Debug)]
pub(super) struct RootPath {
    pub(super) track: Track,
    /// Scales in the place of translations: both add up. None where nothing is scaled.
    pub(super) scale: Option<Track>,
}

impl RootPath {
    /// The path through keys in order of time; `scaled` if it has a scale even where that stays as it is.
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

/// The path of a root bone: its poses in the clip's own space at the times of its keys.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub(super) bone: String,
    /// Ticks, strictly ascending, the first 0. At least one.
    pub(super) times: Vec<u64>,
    /// As many as times, each rotation of unit length and in the hemisphere of the one before.
    pub(super) poses: Vec<RigidTransform>,
    /// In ticks; where there are keys behind it, they only shape the path before it.
    pub(super) duration: u64,
    /// The source's own.
    pub(super) interpolation: MotionInterpolation,
}

impl Track {
    /// A track of keys in order of time. Of keys that come to one tick the last counts; the first is at 0.
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
        // What comes before the first key is that key.
        if track.times.first() != Some(&0) {
            let pose = track.poses.first().copied().unwrap_or_default();
            track.times.insert(0, 0);
            track.poses.insert(0, pose);
        }
        track
    }

    /// How many keys of the polynomial that goes on from a track's end, or fills in between two keys.
    fn order(&self) -> usize {
        match self.interpolation {
            MotionInterpolation::Linear => 2,
            MotionInterpolation::Smooth => 4,
        }
    }

    /// The pose at `time` of a polynomial through the keys around it, or through the last.
    pub(super) fn polynomial(&self, time: u64) -> RigidTransform {
        let order = self.order().min(self.times.len());
        let after = self.times.partition_point(|key| *key < time);
        let first = after.saturating_sub(order / 2).min(self.times.len() - order);
        let around = first..first + order;
        lagrange::value(&self.times[around.clone()], &self.poses[around], time)
    }
}

/// The one of a quaternion and its negative, which are one rotation, that is nearer to another.
pub(super) fn nearer(quaternion: [f64; 4], to: [f64; 4]) -> [f64; 4] {
    if dot(quaternion, to) < 0.0 { quaternion.map(|component| -component) } else { quaternion }
}
