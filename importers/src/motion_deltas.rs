//! [`MotionDeltas`]: root motion as a file of deltas, frame by frame.

use rigmill_dom::{MotionDeltaSource, MotionDeltasSource};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::syntax::read_source;

/// How many bytes a source may have: half an hour at 1000 frames a second.
const LARGEST_SOURCE: u64 = 64 << 20;
/// The highest frame rate.
const MOST_FRAMES_A_SECOND: i32 = 10_000;

/// Imports `.motion`: a byte that says whether there are scales, the frame rate, then for each frame its deltas of position,
/// of Euler angles in degrees, and of scale. `docs/motion.md` has the bytes.
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
        read(&bytes).map_err(|diagnostic| ctx.fail(*diagnostic))
    }
}

fn read(bytes: &[u8]) -> Result<MotionDeltasSource, Box<Diagnostic>> {
    let Some((&[flag, a, b, c, d], frames)) = bytes.split_first_chunk::<5>() else {
        let message = format!("the file has {} bytes, expected 5 or more", bytes.len());
        return Err(fault(codes::MOTION_LENGTH, message, "export it again; it has been cut short"));
    };
    let has_scale = match flag {
        0 => false,
        1 => true,
        other => {
            let message = format!("the first byte is {other}, expected 0 or 1: whether there are scale deltas");
            return Err(fault(codes::MOTION_FLAG, message, "see whether it is a file of motion deltas at all"));
        }
    };
    let frame_rate = i32::from_le_bytes([a, b, c, d]);
    if !(1..=MOST_FRAMES_A_SECOND).contains(&frame_rate) {
        let message = format!("the frame rate is {frame_rate}, expected 1 to {MOST_FRAMES_A_SECOND} frames a second");
        return Err(fault(codes::MOTION_FRAME_RATE, message, "export it with the rate at which it was sampled"));
    }
    let width = if has_scale { 36 } else { 24 };
    if frames.is_empty() || !frames.len().is_multiple_of(width) {
        let message = format!("{} bytes of frames, expected a multiple of {width}, and at least one", frames.len());
        return Err(fault(codes::MOTION_LENGTH, message, "export it again; it has been cut short"));
    }
    let frames = frames.chunks_exact(width).enumerate().map(|(index, frame)| read_frame(index, frame));
    Ok(MotionDeltasSource { frame_rate, has_scale, frames: frames.collect::<Result<_, _>>()? })
}

/// A frame of 24 or 36 bytes.
fn read_frame(index: usize, frame: &[u8]) -> Result<MotionDeltaSource, Box<Diagnostic>> {
    let mut numbers = [0.0; 9];
    for (number, bytes) in numbers.iter_mut().zip(frame.as_chunks::<4>().0) {
        *number = f32::from_le_bytes(*bytes);
        if !number.is_finite() {
            let message = format!("frame {index}: {number} is not finite");
            return Err(fault(codes::MOTION_NOT_FINITE, message, "export the motion from a clip without such keys"));
        }
    }
    let [px, py, pz, rx, ry, rz, sx, sy, sz] = numbers;
    Ok(MotionDeltaSource { position: [px, py, pz], rotation: [rx, ry, rz], scale: [sx, sy, sz] })
}

fn fault(code: &'static str, message: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, message).help(help))
}
