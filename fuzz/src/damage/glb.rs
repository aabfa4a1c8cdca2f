//! Damages the document and the numbers of binary glTF files. The chunk lengths stay correct.

use rigmill_test_random::Random;

use super::{bytes, text};

/// The length of the file's header, and that of a chunk's header, in bytes.
const HEADER: usize = 12;
const CHUNK: usize = 8;

/// Returns a damaged copy; `None` for a file without a document.
pub(super) fn damage(file: &[u8], other: &[u8], rounds: usize, random: &mut Random) -> Option<Vec<u8>> {
    let (json, mut binary) = chunks(file)?;
    let (other_json, other_binary) = chunks(other).unwrap_or_default();
    let mut json = json.to_vec();
    match random.below(4) {
        0 => (0..rounds).for_each(|_| bytes::damage(&mut binary, &other_binary, random)),
        _ => json = text::damage(&json, other_json, rounds, random)?,
    }
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    Some(joined(&json, &binary))
}

fn chunks(file: &[u8]) -> Option<(&[u8], Vec<u8>)> {
    let (json, rest) = chunk(file.get(HEADER..)?)?;
    Some((json, chunk(rest).map(|(binary, _)| binary.to_vec()).unwrap_or_default()))
}

fn chunk(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
    bytes.get(CHUNK..)?.split_at_checked(length)
}

fn joined(json: &[u8], binary: &[u8]) -> Vec<u8> {
    let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
    let total = HEADER + CHUNK + json.len() + CHUNK + binary.len();
    let header = [*b"glTF", number(2), number(total)].concat();
    let json_header = [number(json.len()), *b"JSON"].concat();
    let binary_header = [number(binary.len()), *b"BIN\0"].concat();
    [&header, &json_header, json, &binary_header, binary].concat()
}
