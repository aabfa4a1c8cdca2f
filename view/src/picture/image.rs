//! [`Image`]: a finished picture.

use std::io;

use super::mark::MARK;

/// Pixels as bytes: red, green and blue (sRGB), and alpha (not premultiplied), row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<[u8; 4]>,
}

impl Image {
    /// Returns the width in pixels.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Returns red, green, blue and alpha of each pixel, row by row from the top.
    #[must_use]
    pub fn pixels(&self) -> &[[u8; 4]] {
        &self.pixels
    }

    /// Encodes the image as a PNG file, with an alpha channel if any pixel is not opaque.
    ///
    /// # Errors
    /// Returns an error if the encoder fails.
    pub fn to_png(&self) -> io::Result<Vec<u8>> {
        let opaque = self.pixels.iter().all(|pixel| pixel[3] == u8::MAX);
        let bytes: Vec<u8> = match opaque {
            true => self.pixels.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect(),
            false => self.pixels.as_flattened().to_vec(),
        };
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.add_text_chunk("Software".to_owned(), MARK.to_owned())?;
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&bytes)?;
        writer.finish()?;
        Ok(file)
    }
}
