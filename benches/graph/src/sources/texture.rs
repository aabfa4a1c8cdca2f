//! The texture of a model.

use std::io;

const SIDE: u32 = 2;
const PIXELS: usize = (SIDE * SIDE) as usize;

/// Returns a PNG of one color, which is the serial number.
pub(super) fn source(serial: u32) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIDE, SIDE);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&color(serial).repeat(PIXELS))?;
    writer.finish()?;
    Ok(bytes)
}

/// Returns bytes that prove that a built texture comes from [`source`]`(serial)`: its pixels.
pub(super) fn mark(serial: u32) -> Vec<u8> {
    let [red, green, blue] = color(serial);
    [red, green, blue, u8::MAX].repeat(PIXELS)
}

/// Converts exactly, because serial numbers are far below 2^24.
fn color(serial: u32) -> [u8; 3] {
    let [red, green, blue, _] = serial.to_le_bytes();
    [red, green, blue]
}
