//! BC7 compressors that are available as crates: processor time and quality.

use std::path::Path;

use block_compression::encode::compress_rgba8;
use block_compression::{BC7Settings, CompressionVariant};
use dds::{ColorFormat, CompressionQuality, EncodeOptions, ErrorMetric, Format, ImageView, Size};
use rigmill_codec_bc7::{Effort, compress};

use crate::pictures::{self, Picture, SIDE};

/// The size of a block, in bytes.
const BLOCK: usize = 16;

type Compressor = (&'static str, Box<dyn Fn(&[u8]) -> Vec<u8>>);

/// Returns the rows of a table.
pub(crate) fn report() -> String {
    let mut rows = "| picture | compressor | s a megapixel | PSNR, dB |\n|---|---|---:|---:|\n".to_owned();
    for picture in pictures::all() {
        for (name, compress) in compressors() {
            let (mut seconds, mut blocks) = (f64::INFINITY, Vec::new());
            for _ in 0..3 {
                let begun = now();
                blocks = compress(&picture.pixels);
                seconds = seconds.min(now() - begun);
            }
            let seconds = seconds / (f64::from(SIDE * SIDE) / 1e6);
            let quality = psnr(&picture.pixels, &decoded(&blocks));
            rows += &format!("| {} | {name} | {seconds:.2} | {quality:.2} |\n", picture.name);
        }
    }
    rows
}

/// Writes the pictures as raw bytes for other programs: `NAME_WIDTHxHEIGHT.rgba`.
pub(crate) fn write_raw(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for Picture { name, pixels } in pictures::all() {
        std::fs::write(folder.join(format!("{name}_{SIDE}x{SIDE}.rgba")), pixels)?;
    }
    Ok(())
}

/// Returns the PSNR of blocks that other programs made from the pictures in a folder: `NAME.PROGRAM.bc7`.
pub(crate) fn decode(folder: &Path) -> std::io::Result<String> {
    let mut rows = "| picture | file | PSNR, dB |\n|---|---|---:|\n".to_owned();
    let mut files: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::file_name);
    for picture in pictures::all() {
        let is_of = |name: &str| name.starts_with(&format!("{}.", picture.name)) && name.ends_with(".bc7");
        for file in files.iter().filter(|file| file.file_name().to_str().is_some_and(is_of)) {
            let quality = psnr(&picture.pixels, &decoded(&std::fs::read(file.path())?));
            rows += &format!("| {} | {} | {quality:.2} |\n", picture.name, file.file_name().display());
        }
    }
    Ok(rows)
}

/// Returns the values of `quality` of the processor `texture`, and the settings of the crates dds and block_compression.
fn compressors() -> Vec<Compressor> {
    use CompressionQuality::{Fast, High, Normal};
    let own = |name, effort| -> Compressor { (name, Box::new(move |pixels| compress(pixels, SIDE, SIDE, effort))) };
    let dds = |name, quality| -> Compressor { (name, Box::new(move |pixels| by_dds(pixels, quality))) };
    let ispc = |name, settings| -> Compressor { (name, Box::new(move |pixels| by_ispc(pixels, settings))) };
    vec![
        own("`fast`", Effort::Fast),
        own("`normal`", Effort::Normal),
        own("`best`", Effort::Best),
        dds("dds, fast", Fast),
        dds("dds, normal", Normal),
        dds("dds, high", High),
        ispc("block_compression, alpha very fast", BC7Settings::alpha_very_fast),
        ispc("block_compression, alpha fast", BC7Settings::alpha_fast),
        ispc("block_compression, alpha basic", BC7Settings::alpha_basic),
        ispc("block_compression, alpha slow", BC7Settings::alpha_slow),
        ispc("block_compression, opaque fast", BC7Settings::opaque_fast),
        ispc("block_compression, opaque basic", BC7Settings::opaque_basic),
    ]
}

fn by_dds(pixels: &[u8], quality: CompressionQuality) -> Vec<u8> {
    let mut options = EncodeOptions::default();
    (options.error_metric, options.quality, options.parallel) = (ErrorMetric::Uniform, quality, false);
    let mut blocks = Vec::new();
    if let Some(view) = ImageView::new(pixels, Size::new(SIDE, SIDE), ColorFormat::RGBA_U8) {
        // Writing to memory cannot fail.
        let _ = dds::encode(&mut blocks, view, Format::BC7_UNORM, None, &options);
    }
    blocks
}

fn by_ispc(pixels: &[u8], settings: fn() -> BC7Settings) -> Vec<u8> {
    let variant = CompressionVariant::BC7(settings());
    let mut blocks = vec![0; variant.blocks_byte_size(SIDE, SIDE)];
    compress_rgba8(variant, pixels, &mut blocks, SIDE, SIDE, SIDE * 4);
    blocks
}

/// Decodes blocks to pixels.
fn decoded(blocks: &[u8]) -> Vec<u8> {
    let side = SIDE as usize;
    let mut pixels = vec![0; side * side * 4];
    for (number, block) in blocks.chunks_exact(BLOCK).enumerate() {
        let (row, column) = (number / (side / 4), number % (side / 4));
        bcdec_rs::bc7(block, &mut pixels[(row * side + column) * BLOCK..], side * 4);
    }
    pixels
}

/// Returns the PSNR over red, green and blue, in decibels.
fn psnr(a: &[u8], b: &[u8]) -> f64 {
    let colors =
        |bytes: &[u8]| bytes.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect::<Vec<_>>();
    let (a, b) = (colors(a), colors(b));
    let square = |(a, b): (&u8, &u8)| (f64::from(*a) - f64::from(*b)) * (f64::from(*a) - f64::from(*b));
    let sum: f64 = a.iter().zip(&b).map(square).sum();
    #[expect(clippy::cast_precision_loss, reason = "the size of a picture")]
    let mean = sum / a.len() as f64;
    10.0 * libm::log10(255.0 * 255.0 / mean)
}

/// Returns the processor time of this thread in seconds. Other programs do not affect it.
#[cfg(unix)]
#[expect(clippy::cast_precision_loss, reason = "seconds")]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Returns the elapsed time in seconds.
#[cfg(not(unix))]
fn now() -> f64 {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
