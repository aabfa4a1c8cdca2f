//! [`MotionDeltasWriter`] and [`MotionFramesWriter`]: root motion as deltas frame by frame.

use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_format::{AlignedBytes, Content, Motion, MotionDelta, MotionDeltas, MotionView, RigidTransform};
use rigmill_pipeline::{Diagnostic, NoParams, StageError, WriteContext, Writer};
use serde::{Deserialize, Serialize};

use crate::codes;

/// How many frames a file may have.
const MOST_FRAMES: u64 = 1 << 20;

rigmill_pipeline::params! {
    /// Parameters of the writer `motion-deltas` for motions.
    pub struct MotionFramesParams {
        /// Frames a second, 1 to 10000. Unset for as many as the motion has keys.
        frame_rate: Option<FrameRate> = None,
    }
}

/// Frames a second: 1 to 10,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "i32", into = "i32")]
pub struct FrameRate(i32);

impl TryFrom<i32> for FrameRate {
    type Error = String;

    fn try_from(rate: i32) -> Result<Self, String> {
        let fits = (1..=10_000).contains(&rate).then_some(Self(rate));
        fits.ok_or_else(|| format!("{rate} is out of range, expected 1 to 10000 frames a second"))
    }
}

impl From<FrameRate> for i32 {
    fn from(rate: FrameRate) -> Self {
        rate.0
    }
}

/// Writes [`MotionDeltas`] as the bytes that they were read from.
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionDeltasWriter;

impl Writer for MotionDeltasWriter {
    type Input = MotionDeltas;
    type Params = NoParams;
    const NAME: &'static str = "motion-deltas";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "motion";

    fn write(&self, value: &MotionDeltas, _: &NoParams, _: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        Ok(value.to_bytes())
    }
}

/// Writes one loop of a [`Motion`] as deltas.
///
/// Each delta is that from where the ones before it lead, not from where they should, so what rounding takes from one the
/// next one gives back: the sum is never off by more than the rounding of a single delta.
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionFramesWriter;

impl Writer for MotionFramesWriter {
    type Input = Motion;
    type Params = MotionFramesParams;
    const NAME: &'static str = "motion-deltas";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "motion";

    fn write(
        &self,
        value: &Motion,
        params: &MotionFramesParams,
        ctx: &mut WriteContext,
    ) -> Result<Vec<u8>, StageError> {
        let fail = |ctx: &mut WriteContext, message: String| {
            let diagnostic = Diagnostic::error(codes::MOTION_DELTAS, format!("the motion has no deltas: {message}"));
            ctx.fail(diagnostic.help("mend the source, or lower `frame_rate`"))
        };
        let bytes = value.encode().map_err(|error| fail(ctx, error.to_string()))?;
        let bytes = AlignedBytes::from_slice(&bytes);
        let view = MotionView::parse(&bytes).map_err(|error| fail(ctx, error.to_string()))?;
        let frame_rate = params.frame_rate.map_or_else(|| key_rate(&view), i32::from);
        let ticks = ticks_a_frame(frame_rate);
        let count = frames(view.duration() as f64 / ticks);
        if count > MOST_FRAMES {
            return Err(fail(ctx, format!("it takes {count} frames, at most {MOST_FRAMES} are allowed")));
        }
        let deltas = MotionDeltas { frame_rate, has_scale: false, frames: deltas(&view, ticks, count) };
        let finite = |delta: &MotionDelta| delta.position.iter().chain(&delta.rotation).all(|it| it.is_finite());
        if !deltas.frames.iter().all(finite) {
            return Err(fail(ctx, "a delta is too large".to_owned()));
        }
        Ok(deltas.to_bytes())
    }
}

fn ticks_a_frame(frame_rate: i32) -> f64 {
    TICKS_PER_SECOND as f64 / f64::from(frame_rate)
}

/// The whole number of frames; one that is begun counts, unless it is as good as over.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "above 0; saturates")]
fn frames(frames: f64) -> u64 {
    (frames - 1e-3).ceil().max(1.0) as u64
}

/// As many frames a second as there are keys.
#[expect(clippy::cast_possible_truncation, reason = "clamped")]
fn key_rate(view: &MotionView<'_>) -> i32 {
    let seconds = view.duration() as f64 / TICKS_PER_SECOND as f64;
    let intervals = view.times().len().saturating_sub(1) as f64;
    (intervals / seconds).round().clamp(1.0, 10_000.0) as i32
}

fn deltas(view: &MotionView<'_>, ticks: f64, count: u64) -> Vec<MotionDelta> {
    let mut reached = RigidTransform::IDENTITY;
    let frame = |frame: u64| {
        let delta = MotionDelta::of_rigid(&reached.inverse().then(&view.pose(frame as f64 * ticks)));
        reached = reached.then(&delta.to_rigid());
        delta
    };
    (1..=count).map(frame).collect()
}
