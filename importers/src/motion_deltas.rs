//! [`MotionDeltas`]: root motion as a file of deltas, frame by frame.

use rigmill_codec_unity::{Error, ErrorKind, motion_deltas};
use rigmill_dom::{MotionDeltaSource, MotionDeltasSource};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError};

use crate::bounded::read_source;
use crate::codes;

/// The largest source, in bytes: half an hour at 1000 frames a second.
const LARGEST_SOURCE: u64 = 64 << 20;

/// Imports `.motion`: for each frame its deltas of position, of Euler angles in degrees, and of scale. [`motion_deltas`] has the
/// format.
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
        let too_large = |message| Diagnostic::error(codes::MOTION_LENGTH, message).help("split the motion");
        let bytes = read_source(ctx, LARGEST_SOURCE, too_large)?;
        let motion_deltas::MotionDeltas { frame_rate, has_scale, frames } =
            motion_deltas::decode(&bytes).map_err(|error| ctx.fail(diagnostic(&error)))?;
        Ok(MotionDeltasSource { frame_rate, has_scale, frames: frames.into_iter().map(frame).collect() })
    }
}

const fn frame(delta: motion_deltas::MotionDelta) -> MotionDeltaSource {
    MotionDeltaSource { position: delta.position, rotation: delta.rotation, scale: delta.scale }
}

fn diagnostic(error: &Error) -> Diagnostic {
    let (code, help) = match error.kind {
        ErrorKind::Value => (codes::MOTION_FLAG, "see whether it is a file of motion deltas at all"),
        ErrorKind::FrameRate => (codes::MOTION_FRAME_RATE, "export it with the rate at which it was sampled"),
        ErrorKind::NotFinite => (codes::MOTION_NOT_FINITE, "export the motion from a clip without such keys"),
        _ => (codes::MOTION_LENGTH, "export it again; it has been cut short"),
    };
    Diagnostic::error(code, error.to_string()).help(help)
}
