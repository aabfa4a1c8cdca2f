//! Handles the end of a track, where a loop starts again.

use rigmill_format::RigidTransform;
use rigmill_math::quaternion::{conjugate, multiply};
use rigmill_math::vector::{length, subtract};

use super::track::Track;
use crate::clips::interpolation::nearer;

/// The longest time between the last key and the end, in intervals of keys, for which a single frame counts as missing.
const FRAME_AND_A_HALF: f64 = 1.5;
/// The fraction of the last step by which a closed path may miss its start.
const CLOSE: f64 = 0.25;
/// The rounding error of single precision and printed decimals in a closed path, relative to the path's largest number. Also
/// the rounding error of a rotation.
const NOISE: f64 = 2e-6;

/// Returns the track with its last key exactly at its end.
pub(super) fn close(mut track: Track, loops: bool) -> Track {
    let end = track.duration;
    let within = track.times.partition_point(|time| *time < end);
    if track.times.get(within) != Some(&end) {
        let pose = end_pose(&track, loops);
        track.times.truncate(within);
        track.poses.truncate(within);
        track.times.push(end);
        track.poses.push(pose);
    } else {
        track.times.truncate(within + 1);
        track.poses.truncate(within + 1);
    }
    if loops {
        remove_rounding(&mut track);
    }
    track
}

/// Returns the pose at the end of a track that has no key there.
fn end_pose(track: &Track, loops: bool) -> RigidTransform {
    let last = track.times.len() - 1;
    let end = track.duration;
    if track.times[last] > end {
        return kept_near(track.polynomial(end), track);
    }
    let Some(before) = last.checked_sub(1) else { return track.poses[last] };
    let gap = (end - track.times[last]) as f64;
    let interval = (track.times[last] - track.times[before]) as f64;
    if !loops || gap > FRAME_AND_A_HALF * interval {
        return track.poses[last];
    }
    // The last frame of a loop is missing: the root continues as before, or returns to its start.
    let pose = kept_near(track.polynomial(end), track);
    let first = RigidTransform { rotation: nearer(track.poses[0].rotation, pose.rotation), ..track.poses[0] };
    let (step, off) = (apart(&track.poses[before], &track.poses[last]), apart(&pose, &first));
    if off.0 <= CLOSE * step.0 + NOISE && off.1 <= CLOSE * step.1 + NOISE { first } else { pose }
}

fn kept_near(pose: RigidTransform, track: &Track) -> RigidTransform {
    let within = track.times.partition_point(|time| *time < track.duration).max(1);
    RigidTransform { rotation: nearer(pose.rotation, track.poses[within - 1].rotation), ..pose }
}

/// Removes the rounding error between the last pose and the first. Otherwise, a closed path, or a path that continues straight
/// ahead, would drift over many loops.
fn remove_rounding(track: &mut Track) {
    let (Some(first), Some(last)) = (track.poses.first().copied(), track.poses.last().copied()) else { return };
    let [x, y, z, w] = multiply(conjugate(first.rotation), last.rotation);
    if [x, y, z].iter().any(|part| part.abs() > NOISE) {
        return;
    }
    let largest = track.poses.iter().flat_map(|pose| pose.translation).fold(0.0, |most: f64, at| most.max(at.abs()));
    let closes = (0..3).all(|axis| (last.translation[axis] - first.translation[axis]).abs() <= NOISE * largest);
    let rotation = if w < 0.0 { first.rotation.map(|part| -part) } else { first.rotation };
    let translation = if closes { first.translation } else { last.translation };
    if let Some(last) = track.poses.last_mut() {
        *last = RigidTransform { translation, rotation };
    }
}

/// Returns the lengths of the differences between two translations and between two rotations.
fn apart(a: &RigidTransform, b: &RigidTransform) -> (f64, f64) {
    let rotation = nearer(b.rotation, a.rotation);
    (length(subtract(a.translation, b.translation)), length(subtract(a.rotation, rotation)))
}
