//! [`Sheet`]: all characters of a font in a single image.

use std::collections::HashMap;

use rigmill_dom::Image;

use super::glyph_image::GlyphImage;
use super::packing::pack;

/// An image of characters. Each pixel is red, green, blue, alpha; the rows go from top to bottom.
pub(super) struct Sheet {
    /// The width (a power of two) and height (a multiple of four), in pixels.
    pub(super) size: [u32; 2],
    pub(super) pixels: Vec<[u8; 4]>,
}

/// The maximum number of pixels in a sheet, which is the size of XNA's largest texture.
const MAX_PIXELS: u64 = 16 << 20;

impl Sheet {
    /// Packs characters; equal characters share their pixels. Also returns the left, top, width and height of each character.
    /// `None` if there are too many pixels.
    pub(super) fn new(images: &[GlyphImage]) -> Option<(Self, Vec<[i32; 4]>)> {
        let mut known = HashMap::new();
        let mut distinct: Vec<&GlyphImage> = Vec::new();
        let numbers: Vec<usize> = images
            .iter()
            .map(|image| {
                *known.entry(image).or_insert_with(|| {
                    distinct.push(image);
                    distinct.len() - 1
                })
            })
            .collect();
        let sizes: Vec<[u32; 2]> = distinct.iter().map(|image| image.size).collect();
        let packing = pack(&sizes).filter(|it| u64::from(it.size[0]) * u64::from(it.size[1]) <= MAX_PIXELS)?;
        let count = usize::try_from(u64::from(packing.size[0]) * u64::from(packing.size[1])).ok()?;
        let mut sheet = Self { size: packing.size, pixels: vec![[0; 4]; count] };
        for (image, &position) in distinct.iter().zip(&packing.positions) {
            sheet.draw(image, position);
        }
        let bounds = |number: usize| {
            let ([left, top], [width, height]) = (packing.positions[number], sizes[number]);
            [left, top, width, height].map(|it| i32::try_from(it).unwrap_or(i32::MAX))
        };
        let bounds = numbers.into_iter().map(bounds).collect();
        Some((sheet, bounds))
    }

    fn draw(&mut self, image: &GlyphImage, [left, top]: [u32; 2]) {
        let stride = self.size[0] as usize;
        let start = top as usize * stride + left as usize;
        let rows = image.pixels.chunks_exact(image.size[0] as usize);
        for (row, target) in rows.zip(self.pixels[start..].chunks_mut(stride)) {
            target[..row.len()].copy_from_slice(row);
        }
    }

    /// Returns a pixel inside the sheet.
    pub(super) fn pixel(&self, [x, y]: [u32; 2]) -> [u8; 4] {
        self.pixels[y as usize * self.size[0] as usize + x as usize]
    }

    /// Returns the pixels as bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.pixels.as_flattened().to_vec()
    }

    /// Converts the sheet to an image.
    pub(super) fn image(&self) -> Image {
        Image { width: self.size[0], height: self.size[1], pixels: self.bytes() }
    }
}
