//! The end of a track, where a loop begins anew.

use rigmill_format::RigidTransform;
use rigmill_math::quaternion::{conjugate, multiply};

use super::track::{Track, nearer};

/// How many times as long as the interval before it the time behind the last key may be for a frame that is missing there.
const FRAME_AND_A_HALF: f64 = 1.5;
/// Which part of the last step may be missing for a path that closes.
const CLOSE: f64 = 0.25;
/// What single precision and printed decimals leave of a path that comes back to where it was, for its largest number,
/// and of a rotation.
const NOISE: f64 = 2e-6;

/// The track with a last key just at its end.
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
        settle(&mut track);
    }
    track
}

/// The pose at the end of a track that has no key there.
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
    // The frame in which a loop comes round is missing: the root goes on as before, or back to where it was.
    let pose = kept_near(track.polynomial(end), track);
    let first = RigidTransform { rotation: nearer(track.poses[0].rotation, pose.rotation), ..track.poses[0] };
    let (step, off) = (apart(&track.poses[before], &track.poses[last]), apart(&pose, &first));
    if off.0 <= CLOSE * step.0 + NOISE && off.1 <= CLOSE * step.1 + NOISE { first } else { pose }
}

fn kept_near(pose: RigidTransform, track: &Track) -> RigidTransform {
    let within = track.times.partition_point(|time| *time < track.duration).max(1);
    RigidTransform { rotation: nearer(pose.rotation, track.poses[within - 1].rotation), ..pose }
}

/// Takes away what rounding left between the last pose and the first, lest a path that closes, or one that goes straight
/// on, drift off in the course of many loops.
fn settle(track: &mut Track) {
    let (Some(first), Some(last)) = (track.poses.first().copied(), track.poses.last().copied()) else { return };
    let turned = multiply(conjugate(first.rotation), last.rotation);
    let [x, y, z, w] = turned;
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

/// How far apart two poses are, and by how much they are turned: as lengths of differences.
fn apart(a: &RigidTransform, b: &RigidTransform) -> (f64, f64) {
    let square = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
    let rotation = nearer(b.rotation, a.rotation);
    (square(&a.translation, &b.translation).sqrt(), square(&a.rotation, &rotation).sqrt())
}
