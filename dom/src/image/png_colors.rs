//! The colour space that a PNG file states without an ICC profile (PNG, third edition, 4.3 and 11.3.2).

use super::png_chunks::{Chunk, chunks};
use super::srgb;

/// The numbers for sRGB in H.273: primaries, transfer function, matrix and full range.
const SRGB: [u8; 4] = [1, 13, 0, 1];
/// The offset of the colour type in `IHDR`, and its bit for colours.
const COLOUR_TYPE: usize = 9;
const HAS_COLOURS: u8 = 2;

/// The colour space of a file, if it is not sRGB. `icc` is the colour space of its ICC profile, which takes precedence unless
/// there is a `cICP` chunk. `sRGB` takes precedence over `cHRM`. For `gAMA`, see [`PngGamma`](super::PngGamma).
pub(super) fn foreign(png: &[u8], icc: Option<String>) -> Option<String> {
    let mut described = Described::default();
    // These chunks are only valid before the palette and the pixels.
    for chunk in chunks(png).take_while(|chunk| !matches!(&chunk.kind, b"PLTE" | b"IDAT")) {
        described.add(&chunk);
    }
    let Described { code, has_profile, is_srgb, has_colours, .. } = described;
    match code {
        Some(SRGB) => None,
        // For grey images, the primaries do not matter.
        Some([_, transfer, _, range]) if !has_colours && [transfer, range] == [SRGB[1], SRGB[3]] => None,
        Some([primaries, transfer, ..]) => Some(format!("cICP: primaries {primaries}, transfer function {transfer}")),
        None if has_profile => icc,
        None if is_srgb => None,
        None => described.primaries(),
    }
}

/// The colour information in the chunks before the pixels.
#[derive(Default)]
struct Described {
    /// The numbers in `cICP`.
    code: Option<[u8; 4]>,
    has_profile: bool,
    is_srgb: bool,
    has_colours: bool,
    /// The x and y of white, red, green and blue in `cHRM`.
    chromaticities: Option<[f32; 8]>,
}

impl Described {
    fn add(&mut self, chunk: &Chunk<'_>) {
        match &chunk.kind {
            b"IHDR" => self.has_colours = chunk.data.get(COLOUR_TYPE).is_some_and(|kind| kind & HAS_COLOURS != 0),
            b"cICP" => self.code = chunk.data.first_chunk().copied(),
            b"iCCP" => self.has_profile = true,
            b"sRGB" => self.is_srgb = true,
            b"cHRM" => self.chromaticities = chromaticities(chunk.data),
            _ => {}
        }
    }

    fn primaries(&self) -> Option<String> {
        let foreign = self.chromaticities.filter(|all| self.has_colours && !srgb::is_rec_709(*all));
        foreign.map(|_| "cHRM: not the primaries of sRGB".to_owned())
    }
}

fn chromaticities(data: &[u8]) -> Option<[f32; 8]> {
    let words = data.as_chunks().0.iter().map(|word| u32::from_be_bytes(*word));
    #[expect(clippy::cast_precision_loss, reason = "numbers of five digits")]
    let all: Vec<f32> = words.map(|number| number as f32 / 1e5).collect();
    all.first_chunk().copied()
}
