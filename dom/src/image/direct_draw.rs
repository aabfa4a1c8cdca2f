//! DDS files: the first level of a texture.

use std::io::Cursor;

use ::dds::header::ParseOptions;
use ::dds::{ColorFormat, Decoder, ImageViewMut};

use super::decode::{check_size, malformed};
use super::{Image, ImageError};

const FORMAT: &str = "DDS";

pub(super) fn decode(bytes: &[u8]) -> Result<Image, ImageError> {
    let failed = |error| malformed(FORMAT, &error);
    let options = ParseOptions::new_permissive(Some(bytes.len() as u64));
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), &options).map_err(failed)?;
    if !decoder.layout().is_texture() {
        return Err(malformed(FORMAT, &"it is a cube map, a volume or an array"));
    }
    let size = decoder.main_size();
    check_size(size.width, size.height, bytes.len())?;
    let mut pixels = vec![0; size.width as usize * size.height as usize * 4];
    let view = ImageViewMut::new(&mut pixels, size, ColorFormat::RGBA_U8);
    let view = view.ok_or_else(|| malformed(FORMAT, &"its size cannot be read"))?;
    decoder.read_surface(view).map_err(failed)?;
    Ok(Image { width: size.width, height: size.height, pixels })
}
