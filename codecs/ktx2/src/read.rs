//! [`decode`].

use ktx2::{ColorModel, Header, KeyValueDataIterator, LevelIndex, SupercompressionScheme};
use ruzstd::decoding::FrameDecoder;

use crate::texture::mip_size;
use crate::{Error, Format, Ktx2};

/// The largest allowed width and height, in pixels.
const LARGEST_SIDE: u32 = 16_384;

/// The maximum number of pixels in any file, the number allowed regardless of the file's size, and the number allowed for each
/// byte of a file.
const MAX_PIXELS: u64 = 8192 * 8192;
const FREE_PIXELS: u64 = 4096 * 4096;
const PIXELS_PER_BYTE: u64 = 1024;

/// Decodes a file.
///
/// A file may have 1,024 pixels (on all faces together) for each of its bytes. This limit is never below 4096 x 4096 and never
/// above 8192 x 8192 pixels. As a pixel takes at most 8 bytes, plus a third for mipmaps, it also bounds the memory.
///
/// # Errors
/// If the file is damaged, or contains a texture that is not supported or too large. The function does not panic for any input.
pub fn decode(bytes: &[u8]) -> Result<Ktx2, Error> {
    let cut = || Error::Malformed("it ends too early".to_owned());
    // The crate's own reader overflows on some descriptors.
    let header = bytes.first_chunk().ok_or_else(cut)?;
    let header = Header::from_bytes(header).map_err(|error| Error::Malformed(error.to_string()))?;
    let format = format(&header, bytes)?;
    check_shape(&header, bytes.len() as u64)?;
    let values = part(bytes, header.index.kvd_byte_offset.into(), header.index.kvd_byte_length.into());
    KeyValueDataIterator::new(values.ok_or_else(cut)?).try_for_each(|(key, value)| check_metadata(key, value))?;
    let (size, count) = ([header.pixel_width, header.pixel_height], header.face_count as usize);
    let mut faces = vec![Vec::new(); count];
    for level in 0..header.level_count.max(1) {
        let stored = stored(bytes, level).ok_or_else(cut)?;
        let length = usize::try_from(format.texels.length(mip_size(size, level))).unwrap_or(usize::MAX);
        let texels = texels(stored, header.supercompression_scheme, length.saturating_mul(count))?;
        faces.iter_mut().zip(texels.chunks_exact(length)).for_each(|(face, mip)| face.push(mip.to_vec()));
    }
    Ok(Ktx2 { format, width: size[0], height: size[1], faces })
}

/// Rejects textures that are mirrored, or whose channels are reordered.
fn check_metadata(key: &str, value: &[u8]) -> Result<(), Error> {
    let unsupported = |found: String| Err(Error::Unsupported(found));
    match (key, value) {
        ("KTXorientation", [b'l', ..]) => unsupported("columns from right to left".to_owned()),
        ("KTXorientation", [_, b'u', ..]) => unsupported("rows from the bottom up".to_owned()),
        ("KTXswizzle", [channels @ .., 0]) if !is_identity(channels) => {
            unsupported(format!("the channel order {:?}", String::from_utf8_lossy(channels)))
        }
        _ => Ok(()),
    }
}

/// Returns whether each channel maps to itself, or is a constant that the format may lack.
fn is_identity(channels: &[u8]) -> bool {
    let own = b"rgba".iter().zip(b"r001");
    channels.len() == 4 && channels.iter().zip(own).all(|(channel, (own, absent))| channel == own || channel == absent)
}

/// Returns a part of the file, if the file contains it.
fn part(bytes: &[u8], offset: u64, length: u64) -> Option<&[u8]> {
    let [offset, length] = [usize::try_from(offset).ok()?, usize::try_from(length).ok()?];
    bytes.get(offset..)?.get(..length)
}

/// Returns the stored bytes of a mipmap, which may be supercompressed.
fn stored(bytes: &[u8], level: u32) -> Option<&[u8]> {
    let entry = bytes.get(Header::LENGTH + LevelIndex::LENGTH * level as usize..)?.first_chunk()?;
    let LevelIndex { byte_offset, byte_length, .. } = LevelIndex::from_bytes(entry);
    part(bytes, byte_offset, byte_length)
}

/// The offset of the colour model from the start of the descriptors, which begin with their total length.
const COLOR_MODEL: u64 = 12;

fn format(header: &Header, bytes: &[u8]) -> Result<Format, Error> {
    let Some(found) = header.format else {
        let model = part(bytes, u64::from(header.index.dfd_byte_offset) + COLOR_MODEL, 1);
        let is_of = |model: ColorModel, found: &[u8]| found.iter().all(|&byte| model.value() == byte);
        let is_etc1s = header.supercompression_scheme == Some(SupercompressionScheme::BasisLZ)
            || model.is_some_and(|it| is_of(ColorModel::ETC1S, it));
        let found = match model {
            _ if is_etc1s => "Basis Universal texels (ETC1S)",
            Some(model) if is_of(ColorModel::UASTC, model) => "Basis Universal texels (UASTC)",
            _ => "an undefined Vulkan format",
        };
        return Err(Error::Unsupported(found.to_owned()));
    };
    Format::of_number(found.value()).ok_or_else(|| Error::Unsupported(format!("the format {found:?}")))
}

/// Rejects everything except 2D textures and cube maps of an allowed size.
fn check_shape(header: &Header, bytes: u64) -> Result<(), Error> {
    let Header { pixel_width: width, pixel_height: height, face_count: faces, .. } = *header;
    let unsupported = |found: &str| Err(Error::Unsupported(found.to_owned()));
    match (header.pixel_depth, header.layer_count, faces) {
        (1.., _, _) => return unsupported("a volume texture"),
        (_, 1.., _) => return unsupported("a texture array"),
        (_, _, 6) if width != height => return Err(Error::Malformed("its faces are not square".to_owned())),
        (_, _, 1 | 6) => {}
        _ => return Err(Error::Malformed(format!("it has {faces} faces, expected 1 or 6"))),
    }
    if height == 0 {
        return unsupported("a one-dimensional texture");
    }
    let limit = bytes.saturating_mul(PIXELS_PER_BYTE).clamp(FREE_PIXELS, MAX_PIXELS);
    let sides = 1..=LARGEST_SIDE;
    // The product of larger sides may overflow.
    let pixels = || u64::from(width) * u64::from(height) * u64::from(faces);
    if !sides.contains(&width) || !sides.contains(&height) || pixels() > limit {
        return Err(Error::Pixels { width, height, faces, limit, bytes });
    }
    if header.level_count > width.max(height).ilog2() + 1 {
        let fact = format!("it has {} mipmaps, too many for {width} x {height} pixels", header.level_count);
        return Err(Error::Malformed(fact));
    }
    Ok(())
}

/// Decompresses the texels of a mipmap, which must have exactly `length` bytes.
fn texels(stored: &[u8], scheme: Option<SupercompressionScheme>, length: usize) -> Result<Vec<u8>, Error> {
    let texels = match scheme {
        None => stored.to_vec(),
        Some(SupercompressionScheme::Zstandard) => {
            let mut texels = vec![0; length];
            let decoded = FrameDecoder::new().decode_all(stored, &mut texels);
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
