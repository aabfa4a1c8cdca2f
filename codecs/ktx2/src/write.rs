//! [`encode`].

use ktx2::dfd::{Basic, Block};
use ktx2::{Header, Index, LevelIndex};

use crate::{Error, Ktx2};

/// Encodes a texture without supercompression. Mipmaps are stored smallest first, as the specification requires.
///
/// # Errors
/// If the crate ktx2 has no descriptor for the format.
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

/// Appends the mipmaps, smallest first, to `after`, the part of the file that begins at byte `start`. Returns their positions,
/// largest first.
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

/// Returns the descriptor of the format, preceded by the total length of all descriptors.
fn described(basic: Basic) -> Vec<u8> {
    let block = Block::Basic(basic).to_vec();
    [&word(block.len() + 4).to_le_bytes()[..], &block].concat()
}

/// Encodes a key and its value: their length, both terminated by a zero byte, then padding to a multiple of 4.
fn entry(key: &str, value: &str) -> Vec<u8> {
    let text = format!("{key}\0{value}\0").into_bytes();
    let mut entry = word(text.len()).to_le_bytes().to_vec();
    entry.extend(text);
    entry.resize(entry.len().next_multiple_of(4), 0);
    entry
}

/// Converts a small number to a word: a length before the texels (a few hundred bytes), or a number of faces or mipmaps.
fn word(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the least common multiple of a block's size and 4.
const fn alignment(block: usize) -> usize {
    match block % 4 {
        0 => block,
        2 => block * 2,
        _ => block * 4,
    }
}
