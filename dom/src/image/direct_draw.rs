//! DDS files: the first level of a texture.

use std::io::Cursor;

use ::dds::header::ParseOptions;
use ::dds::{ColorFormat, DecodeOptions, Decoder, Format, ImageViewMut};

use super::checks::{check_size, malformed};
use super::{Image, ImageError};

const FORMAT: &str = "DDS";

/// Bytes of a block of BC3, 4 x 4 pixels.
const BLOCK: usize = 16;

/// Width and height.
pub(super) fn measure(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    let size = opened(bytes)?.main_size();
    Ok([size.width, size.height])
}

/// The decoder behind the header.
fn opened(bytes: &[u8]) -> Result<Decoder<Cursor<&[u8]>>, ImageError> {
    let options = ParseOptions::new_permissive(Some(bytes.len() as u64));
    let decoder = Decoder::new_with_options(Cursor::new(bytes), &options).map_err(|error| malformed(FORMAT, &error))?;
    if !decoder.layout().is_texture() {
        return Err(malformed(FORMAT, &"it is a cube map, a volume or an array"));
    }
    let size = decoder.main_size();
    check_size(size.width, size.height, bytes.len())?;
    Ok(decoder)
}

pub(super) fn decode(bytes: &[u8]) -> Result<Image, ImageError> {
    let failed = |error| malformed(FORMAT, &error);
    let mut decoder = opened(bytes)?;
    let size = decoder.main_size();
    let mut pixels = vec![0; size.width as usize * size.height as usize * 4];
    let view = ImageViewMut::new(&mut pixels, size, ColorFormat::RGBA_U8);
    let view = view.ok_or_else(|| malformed(FORMAT, &"its size cannot be read"))?;
    let format = decoder.format();
    if is_bc3(format) {
        let count = size.width.div_ceil(4) as usize * size.height.div_ceil(4) as usize;
        let blocks = with_four_colors(decoder.into_reader(), count);
        ::dds::decode(&mut blocks.as_slice(), view, format, &DecodeOptions::default()).map_err(failed)?;
    } else {
        decoder.read_surface(view).map_err(failed)?;
    }
    Ok(Image { width: size.width, height: size.height, pixels })
}

fn is_bc3(format: Format) -> bool {
    matches!(
        format,
        Format::BC3_UNORM | Format::BC3_UNORM_PREMULTIPLIED_ALPHA | Format::BC3_UNORM_RXGB | Format::BC3_UNORM_NORMAL
    )
}

/// The blocks that come next, each in the one of two ways to write it by which it has four colours whatever its format: the larger
/// colour first. A block of BC3 has four in either order (Direct3D 11.3 functional specification, 19.5), but the crate `dds` takes the
/// order for BC1's mark of three.
fn with_four_colors(file: Cursor<&[u8]>, count: usize) -> Vec<u8> {
    let start = usize::try_from(file.position()).unwrap_or(usize::MAX);
    let data = file.into_inner().get(start..).unwrap_or_default();
    let mut blocks = data[..data.len().min(count * BLOCK)].to_vec();
    for block in blocks.as_chunks_mut::<BLOCK>().0 {
        let [.., a, b, c, d, i, j, k, l] = block;
        let colors = [u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d])];
        if colors[0] < colors[1] {
            (*a, *b, *c, *d) = (*c, *d, *a, *b);
            // 0 and 1 are the ends, 2 and 3 what is nearer to each.
            [i, j, k, l].into_iter().for_each(|indices| *indices ^= 0b0101_0101);
        } else if colors[0] == colors[1] {
            [i, j, k, l].into_iter().for_each(|indices| *indices = 0);
        }
    }
    blocks
}
