//! Damages inputs according to the structure of their format, so that most damaged inputs pass the first checks.

mod bytes;
mod content_file;
mod extremes;
mod fbx;
mod glb;
mod pack;
mod png;
mod text;
mod tokens;
mod xnb;

use rigmill_test_random::Random;

use crate::parts;
use crate::target::Parts;

/// The maximum length of a damaged input, in bytes. Longer inputs are truncated.
pub const LONGEST: usize = 64 << 10;

/// Returns a damaged copy of `input`. Parts of `other`, another input of the same target, may be inserted.
#[must_use]
pub fn damaged(input: &[u8], other: &[u8], parts: Parts, random: &mut Random) -> Vec<u8> {
    if parts == Parts::One {
        return damaged_file(input, other, random);
    }
    let ((first, second), (other_first, other_second)) = (parts::split(input), parts::split(other));
    if !second.is_empty() && random.once_in(3) {
        return parts::join(first, &damaged_file(second, other_second, random));
    }
    parts::join(&damaged_file(first, other_first, random), second)
}

fn damaged_file(file: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = file.to_vec();
    // Usually there is a single change, so that many damaged files are still valid.
    let rounds = *random.pick(&[1, 1, 1, 1, 2, 3, 5, 16]);
    damage(&mut bytes, other, rounds, random);
    bytes.truncate(LONGEST);
    bytes
}

/// Damages a file by its structure if it has one, and sometimes byte by byte.
fn damage(bytes: &mut Vec<u8>, other: &[u8], rounds: usize, random: &mut Random) {
    let by_structure = match bytes.get(..4) {
        _ if random.once_in(10) => None,
        Some(b"RMB\0") => content_file::damage(bytes, other, rounds, random),
        Some(b"RMP\0") => pack::damage(bytes, rounds, random),
        Some(b"Kayd") => fbx::damage(bytes, other, rounds, random),
        Some(b"\x89PNG") => png::damage(bytes, rounds, random),
        Some(b"glTF") => glb::damage(bytes, other, rounds, random),
        Some([b'X', b'N', b'B', _]) => xnb::damage(bytes, other, rounds, random),
        _ => text::damage(bytes, other, rounds, random),
    };
    match by_structure {
        Some(damaged) => *bytes = damaged,
        None => (0..rounds).for_each(|_| bytes::damage(bytes, other, random)),
    }
}
