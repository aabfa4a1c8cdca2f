//! BMP files (Microsoft, "Bitmap Storage" and the headers from `BITMAPCOREHEADER` to `BITMAPV5HEADER`).

use super::ImageError;
use super::checks::{check_size, malformed};
use super::decoded::{Decoded, Pixels};
use super::fields::Fields;

const FORMAT: &str = "BMP";

/// The length of the file header, and of the headers that may follow it.
const FILE_HEADER: usize = 14;
const CORE: u32 = 12;
const INFO: u32 = 40;
const WITH_MASKS: u32 = 52;
const WITH_ALPHA: u32 = 56;
const V4: u32 = 108;
const V5: u32 = 124;

/// The values of the header's field `Compression`.
const PLAIN: u32 = 0;
const RUNS_OF_8: u32 = 1;
const RUNS_OF_4: u32 = 2;
const MASKS: u32 = 3;

/// The colours of a palette. Colours that the file does not contain are black, as are pixels that it skips.
type Palette = [[u8; 4]; 256];
const BLACK: [u8; 4] = [0, 0, 0, u8::MAX];

struct Bitmap<'a> {
    size: [u32; 2],
    is_top_down: bool,
    /// The number of bits of a pixel.
    bits: usize,
    encoding: Encoding,
    data: &'a [u8],
}

enum Encoding {
    Palette(Box<Palette>),
    Runs(Box<Palette>),
    /// Red, green, blue and alpha.
    Channels(Box<[Channel; 4]>),
}

/// Width and height.
pub(super) fn measure(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    Bitmap::read(bytes).map(|bitmap| bitmap.size)
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ImageError> {
    let bitmap = Bitmap::read(bytes)?;
    let pixels = match &bitmap.encoding {
        Encoding::Palette(palette) => bitmap.indexed(palette),
        Encoding::Runs(palette) => bitmap.runs(palette),
        Encoding::Channels(channels) => bitmap.colors(channels),
    };
    let mut pixels = pixels.ok_or_else(|| malformed(FORMAT, &"its pixels are cut off or damaged"))?;
    if !bitmap.is_top_down {
        pixels.reverse();
        pixels.chunks_exact_mut(bitmap.width()).for_each(<[_]>::reverse);
    }
    Decoded::new(FORMAT, bitmap.size, Pixels::Bytes(pixels))
}

impl<'a> Bitmap<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, ImageError> {
        let fields = Fields { format: FORMAT, bytes };
        let (start, header) = (fields.long(10)?, fields.long(14)?);
        if ![CORE, INFO, WITH_MASKS, WITH_ALPHA, V4, V5].contains(&header) {
            return Err(malformed(FORMAT, &format!("its header has {header} bytes, which no known version has")));
        }
        let (width, height, is_top_down) = size(fields, header)?;
        check_size(width, height, bytes.len())?;
        let (bits, compression) = match header {
            CORE => (fields.word(24)?, PLAIN),
            _ => (fields.word(28)?, fields.long(30)?),
        };
        let encoding = match (compression, bits) {
            (PLAIN, 1 | 2 | 4 | 8) => Encoding::Palette(palette(fields, header, bits)?),
            (PLAIN, 16) => channels([0x7c00, 0x03e0, 0x001f, 0], bits)?,
            (PLAIN, 24 | 32) => channels([0x00ff_0000, 0xff00, 0xff, 0], bits)?,
            (RUNS_OF_8, 8) | (RUNS_OF_4, 4) if !is_top_down => Encoding::Runs(palette(fields, header, bits)?),
            (MASKS, 16 | 32) => {
                let alpha = if header < WITH_ALPHA { 0 } else { fields.long(66)? };
                channels([fields.long(54)?, fields.long(58)?, fields.long(62)?, alpha], bits)?
            }
            _ => {
                let message = format!("{bits} bits per pixel with compression {compression} are not supported");
                return Err(malformed(FORMAT, &message));
            }
        };
        let data = usize::try_from(start).ok().and_then(|start| bytes.get(start..)).unwrap_or_default();
        Ok(Self { size: [width, height], is_top_down, bits: usize::from(bits), encoding, data })
    }

    fn width(&self) -> usize {
        self.size[0] as usize
    }

    /// The rows as they are stored, without their padding. `None` if a row is cut off.
    fn rows(&self) -> Option<impl Iterator<Item = &'a [u8]> + use<'a>> {
        let (row, height) = ((self.width() * self.bits).div_ceil(8), self.size[1] as usize);
        let stride = row.next_multiple_of(4);
        // The padding of the last row may be missing.
        let data = self.data.get(..stride * (height - 1) + row)?;
        Some(data.chunks(stride).map(move |stored| &stored[..row]))
    }

    fn indexed(&self, palette: &Palette) -> Option<Vec<[u8; 4]>> {
        let mut pixels = Vec::with_capacity(self.width() * self.size[1] as usize);
        for row in self.rows()? {
            let color = |number: u8| palette[usize::from(number)];
            if self.bits == 8 {
                pixels.extend(row.iter().map(|&number| color(number)));
            } else {
                let numbers = row.iter().flat_map(|&byte| numbers(byte, self.bits));
                pixels.extend(numbers.take(self.width()).map(color));
            }
        }
        Some(pixels)
    }

    fn colors(&self, [red, green, blue, alpha]: &[Channel; 4]) -> Option<Vec<[u8; 4]>> {
        let mut pixels = Vec::with_capacity(self.width() * self.size[1] as usize);
        let color = |pixel: u32| [red.extract(pixel), green.extract(pixel), blue.extract(pixel), alpha.extract(pixel)];
        for row in self.rows()? {
            match self.bits {
                16 => pixels.extend(row.as_chunks().0.iter().map(|pixel| color(u16::from_le_bytes(*pixel).into()))),
                24 => pixels.extend(row.as_chunks().0.iter().map(|&[b, g, r]| color(u32::from_le_bytes([b, g, r, 0])))),
                _ => pixels.extend(row.as_chunks().0.iter().map(|pixel| color(u32::from_le_bytes(*pixel)))),
            }
        }
        Some(pixels)
    }

    /// Run-length encoding: a byte other than 0 repeats the numbers in the next one; 0 and a byte from 3 are followed by that
    /// number of numbers; 0 0 ends a row, 0 1 the image; and 0 2 skips the numbers of columns and rows that follow.
    fn runs(&self, palette: &Palette) -> Option<Vec<[u8; 4]>> {
        let (width, height) = (self.width(), self.size[1] as usize);
        let mut pixels = vec![BLACK; width * height];
        let (mut x, mut y, mut rest) = (0, 0, self.data);
        while y < height {
            let (&[count, byte], after) = rest.split_first_chunk()?;
            rest = after;
            let row = pixels.get_mut(y * width + x..(y + 1) * width)?;
            match (count, byte) {
                (0, 0) => (x, y) = (0, y + 1),
                (0, 1) => break,
                (0, 2) => {
                    let (&[columns, rows], after) = rest.split_first_chunk()?;
                    (x, y, rest) = (x + usize::from(columns), y + usize::from(rows), after);
                    if x > width || y >= height {
                        return None;
                    }
                }
                (0, count) => {
                    let count = usize::from(count);
                    let length = (count * self.bits).div_ceil(8);
                    let stored = rest.get(..length)?.iter().flat_map(|&byte| numbers(byte, self.bits));
                    let row = row.get_mut(..count)?;
                    row.iter_mut().zip(stored).for_each(|(pixel, number)| *pixel = palette[usize::from(number)]);
                    x += count;
                    rest = rest.get(length.next_multiple_of(2)..)?;
                }
                (count, byte) => {
                    // Some programs write runs that are longer than the row.
                    let count = usize::from(count).min(row.len());
                    let repeated = std::iter::repeat_with(|| numbers(byte, self.bits)).flatten();
                    let row = row[..count].iter_mut();
                    row.zip(repeated).for_each(|(pixel, number)| *pixel = palette[usize::from(number)]);
                    x += count;
                }
            }
        }
        Some(pixels)
    }
}

/// Width, height, and whether the first row is the top one, which a negative height says.
fn size(fields: Fields<'_>, header: u32) -> Result<(u32, u32, bool), ImageError> {
    if header == CORE {
        return Ok((u32::from(fields.word(18)?), u32::from(fields.word(20)?), false));
    }
    let [width, height] = [fields.long(18)?.cast_signed(), fields.long(22)?.cast_signed()];
    let width = u32::try_from(width).map_err(|_| malformed(FORMAT, &format!("its width is {width}")))?;
    Ok((width, height.unsigned_abs(), height < 0))
}

fn palette(fields: Fields<'_>, header: u32, bits: u16) -> Result<Box<Palette>, ImageError> {
    let (most, used) = (1 << bits, if header == CORE { 0 } else { fields.long(46)? });
    if used > most {
        return Err(malformed(FORMAT, &format!("its palette has {used} colours, expected at most {most}")));
    }
    let count = if used == 0 { most } else { used } as usize;
    let entry = if header == CORE { 3 } else { 4 };
    let stored = fields.slice(FILE_HEADER + header as usize, count * entry)?;
    let mut palette = Box::new([BLACK; 256]);
    for (color, stored) in palette.iter_mut().zip(stored.chunks_exact(entry)) {
        *color = [stored[2], stored[1], stored[0], u8::MAX];
    }
    Ok(palette)
}

/// The numbers of one to eight bits in a byte, the highest bits first.
fn numbers(byte: u8, bits: usize) -> impl Iterator<Item = u8> {
    (1..=8 / bits).map(move |at| (byte >> (8 - at * bits)) & (u8::MAX >> (8 - bits)))
}

/// A channel of a pixel.
struct Channel {
    shift: u32,
    mask: u32,
    /// The values scaled to eight bits.
    scaled: [u8; 256],
}

impl Channel {
    fn extract(&self, pixel: u32) -> u8 {
        self.scaled[((pixel >> self.shift) & self.mask) as usize & 0xff]
    }

    /// The channel with a mask of consecutive bits, of which the eight highest are used. Without bits, it is always 255.
    /// `None` if the bits are not consecutive.
    fn new(mask: u32) -> Option<Self> {
        let length = mask.count_ones();
        let shift = if mask == 0 { 0 } else { mask.trailing_zeros() };
        if length + (mask >> shift).leading_zeros() != u32::BITS {
            return None;
        }
        let used = length.min(8);
        let most = (1_u32 << used) - 1;
        let mut scaled = [u8::MAX; 256];
        if most > 0 {
            let values = (0..=most).map(|value| ((value * 255 + most / 2) / most).to_le_bytes()[0]);
            scaled.iter_mut().zip(values).for_each(|(scaled, value)| *scaled = value);
        }
        Some(Self { shift: shift + length - used, mask: most, scaled })
    }
}

/// The channels with these masks. Only alpha may be missing.
fn channels(masks: [u32; 4], bits: u16) -> Result<Encoding, ImageError> {
    let fits = |mask: &u32| bits == 32 || *mask >> bits == 0;
    let channel =
        |mask| Channel::new(mask).ok_or_else(|| malformed(FORMAT, &"the bits of a colour are not consecutive"));
    if masks[..3].contains(&0) || !masks.iter().all(fits) {
        return Err(malformed(FORMAT, &format!("the masks of its colours are not in {bits} bits")));
    }
    let [red, green, blue, alpha] = masks;
    Ok(Encoding::Channels(Box::new([channel(red)?, channel(green)?, channel(blue)?, channel(alpha)?])))
}
