//! [`NinjaLog`]: the log in which ninja records what it built, version 5, as used by ninja 1.5 to 1.11.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::failure::Failure;

/// Writes a `.ninja_log` with one line per output: start and end in milliseconds, timestamp, name, and hash of the command.
pub(crate) struct NinjaLog {
    path: PathBuf,
    file: BufWriter<File>,
}

impl NinjaLog {
    pub(crate) fn create(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(".ninja_log");
        let begun = File::create(&path).and_then(|file| {
            let mut file = BufWriter::new(file);
            writeln!(file, "# ninja log v5")?;
            Ok(file)
        });
        let file = begun.map_err(Failure::at(&path))?;
        Ok(Self { path, file })
    }

    /// Adds an output at `path` that a command made.
    pub(crate) fn add(&mut self, name: &str, path: &Path, command: &str) -> Result<(), Failure> {
        let modified = fs::metadata(path).and_then(|metadata| metadata.modified()).map_err(Failure::at(path))?;
        let stamp = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let hash = murmur_hash_64a(command.as_bytes());
        writeln!(self.file, "0\t1\t{stamp}\t{name}\t{hash:x}").map_err(Failure::at(&self.path))
    }

    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.file.flush().map_err(Failure::at(&self.path))
    }
}

/// MurmurHash64A by Austin Appleby, with the seed of ninja's `build_log.cc`.
fn murmur_hash_64a(bytes: &[u8]) -> u64 {
    const SEED: u64 = 0xdeca_fbad_deca_fbad;
    const M: u64 = 0xc6a4_a793_5bd1_e995;
    const R: u32 = 47;
    let mut hash = SEED ^ (bytes.len() as u64).wrapping_mul(M);
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let word = u64::from_le_bytes(*word).wrapping_mul(M);
        hash = (hash ^ (word ^ (word >> R)).wrapping_mul(M)).wrapping_mul(M);
    }
    if !rest.is_empty() {
        let tail = rest.iter().rev().fold(0, |tail, byte| tail << 8 | u64::from(*byte));
        hash = (hash ^ tail).wrapping_mul(M);
    }
    hash = (hash ^ (hash >> R)).wrapping_mul(M);
    hash ^ (hash >> R)
}
