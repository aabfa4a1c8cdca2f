//! TGA files (Truevision TGA File Format Specification, version 2.0).

use super::ImageError;
use super::checks::{check_size, malformed};
use super::decoded::{Decoded, Pixels};
use super::fields::Fields;

const FORMAT: &str = "TGA";

/// The length of the header, and the bits of its last byte.
const HEADER: usize = 18;
const ALPHA_BITS: u8 = 0x0f;
const FROM_RIGHT: u8 = 0x10;
const FROM_TOP: u8 = 0x20;

/// The kinds of images without [`PACKED`], which marks those with run-length encoding.
const MAPPED: u8 = 1;
const COLORS: u8 = 2;
const GREY: u8 = 3;
const PACKED: u8 = 8;

/// The bits of a pixel or of a colour in the map, and how many of them are alpha.
const COLOR_BITS: [(u8, u8); 6] = [(15, 0), (16, 0), (16, 1), (24, 0), (32, 0), (32, 8)];
const GREY_BITS: [(u8, u8); 3] = [(8, 0), (8, 8), (16, 8)];

struct Targa<'a> {
    size: [u32; 2],
    kind: u8,
    is_packed: bool,
    /// The position of the first pixel.
    corner: u8,
    /// The number of bytes of a pixel.
    depth: usize,
    /// The number of the map's first colour, and its colours.
    map: (usize, Vec<[u8; 4]>),
    data: &'a [u8],
}

/// Width and height.
pub(super) fn measure(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    Targa::read(bytes).map(|targa| targa.size)
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ImageError> {
    let targa = Targa::read(bytes)?;
    let mut pixels = targa.pixels()?;
    let width = targa.size[0] as usize;
    // Rows from the bottom are the image in reverse, with every row in reverse.
    if targa.corner & FROM_TOP == 0 {
        pixels.reverse();
    }
    if (targa.corner & FROM_TOP == 0) != (targa.corner & FROM_RIGHT != 0) {
        pixels.chunks_exact_mut(width).for_each(<[_]>::reverse);
    }
    Decoded::new(FORMAT, targa.size, Pixels::Bytes(pixels))
}

impl<'a> Targa<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, ImageError> {
        let fields = Fields { format: FORMAT, bytes };
        let (name, has_map, kind) = (fields.byte(0)?, fields.byte(1)? == 1, fields.byte(2)?);
        let (first, count, map_bits) = (fields.word(3)?, usize::from(fields.word(5)?), fields.byte(7)?);
        let (width, height) = (u32::from(fields.word(12)?), u32::from(fields.word(14)?));
        let (bits, corner) = (fields.byte(16)?, fields.byte(17)?);
        check_size(width, height, bytes.len())?;
        let (is_packed, kind) = (kind & PACKED != 0, kind & !PACKED);
        let (alpha, is_mapped) = (corner & ALPHA_BITS, kind == MAPPED && has_map);
        let is_supported = match kind {
            MAPPED => is_mapped && matches!(bits, 8 | 16) && COLOR_BITS.contains(&(map_bits, alpha)),
            COLORS => COLOR_BITS.contains(&(bits, alpha)),
            GREY => GREY_BITS.contains(&(bits, alpha)),
            _ => false,
        };
        if !is_supported {
            let message = format!("images of kind {kind} with {bits} bits, {alpha} of them alpha, are not supported");
            return Err(malformed(FORMAT, &message));
        }
        let entry = usize::from(map_bits).div_ceil(8);
        let start = HEADER + usize::from(name);
        let map = fields.slice(start, if has_map { count * entry } else { 0 })?;
        let data = bytes.get(start + map.len()..).unwrap_or_default();
        let colors = if is_mapped { map.chunks_exact(entry).map(color).collect() } else { Vec::new() };
        let depth = usize::from(bits).div_ceil(8);
        Ok(Self { size: [width, height], kind, is_packed, corner, depth, map: (usize::from(first), colors), data })
    }

    /// The colours of the pixels in the order of the file.
    fn pixels(&self) -> Result<Vec<[u8; 4]>, ImageError> {
        let length = self.size[0] as usize * self.size[1] as usize;
        let (mut pixels, mut rest) = (Vec::with_capacity(length), self.data);
        let is_cut = || malformed(FORMAT, &"its pixels are cut off");
        while pixels.len() < length {
            let (count, is_run) = if self.is_packed { packet(&mut rest).ok_or_else(is_cut)? } else { (length, false) };
            let count = count.min(length - pixels.len());
            let stored = if is_run { 1 } else { count };
            let stored = rest.split_off(..stored * self.depth).ok_or_else(is_cut)?;
            let start = pixels.len();
            self.add_colors(stored, &mut pixels)
                .ok_or_else(|| malformed(FORMAT, &"a pixel has a colour that the map does not contain"))?;
            if is_run {
                pixels.resize(start + count, pixels[start]);
            }
        }
        Ok(pixels)
    }

    /// Adds the colours of these pixels. `None` if the map does not contain one of them.
    fn add_colors(&self, stored: &[u8], pixels: &mut Vec<[u8; 4]>) -> Option<()> {
        match (self.kind, self.depth) {
            (COLORS, 3) => pixels.extend(stored.as_chunks().0.iter().map(|&[b, g, r]| [r, g, b, u8::MAX])),
            (COLORS, 4) => pixels.extend(stored.as_chunks().0.iter().map(|&[b, g, r, a]| [r, g, b, a])),
            _ => {
                for pixel in stored.chunks_exact(self.depth) {
                    pixels.push(self.color(pixel)?);
                }
            }
        }
        Some(())
    }

    /// The colour of a pixel. `None` if the map does not contain it.
    fn color(&self, pixel: &[u8]) -> Option<[u8; 4]> {
        match (self.kind, pixel) {
            (GREY, &[grey]) => Some([grey, grey, grey, u8::MAX]),
            (GREY, &[grey, alpha]) => Some([grey, grey, grey, alpha]),
            (MAPPED, &[low, ref high @ ..]) => {
                let number = u16::from_le_bytes([low, high.first().copied().unwrap_or_default()]);
                self.map.1.get(usize::from(number).checked_sub(self.map.0)?).copied()
            }
            _ => Some(color(pixel)),
        }
    }
}

/// Reads the head of a packet of run-length encoding: the number of pixels, and whether one pixel is repeated.
fn packet(rest: &mut &[u8]) -> Option<(usize, bool)> {
    let head = rest.split_off_first()?;
    Some((usize::from(head & 0x7f) + 1, head & 0x80 != 0))
}

/// A colour of two to four bytes. The highest bit of two bytes is not alpha in all programs, so it is ignored.
fn color(bytes: &[u8]) -> [u8; 4] {
    match *bytes {
        [low, high] => {
            let word = u16::from_le_bytes([low, high]);
            [five_bits(word >> 10), five_bits(word >> 5), five_bits(word), u8::MAX]
        }
        [blue, green, red] => [red, green, blue, u8::MAX],
        [blue, green, red, alpha] => [red, green, blue, alpha],
        _ => [0; 4],
    }
}

/// Scales the lowest five bits to eight, rounded to the nearest number.
fn five_bits(word: u16) -> u8 {
    (((word & 31) * 255 + 15) / 31).to_le_bytes()[0]
}
