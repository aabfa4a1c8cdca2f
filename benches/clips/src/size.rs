//! The sizes of compressed clips, and their errors.

use std::hint::black_box;
use std::time::Instant;

use rigmill_format::compressed_clip::Storage;
use rigmill_format::{AlignedBytes, CompressedClip, Content, UniformClipLayout, UniformClipView};
use rigmill_processors::compression::{Bound, SourceClip, compress};
use rigmill_processors::uniform_clip;

use crate::measure::medians;

/// The size in bytes of a bone's transform in ten floats.
pub(crate) const RAW: usize = 40;

/// Returns one line: the ratio of all raw bytes to all bytes that sampling uniform clips reads, and the speed of checking them
/// when they are loaded.
pub(crate) fn uniform_report(kind: &str, clips: &[SourceClip]) -> String {
    let (mut raw, mut read, mut files) = (0, 0, Vec::new());
    for clip in clips {
        let Ok(file) = uniform_clip(clip).encode() else { continue };
        let file = AlignedBytes::from_slice(&file);
        raw += RAW * clip.locals.len();
        read += UniformClipView::parse(&file).map_or(0, |view| view.sampled_len());
        files.push(file);
    }
    let bytes: usize = files.iter().map(|file| file.len()).sum();
    let mut parse = || files.iter().for_each(|file| _ = black_box(UniformClipLayout::parse(file).is_ok()));
    let [check] = medians(bytes.max(1), [&mut parse]);
    format!("{kind}, uniform: {:.2} in memory, checked at {:.1} GB/s", raw as f64 / read as f64, 1.0 / check)
}

/// Returns one line: the ratio of all raw bytes to all compressed bytes, the largest error, and the speed.
pub(crate) fn report(kind: &str, clips: &[SourceClip], bound: &Bound) -> String {
    let (mut raw, mut packed, mut code, mut file, mut worst, mut failed) = (0, 0, 0, 0, 0.0_f32, 0);
    let mut seconds = 0.0;
    for clip in clips {
        let begun = Instant::now();
        let compressed = compress(clip, &clip.rates(), bound);
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
