//! [`MotionDeltas`]: imports root motion from files of deltas, frame by frame.

use rigmill_codec_unity::{Error, ErrorKind, motion_deltas};
use rigmill_dom::{MotionDeltaSource, MotionDeltasSource};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::report::Problem;
use crate::syntax::read_source;

/// The maximum size of a source, in bytes: half an hour at 1000 frames per second.
const LARGEST_SOURCE: u64 = 64 << 20;

/// Imports `.motion`: for each frame, the deltas of the position, of the Euler angles in degrees, and of the scale.
/// [`motion_deltas`] describes the format.
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionDeltas;

impl Importer for MotionDeltas {
    type Output = MotionDeltasSource;
    type Params = NoParams;
    const NAME: &'static str = "motion-deltas";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["motion"];
    const DEFAULT_PROCESSOR: &'static str = "motion";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<MotionDeltasSource, StageError> {
        let bytes = read_source(ctx, LARGEST_SOURCE, codes::MOTION_LENGTH, "split the motion")?;
        let motion_deltas::MotionDeltas { frame_rate, has_scale, frames } =
            motion_deltas::decode(&bytes).map_err(|error| ctx.fail(problem(&error).into()))?;
        Ok(MotionDeltasSource { frame_rate, has_scale, frames: frames.into_iter().map(frame).collect() })
    }
}

const fn frame(delta: motion_deltas::MotionDelta) -> MotionDeltaSource {
    MotionDeltaSource { position: delta.position, rotation: delta.rotation, scale: delta.scale }
}

fn problem(error: &Error) -> Problem {
    let (code, help) = match error.kind {
        ErrorKind::Value => (codes::MOTION_FLAG, "check that this is a motion-delta file"),
        ErrorKind::FrameRate => (codes::MOTION_FRAME_RATE, "export the motion again with the correct frame rate"),
        ErrorKind::NotFinite => {
            (codes::MOTION_NOT_FINITE, "fix this frame in the animation program, and export the motion again")
        }
        _ => (codes::MOTION_LENGTH, "the file is incomplete; copy or export it again"),
    };
    Problem::new(code, error.to_string(), help)
}
