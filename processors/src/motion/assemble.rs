//! Converts a [`RootPath`] to a [`Motion`].

use rigmill_format::motion::{MAX_MOTION_TICKS, TICKS_PER_SECOND};
use rigmill_format::{AlignedBytes, Content, Motion, MotionInterpolation, MotionView, RigidTransform};
use rigmill_pipeline::{Diagnostic, ProcessContext, StageError};

use super::params::{Components, Frame, MotionParams};
use super::track::{RootPath, Track};
use super::{ground, seam, slopes};
use crate::clips::interpolation::nearer;
use crate::codes;
use crate::report::Result;

/// The maximum number of keys in a motion.
const MAX_KEYS: u64 = 1 << 20;

/// Makes the motion of a root's path, or of a part of the path.
pub(super) fn assemble(path: RootPath, params: &MotionParams, ctx: &mut ProcessContext<'_>) -> Result<Motion> {
    let path = match params.components {
        Components::All => path,
        Components::Ground => ground::path(path, params.up.axis()),
    };
    let motion = assemble_track(path.track, params, ctx)?;
    let Some(scale) = path.scale else { return Ok(motion) };
    // The scale's keys have the same times as the keys of the motion.
    let scale = assemble_track(scale, params, ctx)?;
    let numbers = |keys: Vec<RigidTransform>| keys.into_iter().map(|key| key.translation).collect();
    Ok(Motion { scales: numbers(scale.poses), scale_slopes: numbers(scale.slopes), ..motion })
}

fn assemble_track(track: Track, params: &MotionParams, ctx: &mut ProcessContext<'_>) -> Result<Motion> {
    if track.duration > MAX_MOTION_TICKS {
        let (found, most) = (track.duration.div_ceil(TICKS_PER_SECOND), MAX_MOTION_TICKS / TICKS_PER_SECOND);
        let message = format!("the motion lasts {found} s, but at most {most} s are allowed");
        let diagnostic = Diagnostic::error(codes::MOTION_TOO_LONG, message);
        return Err(ctx.fail(diagnostic.help("check that the clip's durations and times are in seconds")));
    }
    let own = track.interpolation;
    let track = seam::close(track, params.loops);
    let interpolation = params.interpolation.map_or(own, MotionInterpolation::from);
    let Some(rate) = params.sample_rate else { return Ok(motion(track, interpolation, params)) };
    let frames = (track.duration as f64 * rate.get() / TICKS_PER_SECOND as f64).ceil();
    if frames > MAX_KEYS as f64 {
        let rate = rate.get();
        let message = format!(
            "sampling at {rate} keys per second would create {frames} keys, but at most {MAX_KEYS} are allowed"
        );
        let diagnostic = Diagnostic::error(codes::MOTION_TOO_LONG, message);
        return Err(ctx.fail(diagnostic.help("lower `sample_rate`")));
    }
    let tick = |frame: f64| (frame * TICKS_PER_SECOND as f64 / rate.get()).round();
    let sampled = sampled(track, own, params, (0..).map(f64::from).map(tick), ctx)?;
    Ok(motion(sampled, interpolation, params))
}

/// Samples the poses at those of `ticks` that are before the end, and at the end.
fn sampled(
    track: Track,
    own: MotionInterpolation,
    params: &MotionParams,
    ticks: impl Iterator<Item = f64>,
    ctx: &mut ProcessContext<'_>,
) -> Result<Track> {
    let (bone, duration, start) = (track.bone.clone(), track.duration, track.poses.first().copied());
    let whole = motion(track, own, params);
    let bytes = whole.encode().map_err(|error| {
        let diagnostic = Diagnostic::error(codes::MOTION_INVALID, error.to_string());
        ctx.fail(diagnostic.help("check the root bone's keys for numbers that are infinite, NaN or too large"))
    })?;
    let bytes = AlignedBytes::from_slice(&bytes);
    let Ok(view) = MotionView::parse(&bytes) else { return Err(StageError::Diagnosed) };
    let start = start.unwrap_or_default();
    let absolute = |tick: u64| {
        let pose = view.pose(tick as f64);
        let pose = match params.frame() {
            Frame::Root => start.then(&pose),
            Frame::Model => pose.then(&start),
        };
        (tick, pose)
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "before the end, so within 2^53")]
    let inner = ticks.take_while(|tick| *tick < duration as f64).map(|tick| tick as u64);
    let keys = inner.chain([duration]).map(absolute);
    Ok(Track::new(bone, own, duration, keys))
}

/// Makes the motion of a track whose last key is at its end.
fn motion(track: Track, interpolation: MotionInterpolation, params: &MotionParams) -> Motion {
    let start = track.poses.first().copied().unwrap_or_default();
    let poses = relative(&track.poses, &start, params.frame());
    let slopes = match interpolation {
        MotionInterpolation::Linear => Vec::new(),
        MotionInterpolation::Smooth => slopes::slopes(&track.times, &poses, params.loops),
    };
    Motion {
        bone: track.bone,
        loops: params.loops,
        interpolation,
        quantum_bits: params.quantum_bits.get(),
        start,
        times: track.times,
        poses,
        slopes,
        ..Motion::default()
    }
}

/// Returns the poses relative to the first pose, which becomes exactly the identity.
fn relative(poses: &[RigidTransform], start: &RigidTransform, frame: Frame) -> Vec<RigidTransform> {
    let back = start.inverse();
    let mut made = vec![RigidTransform::IDENTITY];
    for pose in poses.iter().skip(1) {
        let moved = match frame {
            Frame::Root => back.then(pose),
            Frame::Model => pose.then(&back),
        };
        let before = made.last().copied().unwrap_or_default();
        made.push(RigidTransform { rotation: nearer(moved.rotation, before.rotation), ..moved });
    }
    made
}
