//! [`Film`]: writes frames as an animated GIF.

use std::io::{self, Write};

use gif::{AnyExtension, DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::image::Image;
use super::mark::MARK;
use super::palette::Palette;

/// The palette index of pixels that stay unchanged or are transparent.
const CLEAR: u8 = u8::MAX;

/// The label of a comment in a GIF file.
const COMMENT: AnyExtension = AnyExtension(0xFE);

/// Writes frames of the same size with one palette. The animation repeats forever.
pub(super) struct Film<W: Write> {
    encoder: Encoder<W>,
    palette: Palette,
    size: [u16; 2],
    /// Whether pixels may be transparent. If so, each frame replaces the whole previous frame; otherwise, it replaces only the
    /// changed area.
    transparent: bool,
    last: Vec<u8>,
}

impl<W: Write> Film<W> {
    pub(super) fn new(out: W, size: [u16; 2], palette: Palette, transparent: bool) -> io::Result<Self> {
        let colors = palette.colors.as_flattened();
        let mut encoder = Encoder::new(out, size[0], size[1], &padded(colors)).map_err(to_io)?;
        encoder.set_repeat(Repeat::Infinite).map_err(to_io)?;
        encoder.write_raw_extension(COMMENT, &[MARK.as_bytes()]).map_err(to_io)?;
        Ok(Self { encoder, palette, size, transparent, last: Vec::new() })
    }

    /// Adds a frame that is shown for this number of hundredths of a second.
    pub(super) fn add(&mut self, image: &Image, hundredths: u16) -> io::Result<()> {
        let number = |&[r, g, b, alpha]: &[u8; 4]| if alpha < 128 { CLEAR } else { self.palette.number([r, g, b]) };
        let numbers: Vec<u8> = image.pixels.iter().map(number).collect();
        let area = if self.transparent || self.last.is_empty() { self.whole() } else { self.changed(&numbers) };
        let frame = Frame {
            delay: hundredths,
            dispose: if self.transparent { DisposalMethod::Background } else { DisposalMethod::Keep },
            transparent: Some(CLEAR),
            left: narrow(area[0]),
            top: narrow(area[1]),
            width: narrow(area[2] - area[0]),
            height: narrow(area[3] - area[1]),
            buffer: self.cut(&numbers, area).into(),
            ..Frame::default()
        };
        self.last = numbers;
        self.encoder.write_frame(&frame).map_err(to_io)
    }

    /// Ends the file.
    pub(super) fn finish(self) -> io::Result<()> {
        self.encoder.into_inner().map(drop).map_err(to_io)
    }

    /// Returns the area of the whole frame: left, top, right, bottom.
    fn whole(&self) -> [usize; 4] {
        [0, 0, usize::from(self.size[0]), usize::from(self.size[1])]
    }

    /// Returns the area around all changed pixels. If none has changed, returns one pixel.
    fn changed(&self, numbers: &[u8]) -> [usize; 4] {
        let width = usize::from(self.size[0]);
        let changed = (0..numbers.len()).filter(|&at| numbers[at] != self.last[at]).map(|at| [at % width, at / width]);
        let around = changed.fold(None, |area: Option<[usize; 4]>, [x, y]| {
            let [left, top, right, bottom] = area.unwrap_or([x, y, 0, 0]);
            Some([left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)])
        });
        around.unwrap_or([0, 0, 1, 1])
    }

    /// Returns the palette indices of an area. Unchanged pixels are set to [`CLEAR`].
    fn cut(&self, numbers: &[u8], [left, top, right, bottom]: [usize; 4]) -> Vec<u8> {
        let width = usize::from(self.size[0]);
        let places = (top..bottom).flat_map(|y| (left..right).map(move |x| y * width + x));
        let stays = |at: usize| !self.transparent && self.last.get(at) == Some(&numbers[at]);
        places.map(|at| if stays(at) { CLEAR } else { numbers[at] }).collect()
    }
}

/// Pads a palette to 256 colours.
fn padded(colors: &[u8]) -> Vec<u8> {
    let mut padded = colors.to_vec();
    padded.resize(256 * 3, 0);
    padded
}

/// Converts a length, which is at most 8192 pixels.
fn narrow(pixels: usize) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}

fn to_io(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}
