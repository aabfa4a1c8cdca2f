//! [`MotionDeltasWriter`] and [`MotionFramesWriter`]: write root motion as deltas from frame to frame.

use rigmill_codec_unity::motion_deltas;
use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_format::{AlignedBytes, Content, Motion, MotionDelta, MotionDeltas, MotionView, RootPose};
use rigmill_pipeline::{Diagnostic, NoParams, WriteContext, Writer};
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::written::Written;

/// The maximum number of frames in a file.
const MAX_FRAMES: u64 = 1 << 20;

rigmill_pipeline::params! {
    /// Parameters of the writer `motion-deltas` for motions.
    pub struct MotionFramesParams {
        /// The number of frames per second, from 1 to 10000. By default, the writer uses the motion's key rate.
        frame_rate: Option<FrameRate> = None,
    }
}

/// A frame rate in frames per second: 1 to 10,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "i32", into = "i32")]
pub struct FrameRate(i32);

impl TryFrom<i32> for FrameRate {
    type Error = String;

    fn try_from(rate: i32) -> Result<Self, String> {
        let fits = (1..=10_000).contains(&rate).then_some(Self(rate));
        fits.ok_or_else(|| format!("{rate} is out of range, expected 1 to 10000 frames per second"))
    }
}

impl From<FrameRate> for i32 {
    fn from(rate: FrameRate) -> Self {
        rate.0
    }
}

/// Writes [`MotionDeltas`] as the bytes from which they were read.
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionDeltasWriter;

impl Writer for MotionDeltasWriter {
    type Input = MotionDeltas;
    type Params = NoParams;
    const NAME: &'static str = "motion-deltas";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "motion";

    fn write(&self, value: &MotionDeltas, _: &NoParams, _: &mut WriteContext) -> Written {
        Ok(encode(value))
    }
}

/// Writes one repetition of a [`Motion`] as deltas, in the axes of the motion's start. There is a delta for each frame from the
/// start to the last frame at or before the end. The first delta is zero.
///
/// The sums of the deltas are exact (see [`MotionDeltas::of_poses`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionFramesWriter;

impl Writer for MotionFramesWriter {
    type Input = Motion;
    type Params = MotionFramesParams;
    const NAME: &'static str = "motion-deltas";
    const VERSION: u32 = 2;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "motion";

    fn write(&self, value: &Motion, params: &MotionFramesParams, ctx: &mut WriteContext) -> Written {
        let fail = |ctx: &mut WriteContext, message: String, help: &str| {
            let diagnostic =
                Diagnostic::error(codes::MOTION_DELTAS, format!("the motion cannot be written as deltas: {message}"));
            ctx.fail(diagnostic.help(help))
        };
        let fix_source = "correct the source";
        let bytes = value.encode().map_err(|error| fail(ctx, error.to_string(), fix_source))?;
        let bytes = AlignedBytes::from_slice(&bytes);
        let view = MotionView::parse(&bytes).map_err(|error| fail(ctx, error.to_string(), fix_source))?;
        let frame_rate = params.frame_rate.map_or_else(|| key_rate(&view), i32::from);
        let frames = view.duration() as f64 * f64::from(frame_rate) / TICKS_PER_SECOND as f64;
        let whole = whole_frames(frames);
        if whole >= MAX_FRAMES {
            let message = format!("it has {} frames, but at most {MAX_FRAMES} are allowed", whole + 1);
            return Err(fail(ctx, message, "lower `frame_rate`, or split the motion"));
        }
        warn_of_the_rest(frames - whole as f64, frame_rate, ctx);
        let has_scale = !view.scales().is_empty();
        let poses: Vec<_> = (0..=whole).map(|frame| root_at(&view, frame, frame_rate)).collect();
        Ok(encode(&MotionDeltas::of_poses(frame_rate, has_scale, &poses)))
    }
}

fn encode(motion: &MotionDeltas) -> Vec<u8> {
    let delta =
        |it: &MotionDelta| motion_deltas::MotionDelta { position: it.position, rotation: it.rotation, scale: it.scale };
    let frames = motion.frames.iter().map(delta).collect();
    let MotionDeltas { frame_rate, has_scale, .. } = *motion;
    motion_deltas::encode(&motion_deltas::MotionDeltas { frame_rate, has_scale, frames })
}

/// The rounding error of a frame number, in frames.
const ROUNDING: f64 = 1e-3;

/// Returns the index of the last frame at or before the end.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "above 0; saturates")]
fn whole_frames(frames: f64) -> u64 {
    (frames + ROUNDING).floor() as u64
}

/// Warns about the part of the motion after the last whole frame, which the format cannot represent.
fn warn_of_the_rest(rest: f64, frame_rate: i32, ctx: &mut WriteContext) {
    if rest > ROUNDING {
        let fact =
            format!("the motion continues for {rest:.3} frames after its last whole frame; this part is left out");
        let help = format!(
            "set `frame_rate` so that the motion lasts a whole number of frames (at {frame_rate} frames per second, it does not)"
        );
        ctx.report(Diagnostic::warning(codes::MOTION_PART_OF_FRAME, fact).help(help));
    }
}

/// Returns the frame rate that has a frame for each key.
#[expect(clippy::cast_possible_truncation, reason = "clamped")]
fn key_rate(view: &MotionView<'_>) -> i32 {
    let seconds = view.duration() as f64 / TICKS_PER_SECOND as f64;
    let intervals = view.times().len().saturating_sub(1) as f64;
    (intervals / seconds).round().clamp(1.0, 10_000.0) as i32
}

fn root_at(view: &MotionView<'_>, frame: u64, frame_rate: i32) -> RootPose {
    let ticks = frame as f64 * TICKS_PER_SECOND as f64 / f64::from(frame_rate);
    RootPose { pose: view.pose(ticks), scale: view.scale(ticks) }
}
