//! The cost of loading: packed files that are used in place, and coded files that are expanded.

use std::hint::black_box;

use rigmill_format::compressed_clip::Storage;
use rigmill_format::{AlignedBytes, CompressedClip, CompressedClipLayout, Content, UniformClipLayout};
use rigmill_processors::compression::{Bound, SourceClip, compress};
use rigmill_processors::uniform_clip;

use crate::measure::medians;
use crate::size::RAW;

/// Returns one line: microseconds per clip, and gigabytes per second of the files or megabytes per second of raw clips.
///
/// The bytes are in memory, like those of a mapped file whose pages have been loaded.
pub(crate) fn report(kind: &str, clips: &[SourceClip]) -> String {
    let bound = Bound { error: 1e-4, shell: 0.03, bones: Vec::new() };
    let compressed: Vec<_> =
        clips.iter().filter_map(|clip| Some(compress(clip, &clip.rates(), &bound).ok()?.clip)).collect();
    let [packed, coded] = [Storage::Packed, Storage::Coded].map(|storage| files(&compressed, storage));
    if packed.is_empty() || coded.len() != packed.len() {
        return format!("{kind}: no clips");
    }
    let raw: usize = compressed.iter().map(|clip| RAW * usize::from(clip.bones) * clip.frames as usize).sum();
    let bytes: usize = packed.iter().map(|file| file.len()).sum();
    let load = |files: &[AlignedBytes], open: fn(&AlignedBytes) -> bool| {
        for file in files {
            black_box(open(black_box(file)));
        }
    };
    let [trusted, verified, expanded] = medians(
        packed.len(),
        [
            &mut || load(&packed, |file| CompressedClipLayout::trust(file).is_ok()),
            &mut || load(&packed, |file| CompressedClipLayout::parse(file).is_ok()),
            &mut || load(&coded, |file| CompressedClipLayout::open(file.clone()).is_ok()),
        ],
    );
    let [bytes, raw] = [bytes, raw].map(|sum| sum as f64 / packed.len() as f64);
    format!(
        "{kind}, load of a clip of {bytes:.0} bytes: trusted {:.3} us; verified {:.2} us, {:.1} GB/s; \
         expanded {:.1} us, {:.0} MB/s of raw",
        trusted / 1e3,
        verified / 1e3,
        bytes / verified,
        expanded / 1e3,
        raw / expanded * 1e3
    )
}

/// Returns the same for uniform clips.
pub(crate) fn uniform_report(kind: &str, clips: &[SourceClip]) -> String {
    let files = clips.iter().filter_map(|clip| uniform_clip(clip).encode().ok());
    let files: Vec<_> = files.map(|file| AlignedBytes::from_slice(&file)).collect();
    let bytes = files.iter().map(|file| file.len()).sum::<usize>() as f64 / files.len().max(1) as f64;
    let load = |open: fn(&AlignedBytes) -> bool| {
        for file in &files {
            black_box(open(black_box(file)));
        }
    };
    let [trusted, verified] = medians(
        files.len(),
        [&mut || load(|file| UniformClipLayout::trust(file).is_ok()), &mut || {
            load(|file| UniformClipLayout::parse(file).is_ok())
        }],
    );
    format!(
        "{kind}, load of a uniform clip of {bytes:.0} bytes: trusted {:.3} us; verified {:.2} us, {:.1} GB/s",
        trusted / 1e3,
        verified / 1e3,
        bytes / verified,
    )
}

fn files(clips: &[CompressedClip], storage: Storage) -> Vec<AlignedBytes> {
    let file = |clip: &CompressedClip| CompressedClip { storage, ..clip.clone() }.encode().ok();
    clips.iter().filter_map(file).map(|file| AlignedBytes::from_slice(&file)).collect()
}
