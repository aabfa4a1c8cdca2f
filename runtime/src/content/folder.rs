//! [`Folder`]: the content files in a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rigmill_format::AlignedBytes;

use super::source::ContentSource;
use crate::near::suggested_assets;

/// The extension of content files, with the dot. It is appended to the whole name, even if the name contains dots.
const EXTENSION: &str = ".rmb";

/// Where a build writes content for the runtime, in the folder of a project.
const BUILT: &str = "build/native";

/// The maximum number of files in a folder that are read for a suggestion.
const MAX_LISTED: usize = 4096;

/// The content files below a folder.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}{EXTENSION}"))
    }
}

impl ContentSource for Folder {
    fn read(&self, name: &str) -> io::Result<AlignedBytes> {
        let path = self.file(name);
        let metadata = fs::metadata(&path)?;
        if !metadata.is_file() {
            return Err(io::Error::other("the path is not a file"));
        }
        let length = usize::try_from(metadata.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
        // Reads directly into aligned memory.
        let mut bytes = AlignedBytes::try_with_len(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        File::open(path)?.read_exact(bytes.as_mut_slice())?;
        Ok(bytes)
    }

    fn read_head(&self, name: &str, head: &mut [u8]) -> io::Result<()> {
        let path = self.file(name);
        // Checked first, because opening a pipe would block.
        if !path.is_file() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "there is no such file"));
        }
        File::open(path)?.read_exact(head)
    }

    fn place(&self, name: &str) -> String {
        self.file(name).display().to_string()
    }

    fn suggest(&self, name: &str) -> Option<String> {
        let built = Self::new(&self.path.join(BUILT));
        if built.file(name).is_file() {
            return Some(format!("open {} instead: this folder contains the asset", built.path.display()));
        }
        let folder = &name[..name.rfind('/').map_or(0, |slash| slash + 1)];
        let entries = fs::read_dir(self.path.join(folder)).ok()?.flatten().take(MAX_LISTED);
        let files = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let names: Vec<String> =
            files.filter_map(|file| Some(format!("{folder}{}", file.strip_suffix(EXTENSION)?))).collect();
        suggested_assets(name, names.iter().map(String::as_str))
    }
}
