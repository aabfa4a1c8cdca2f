//! What clips take when they are compressed, and how far they are off.

use std::time::Instant;

use rigmill_format::compressed_clip::Storage;
use rigmill_format::{CompressedClip, Content};
use rigmill_processors::compression::{Bound, SourceClip, compress};
use rigmill_processors::uniform_clip;
use rigmill_runtime::UniformClip;

/// Bytes of a bone's transform in ten floats.
pub(crate) const RAW: usize = 40;

/// One line: all raw bytes over all those that sampling uniform clips reads.
pub(crate) fn uniform_report(kind: &str, clips: &[SourceClip]) -> String {
    let read = |clip: &SourceClip| {
        let loaded = UniformClip::from_owned(&uniform_clip(clip)).ok()?;
        Some((RAW * clip.locals.len(), loaded.view().sampled_len()))
    };
    let (raw, read) = clips.iter().filter_map(read).fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    format!("{kind}, uniform: {:.2} in memory", raw as f64 / read as f64)
}

/// One line: all raw bytes over all compressed ones, the largest error, the speed.
pub(crate) fn report(kind: &str, clips: &[SourceClip], bound: &Bound) -> String {
    let (mut raw, mut packed, mut code, mut file, mut worst, mut failed) = (0, 0, 0, 0, 0.0_f32, 0);
    let mut seconds = 0.0;
    for clip in clips {
        let begun = Instant::now();
        let compressed = compress(clip, bound);
        seconds += begun.elapsed().as_secs_f64();
        let Ok(compressed) = compressed else {
            failed += 1;
            continue;
        };
        let coded = CompressedClip { storage: Storage::Coded, ..compressed.clip };
        let (Ok(bytes), Ok(coding), Ok(whole)) = (coded.pack(), coded.code(), coded.encode()) else {
            failed += 1;
            continue;
        };
        raw += RAW * clip.locals.len();
        packed += bytes.len();
        code += coding.len();
        file += whole.len();
        worst = compressed.errors.iter().fold(worst, |worst, error| worst.max(*error));
    }
    format!(
        "{kind}, {} mm at {} cm: {:.2} in memory, {:.2} coded, {:.2} as a coded file, worst {:.4} mm, {failed} of {} refused, {:.0} MB/s",
        bound.error * 1e3,
        bound.shell * 1e2,
        raw as f64 / packed as f64,
        raw as f64 / code as f64,
        raw as f64 / file as f64,
        worst * 1e3,
        clips.len(),
        raw as f64 / seconds / 1e6
    )
}
