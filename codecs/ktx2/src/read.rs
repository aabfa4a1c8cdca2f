//! [`decode`].

use ktx2::{ColorModel, Header, Level, Reader, SupercompressionScheme};
use ruzstd::decoding::FrameDecoder;

use crate::texture::mip_size;
use crate::{Error, Format, Ktx2};

/// The largest width and height.
const LARGEST_SIDE: u32 = 16_384;

/// How many pixels any file may have; whatever its size; and how many more for each of its bytes.
const MOST_PIXELS: u64 = 8192 * 8192;
const FREE_PIXELS: u64 = 4096 * 4096;
const PIXELS_PER_BYTE: u64 = 1024;

/// Reads a file.
///
/// # Errors
/// Any bytes give a texture or an error. Memory is bounded by the limits on pixels, 8192 x 8192, and 4096 x 4096 where the file is
/// too small for more, at 8 bytes each and a third more for mipmaps.
pub fn decode(bytes: &[u8]) -> Result<Ktx2, Error> {
    let reader = Reader::new(bytes).map_err(|error| Error::Malformed(error.to_string()))?;
    let header = reader.header();
    let format = format(&reader)?;
    check_shape(&header, bytes.len() as u64)?;
    if reader.key_value_data().any(|(key, value)| key == "KTXorientation" && value.get(1) == Some(&b'u')) {
        return Err(Error::Unsupported("rows from the bottom up".to_owned()));
    }
    let (size, count) = ([header.pixel_width, header.pixel_height], header.face_count as usize);
    let mut faces = vec![Vec::new(); count];
    for (level, stored) in (0..).zip(reader.levels()) {
        let length = usize::try_from(format.texels.length(mip_size(size, level))).unwrap_or(usize::MAX);
        let texels = texels(&stored, header.supercompression_scheme, length.saturating_mul(count))?;
        faces.iter_mut().zip(texels.chunks_exact(length)).for_each(|(face, mip)| face.push(mip.to_vec()));
    }
    Ok(Ktx2 { format, width: size[0], height: size[1], faces })
}

fn format(reader: &Reader<&[u8]>) -> Result<Format, Error> {
    let header = reader.header();
    let Some(found) = header.format else {
        let is_basis = header.supercompression_scheme == Some(SupercompressionScheme::BasisLZ)
            || matches!(reader.color_model(), Some(ColorModel::UASTC | ColorModel::ETC1S));
        let found = if is_basis { "texels of Basis Universal" } else { "no format of Vulkan's" };
        return Err(Error::Unsupported(found.to_owned()));
    };
    Format::of_number(found.value()).ok_or_else(|| Error::Unsupported(format!("the format {found:?}")))
}

/// Refuses whatever is no texture or cube map, or too large.
fn check_shape(header: &Header, bytes: u64) -> Result<(), Error> {
    let Header { pixel_width: width, pixel_height: height, face_count: faces, .. } = *header;
    let unsupported = |found: &str| Err(Error::Unsupported(found.to_owned()));
    match (header.pixel_depth, header.layer_count, faces) {
        (1.., _, _) => return unsupported("a volume"),
        (_, 1.., _) => return unsupported("an array"),
        (_, _, 6) if width != height => return Err(Error::Malformed("its faces are not square".to_owned())),
        (_, _, 1 | 6) => {}
        _ => return Err(Error::Malformed(format!("it has {faces} faces"))),
    }
    if height == 0 {
        return unsupported("a single row");
    }
    let limit = bytes.saturating_mul(PIXELS_PER_BYTE).clamp(FREE_PIXELS, MOST_PIXELS);
    let sides = 1..=LARGEST_SIDE;
    let pixels = u64::from(width) * u64::from(height) * u64::from(faces);
    if !sides.contains(&width) || !sides.contains(&height) || pixels > limit {
        return Err(Error::Pixels { width, height, faces, limit, bytes });
    }
    if header.level_count > width.max(height).ilog2() + 1 {
        let fact = format!("it has {} mipmaps of {width} x {height} pixels", header.level_count);
        return Err(Error::Malformed(fact));
    }
    Ok(())
}

/// The texels of a mipmap, of which there must be so many bytes.
fn texels(stored: &Level<'_>, scheme: Option<SupercompressionScheme>, length: usize) -> Result<Vec<u8>, Error> {
    let texels = match scheme {
        None => stored.data.to_vec(),
        Some(SupercompressionScheme::Zstandard) => {
            let mut texels = vec![0; length];
            let decoded = FrameDecoder::new().decode_all(stored.data, &mut texels);
            let found = decoded.map_err(|error| Error::Malformed(format!("Zstandard: {error}")))?;
            texels.truncate(found);
            texels
        }
        Some(other) => return Err(Error::Unsupported(format!("the supercompression {other:?}"))),
    };
    if texels.len() != length {
        return Err(Error::Malformed(format!("a mipmap has {} bytes, expected {length}", texels.len())));
    }
    Ok(texels)
}
