//! The sources of a project: every file below its folder, with stamps.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rigmill_pipeline::SourcePath;

use crate::stamp::Stamp;

/// Folders nested deeper than this are an error: nobody makes them on purpose.
const MAX_DEPTH: usize = 128;

/// A file below the project's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it is.
    pub path: SourcePath,
    /// Its stamp when it was found.
    pub stamp: Stamp,
}

/// What a scan found.
#[derive(Debug, Default)]
pub struct Scan {
    /// The files, in order of their paths.
    pub files: Vec<SourceFile>,
    /// Files whose names no manifest could spell: their paths, as well as they can be printed, and why not.
    pub unnameable: Vec<(String, &'static str)>,
}

/// Finds every file below `root`, except hidden ones (with a leading dot) and what is below a folder of `skip`.
/// Symbolic links to files are followed; those to folders are not, so a scan always ends.
///
/// # Errors
/// What the system says when a folder cannot be read, with the folder.
pub fn scan(root: &Path, skip: &[PathBuf]) -> Result<Scan, (PathBuf, io::Error)> {
    let mut found = scan_folder(root, "", skip, 0)?;
    found.files.par_sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found.unnameable.sort_unstable();
    Ok(found)
}

fn scan_folder(folder: &Path, prefix: &str, skip: &[PathBuf], depth: usize) -> Result<Scan, (PathBuf, io::Error)> {
    let failed = |error| (folder.to_owned(), error);
    if depth > MAX_DEPTH {
        return Err(failed(io::Error::other(format!("folders are nested deeper than {MAX_DEPTH}"))));
    }
    let mut found = Scan::default();
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let Some(name) = name.to_str() else {
            found.unnameable.push((format!("{prefix}{}", name.to_string_lossy()), "is not UTF-8"));
            continue;
        };
        let path = format!("{prefix}{name}");
        match examine(&entry).map_err(failed)? {
            Some(Found::Folder) if !skip.contains(&entry.path()) => folders.push((entry.path(), path + "/")),
            Some(Found::File(stamp)) => match SourcePath::new(&path) {
                Ok(source) if source.as_str() == path => found.files.push(SourceFile { path: source, stamp }),
                _ => found.unnameable.push((path, "would be another path on another system")),
            },
            _ => {}
        }
    }
    let below: Result<Vec<Scan>, _> =
        folders.into_par_iter().map(|(path, prefix)| scan_folder(&path, &prefix, skip, depth + 1)).collect();
    for mut scan in below? {
        found.files.append(&mut scan.files);
        found.unnameable.append(&mut scan.unnameable);
    }
    Ok(found)
}

enum Found {
    Folder,
    File(Stamp),
}

/// What an entry is; `None` for what is neither file nor folder, and for what has gone since.
fn examine(entry: &DirEntry) -> io::Result<Option<Found>> {
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return Ok(Some(Found::Folder));
    }
    let metadata = if kind.is_symlink() { fs::metadata(entry.path()) } else { entry.metadata() };
    match metadata {
        Ok(metadata) => Ok(metadata.is_file().then(|| Found::File(Stamp::of(&metadata)))),
        Err(error) if crate::disk::absent(&error) => Ok(None),
        // A ring of links, say: nothing that could be built.
        Err(_) if kind.is_symlink() => Ok(None),
        Err(error) => Err(error),
    }
}
