//! The program: its built-in stages, its digest, and how it runs stages in separate processes.

use std::env;
use std::path::Path;
use std::sync::OnceLock;

use rigmill_graph::Isolation;
use rigmill_pipeline::{Digest, Registry};

use crate::failure::Failure;

/// Returns a registry with the built-in importers, processors and writers.
#[must_use]
pub fn builtins() -> Registry {
    let registry = rigmill_importers::register(Registry::new());
    rigmill_writers::register(rigmill_processors::register(registry))
}

/// Returns the digest of the running program. It is part of every action key, so different builds of Rigmill do not share
/// artifacts.
///
/// The digest is computed once, so replacing the program file while the program runs has no effect.
pub(crate) fn digest() -> Result<Digest, Failure> {
    static DIGEST: OnceLock<Digest> = OnceLock::new();
    if let Some(digest) = DIGEST.get() {
        return Ok(*digest);
    }
    let path = env::current_exe().map_err(Failure::io("find the program", "rigmill"))?;
    let digest = match build_id(&path) {
        Some(id) => Digest::of(&id),
        None => Digest::of(&std::fs::read(&path).map_err(Failure::io("read", &path))?),
    };
    Ok(*DIGEST.get_or_init(|| digest))
}

/// Returns how this program runs stages in separate processes; `None` if the system does not report the path of the program.
pub(crate) fn isolation(all: bool) -> Option<Isolation> {
    Some(Isolation { program: env::current_exe().ok()?, arguments: vec!["worker".into()], all })
}

/// Returns the build id that the linker computed for a program, so that the whole program need not be read at each start.
/// Returns `None` if there is none.
#[cfg(target_os = "linux")]
fn build_id(program: &Path) -> Option<Vec<u8>> {
    elf::build_id(&std::fs::File::open(program).ok()?)
}

#[cfg(not(target_os = "linux"))]
fn build_id(_: &Path) -> Option<Vec<u8>> {
    None
}

/// The parts of an ELF file that lead to its build id. Only 64-bit little-endian programs are supported.
#[cfg(target_os = "linux")]
mod elf {
    use std::fs::File;
    use std::os::unix::fs::FileExt;

    const MAGIC: [u8; 6] = [0x7f, b'E', b'L', b'F', 2, 1];
    const NOTES: u64 = 4;
    const BUILD_ID: u64 = 3;
    /// Shorter build ids, such as those of `--build-id=fast`, could be equal by chance.
    const SHORTEST: usize = 16;
    /// The maximum size of notes that are read, in bytes.
    const LONGEST: u64 = 1 << 16;
    const PROGRAM_HEADER: u64 = 56;

    /// Returns the build id of a program.
    pub(super) fn build_id(file: &File) -> Option<Vec<u8>> {
        let header = bytes(file, 0, 64)?;
        if header[..6] != MAGIC || number(&header, 54, 2)? != PROGRAM_HEADER {
            return None;
        }
        let (first, count) = (number(&header, 32, 8)?, number(&header, 56, 2)?);
        let segments = bytes(file, first, count * PROGRAM_HEADER)?;
        let mut notes = segments.chunks_exact(56).filter(|segment| number(segment, 0, 4) == Some(NOTES));
        notes.find_map(|segment| find(&bytes(file, number(segment, 8, 8)?, number(segment, 32, 8)?)?))
    }

    /// Finds the build id in a list of notes. Each note has a name and a value, padded to four bytes.
    fn find(mut notes: &[u8]) -> Option<Vec<u8>> {
        loop {
            let length = |at: usize| usize::try_from(number(notes, at, 4)?).ok();
            let (name, value) = (length(0)?, length(4)?);
            let begin = 12_usize.checked_add(name.checked_next_multiple_of(4)?)?;
            let end = begin.checked_add(value)?;
            let found = (notes.get(12..12_usize.checked_add(name)?)?, number(notes, 8, 4)?);
            if found == (b"GNU\0", BUILD_ID) && value >= SHORTEST {
                return notes.get(begin..end).map(<[u8]>::to_vec);
            }
            notes = notes.get(end.checked_next_multiple_of(4)?..)?;
        }
    }

    fn bytes(file: &File, offset: u64, length: u64) -> Option<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(length).ok().filter(|_| length <= LONGEST)?];
        file.read_exact_at(&mut bytes, offset).ok().map(|()| bytes)
    }

    /// Reads a little-endian number.
    fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
        let bytes = bytes.get(at..at.checked_add(length)?)?;
        Some(bytes.iter().rev().fold(0, |number, &byte| (number << 8) | u64::from(byte)))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_build_id_is_found_behind_other_notes_and_damaged_notes_have_none() {
            let note = |kind: u8, value: &[u8]| {
                let length = u8::try_from(value.len()).unwrap();
                let head = [4, 0, 0, 0, length, 0, 0, 0, kind, 0, 0, 0, b'G', b'N', b'U', 0];
                [&head[..], value].concat()
            };
            let id = [7; 20];
            let notes = [note(1, &[9; 16]), note(3, &id)].concat();
            assert_eq!(find(&notes), Some(id.to_vec()));
            assert_eq!(find(&note(3, &[7; 8])), None);
            for cut in 0..notes.len() {
                assert_eq!(find(&notes[..cut]), None);
            }
            assert_eq!(find(&[0xff; 64]), None);
        }
    }
}
