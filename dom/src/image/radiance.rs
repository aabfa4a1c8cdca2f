//! HDR files (the Radiance file formats, "Picture format").

use super::ImageError;
use super::checks::{check_floats, malformed};
use super::decoded::{Decoded, Pixels};

const FORMAT: &str = "HDR";

/// The encoding of the pixels that is supported: mantissas of red, green and blue with a common exponent.
const RGBE: &str = "32-bit_rle_rgbe";

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ImageError> {
    let mut rest = bytes;
    let size = read_header(&mut rest)?;
    check_floats(size[0], size[1], bytes.len())?;
    let [width, height] = size.map(|side| side as usize);
    let mut pixels = Vec::with_capacity(width * height);
    let mut row = vec![[0; 4]; width];
    for _ in 0..height {
        read_row(&mut rest, &mut row).ok_or_else(|| malformed(FORMAT, &"a row of its pixels is cut off or damaged"))?;
        pixels.extend(row.iter().map(floats));
    }
    Decoded::new(FORMAT, size, Pixels::Floats(pixels))
}

/// Reads the lines before the pixels. Returns the width and height.
fn read_header(rest: &mut &[u8]) -> Result<[u32; 2], ImageError> {
    let mut line = || {
        let line = take_line(rest).ok_or_else(|| malformed(FORMAT, &"its header is cut off"))?;
        Ok(String::from_utf8_lossy(line))
    };
    // The signature.
    line()?;
    loop {
        let line = line()?;
        match line.split_once('=') {
            _ if line.is_empty() => break,
            Some((key, value)) if key.trim() == "FORMAT" && value.trim() != RGBE => {
                return Err(malformed(FORMAT, &format!("the encoding {} is not supported", value.trim())));
            }
            _ => {}
        }
    }
    let line = line()?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let &["-Y", height, "+X", width] = words.as_slice() else {
        let message = format!("the resolution \"{line}\" is not supported, expected \"-Y HEIGHT +X WIDTH\"");
        return Err(malformed(FORMAT, &message));
    };
    match (width.parse(), height.parse()) {
        (Ok(width), Ok(height)) => Ok([width, height]),
        _ => Err(malformed(FORMAT, &format!("the resolution \"{line}\" is not a size"))),
    }
}

/// Removes the first line. `None` if there are no more.
fn take_line<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = rest.iter().position(|byte| *byte == b'\n').or((!rest.is_empty()).then_some(rest.len()))?;
    let (line, after) = rest.split_at(end);
    *rest = after.get(1..).unwrap_or_default();
    Some(line)
}

/// Reads a row. `None` if it is cut off or damaged.
fn read_row(rest: &mut &[u8], row: &mut [[u8; 4]]) -> Option<()> {
    let first = take(rest)?;
    if let [2, 2, 0..128, _] = first {
        return (0..4).try_for_each(|channel| read_channel(rest, row, channel));
    }
    read_old_row(rest, first, row)
}

/// Reads one channel of all pixels of a row.
fn read_channel(rest: &mut &[u8], row: &mut [[u8; 4]], channel: usize) -> Option<()> {
    let mut at = 0;
    while at < row.len() {
        let [head] = take(rest)?;
        let count = usize::from(if head > 128 { head - 128 } else { head });
        let pixels = row.get_mut(at..at + count)?;
        if head > 128 {
            let [value] = take(rest)?;
            pixels.iter_mut().for_each(|pixel| pixel[channel] = value);
        } else {
            let values = rest.split_off(..count)?;
            pixels.iter_mut().zip(values).for_each(|(pixel, value)| pixel[channel] = *value);
        }
        at += count;
    }
    Some(())
}

/// Reads a row of pixels and of markers that repeat the pixel before them. Consecutive markers are digits of one count.
fn read_old_row(rest: &mut &[u8], first: [u8; 4], row: &mut [[u8; 4]]) -> Option<()> {
    let (mut at, mut digit, mut pixel) = (0, 1_usize, first);
    while at < row.len() {
        let count = match pixel {
            [1, 1, 1, count] => {
                let count = usize::from(count).checked_mul(digit)?;
                digit = digit.saturating_mul(256);
                // The first pixel of a row cannot be a marker.
                let before = row[at.checked_sub(1)?];
                row.get_mut(at..at.checked_add(count)?)?.fill(before);
                count
            }
            pixel => {
                digit = 1;
                row[at] = pixel;
                1
            }
        };
        at += count;
        if at < row.len() {
            pixel = take(rest)?;
        }
    }
    Some(())
}

/// Removes the first bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*first)
}

fn floats(&[red, green, blue, exponent]: &[u8; 4]) -> [f32; 4] {
    // 2 to the power of the exponent less 136, in two steps so that each is a float.
    let scale = f32::from_bits(u32::from(exponent.saturating_sub(1)) << 23) / 256.0;
    [f32::from(red) * scale, f32::from(green) * scale, f32::from(blue) * scale, 1.0]
}
