//! Stores inputs: the one that a worker is reading, and those that caused findings.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An input with everything that determines how it is read.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) target: String,
    pub(crate) seed: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Input {
    /// Stores the input as a finding, under its seed.
    pub(crate) fn keep(&self, folder: &Path) -> io::Result<PathBuf> {
        let path = path(folder, &self.target, &format!("{:016x}", self.seed));
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(&path, &self.bytes)?;
        Ok(path)
    }

    /// Loads a finding by its seed.
    pub(crate) fn find(folder: &Path, target: &str, seed: &str) -> io::Result<Self> {
        let bytes = fs::read(path(folder, target, seed))?;
        let seed = u64::from_str_radix(seed, 16).map_err(io::Error::other)?;
        Ok(Self { target: target.to_owned(), seed, bytes })
    }
}

/// Stores an input, so that the next runs damage it further.
pub(crate) fn keep_seed(folder: &Path, target: &str, bytes: &[u8]) -> io::Result<()> {
    let folder = folder.join("kept").join(target);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(format!("{:016x}", rigmill_fuzz::digest(bytes))), bytes)
}

fn path(folder: &Path, target: &str, seed: &str) -> PathBuf {
    folder.join("findings").join(target).join(seed)
}

/// The file that contains the input that a worker is reading. The file remains if the worker dies.
pub(crate) struct Current {
    file: File,
    buffer: Vec<u8>,
}

impl Current {
    pub(crate) fn create(folder: &Path, worker: u64) -> io::Result<Self> {
        Ok(Self { file: File::create(current_path(folder, worker))?, buffer: Vec::new() })
    }

    /// Overwrites the file with an input.
    pub(crate) fn set(&mut self, target: usize, seed: u64, bytes: &[u8]) -> io::Result<()> {
        self.buffer.clear();
        for number in [target as u64, seed, bytes.len() as u64] {
            self.buffer.extend(number.to_le_bytes());
        }
        self.buffer.extend(bytes);
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&self.buffer)
    }

    /// Returns the last input of a worker. `targets` contains the names of the targets by number.
    pub(crate) fn last(folder: &Path, worker: u64, targets: &[String]) -> Option<Input> {
        let mut bytes = Vec::new();
        File::open(current_path(folder, worker)).ok()?.read_to_end(&mut bytes).ok()?;
        let number = |at: usize| Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let target = targets.get(usize::try_from(number(0)?).ok()?)?.clone();
        let end = usize::try_from(number(16)?).ok()?.checked_add(24)?;
        Some(Input { target, seed: number(8)?, bytes: bytes.get(24..end)?.to_vec() })
    }
}

fn current_path(folder: &Path, worker: u64) -> PathBuf {
    folder.join(format!("current-{worker}"))
}
