//! [`encode`].

use ktx2::dfd::{Basic, Block};
use ktx2::{Header, Index, LevelIndex};

use crate::{Error, Ktx2};

/// The file of a texture, without supercompression. Mipmaps are stored from the smallest on, as the specification demands.
///
/// # Errors
/// The crate ktx2 has no descriptor for the format.
pub fn encode(texture: &Ktx2) -> Result<Vec<u8>, Error> {
    let count = texture.faces.first().map_or(0, Vec::len);
    let format = ktx2::Format::new(texture.format.number());
    let unknown = || Error::Unsupported("an unknown format".to_owned());
    let (basic, type_size) = format.and_then(|format| Basic::from_format(format).ok()).ok_or_else(unknown)?;
    let descriptor = described(basic);
    let values = [entry("KTXorientation", "rd"), entry("KTXwriter", "Rigmill")].concat();
    let start = Header::LENGTH + LevelIndex::LENGTH * count;
    let index = Index {
        dfd_byte_offset: word(start),
        dfd_byte_length: word(descriptor.len()),
        kvd_byte_offset: word(start + descriptor.len()),
        kvd_byte_length: word(values.len()),
        sgd_byte_offset: 0,
        sgd_byte_length: 0,
    };
    let header = Header {
        format,
        type_size,
        pixel_width: texture.width,
        pixel_height: texture.height,
        pixel_depth: 0,
        layer_count: 0,
        face_count: word(texture.faces.len()),
        level_count: word(count),
        supercompression_scheme: None,
        index,
    };
    let mut after = [descriptor, values].concat();
    let levels = append_levels(&mut after, start, texture, count);
    let mut file = header.as_bytes().to_vec();
    levels.iter().for_each(|level| file.extend(level.as_bytes()));
    file.extend(after);
    Ok(file)
}

/// Appends the mipmaps, from the smallest on, to what is in the file from `start` on. Their places are returned largest first.
fn append_levels(after: &mut Vec<u8>, start: usize, texture: &Ktx2, count: usize) -> Vec<LevelIndex> {
    let (_, block) = texture.format.texels.block();
    let alignment = alignment(block as usize);
    let mut levels = Vec::new();
    for level in (0..count).rev() {
        after.resize((start + after.len()).next_multiple_of(alignment) - start, 0);
        let offset = after.len();
        texture.faces.iter().filter_map(|face| face.get(level)).for_each(|mip| after.extend(mip));
        let [byte_offset, byte_length] = [start + offset, after.len() - offset].map(|it| it as u64);
        levels.push(LevelIndex { byte_offset, byte_length, uncompressed_byte_length: byte_length });
    }
    levels.reverse();
    levels
}

/// A descriptor of the format, with the length of all descriptors in front of it.
fn described(basic: Basic) -> Vec<u8> {
    let block = Block::Basic(basic).to_vec();
    [&word(block.len() + 4).to_le_bytes()[..], &block].concat()
}

/// A key with its value: their length, both with a zero at their end, and zeros up to a multiple of four.
fn entry(key: &str, value: &str) -> Vec<u8> {
    let text = format!("{key}\0{value}\0").into_bytes();
    let mut entry = word(text.len()).to_le_bytes().to_vec();
    entry.extend(text);
    entry.resize(entry.len().next_multiple_of(4), 0);
    entry
}

/// A length before the texels, which is a few hundred bytes, or a number of faces or mipmaps.
fn word(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The least common multiple of a block's bytes and four.
const fn alignment(block: usize) -> usize {
    match block % 4 {
        0 => block,
        2 => block * 2,
        _ => block * 4,
    }
}
