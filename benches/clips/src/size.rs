//! What clips take when they are compressed, and how far they are off.

use std::time::Instant;

use rigmill_format::Content;
use rigmill_processors::compression::{Bound, SourceClip, compress};

/// Bytes of a bone's transform in ten floats.
const RAW: usize = 40;

/// One line: all raw bytes over all compressed ones, the largest error, the speed.
pub(crate) fn report(kind: &str, clips: &[SourceClip], bound: &Bound) -> String {
    let (mut raw, mut packed, mut file, mut worst, mut failed) = (0, 0, 0, 0.0_f32, 0);
    let begun = Instant::now();
    for clip in clips {
        let Ok(compressed) = compress(clip, bound) else {
            failed += 1;
            continue;
        };
        let (Ok(bytes), Ok(whole)) = (compressed.clip.pack(), compressed.clip.encode()) else {
            failed += 1;
            continue;
        };
        raw += RAW * clip.locals.len();
        packed += bytes.len();
        file += whole.len();
        worst = compressed.errors.iter().fold(worst, |worst, error| worst.max(*error));
    }
    let seconds = begun.elapsed().as_secs_f64();
    format!(
        "{kind}, {} mm at {} cm: {:.2} in memory, {:.2} as a file, worst {:.4} mm, {failed} of {} refused, {:.0} MB/s",
        bound.error * 1e3,
        bound.shell * 1e2,
        raw as f64 / packed as f64,
        raw as f64 / file as f64,
        worst * 1e3,
        clips.len(),
        raw as f64 / seconds / 1e6
    )
}
