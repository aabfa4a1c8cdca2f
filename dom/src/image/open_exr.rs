//! OpenEXR files.

use std::io::Cursor;

use exr::error::Error;
use exr::math::Vec2;
use exr::meta::MetaData;
use exr::prelude::{ReadChannels, ReadLayers, read};

use super::ImageError;
use super::checks::{check_floats, malformed};
use super::decoded::{self, Decoded};
use super::srgb;

const FORMAT: &str = "EXR";

/// Decodes the first layer that has red, green and blue.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ImageError> {
    let failed = |error: Error| malformed(FORMAT, &error);
    let meta = MetaData::read_from_buffered(Cursor::new(bytes), false).map_err(failed)?;
    for header in &meta.headers {
        let [width, height] =
            [header.layer_size.x(), header.layer_size.y()].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        check_floats(width, height, bytes.len())?;
    }
    let image = read()
        .no_deep_data()
        .largest_resolution_level()
        .rgba_channels(Pixels::new, Pixels::set)
        .first_valid_layer()
        .all_attributes()
        .non_parallel()
        .from_buffered(Cursor::new(bytes))
        .map_err(failed)?;
    let Pixels { width, height, pixels } = image.layer_data.channel_data.pixels;
    let pixels = decoded::Pixels::Floats(pixels);
    let has_more = meta.headers.len() > 1;
    Ok(Decoded { profile: foreign(&meta), has_more, ..Decoded::new(FORMAT, [width, height], pixels)? })
}

/// The file's colour space, if it is not OpenEXR's default, which has the primaries of Rec. 709.
fn foreign(meta: &MetaData) -> Option<String> {
    let all = meta.headers.first()?.shared_attributes.chromaticities?;
    let pairs = [all.white, all.red, all.green, all.blue].map(|at| [at.x(), at.y()]);
    let is_usual = pairs.as_flattened().first_chunk().is_some_and(|all| srgb::is_rec_709(*all));
    (!is_usual).then(|| "chromaticities: not those of Rec. 709".to_owned())
}

/// Collects the pixels of a layer in the order in which they are decoded.
struct Pixels {
    width: u32,
    height: u32,
    pixels: Vec<[f32; 4]>,
}

impl Pixels {
    fn new<T>(size: Vec2<usize>, _channels: &T) -> Self {
        let [width, height] = [size.x(), size.y()].map(|side| u32::try_from(side).unwrap_or_default());
        Self { width, height, pixels: vec![[0.0; 4]; width as usize * height as usize] }
    }

    fn set(&mut self, at: Vec2<usize>, (red, green, blue, alpha): (f32, f32, f32, f32)) {
        if let Some(pixel) = self.pixels.get_mut(at.y() * self.width as usize + at.x()) {
            *pixel = [red, green, blue, alpha];
        }
    }
}
