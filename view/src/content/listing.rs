//! [`Listing`]: the content files of a folder.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::Path;
use std::time::SystemTime;

use rigmill_format::{ContentType, stated_type};

/// The maximum number of files that are listed.
const MAX_FILES: usize = 200_000;

/// The maximum depth of folders that are listed.
const MAX_DEPTH: usize = 64;

/// The extension of content files.
const EXTENSION: &str = ".rmb";

/// The number of bytes at the start of a file that contain the magic, the versions, the checksum and the content type.
const HEAD: usize = 24;

/// A content file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ContentFile {
    pub(crate) of: ContentType,
    /// The file's size in bytes.
    pub(crate) bytes: u64,
    /// The checksum in the file's header. Files of the same type with the same checksum are equal.
    pub(crate) checksum: u64,
    modified: Option<SystemTime>,
}

/// Content files, by asset name.
pub(crate) type Listing = BTreeMap<String, ContentFile>;

/// Lists the content files below a folder. Returns an empty list if the folder does not exist. Skips files that cannot be read,
/// and does not follow links. Does not read a file again if its size and time are those in `known`.
pub(crate) fn list(folder: &Path, known: &dyn Fn(&str) -> Option<ContentFile>) -> Listing {
    let mut listing = Listing::new();
    add(folder, "", 0, known, &mut listing);
    listing
}

/// Returns the name of the asset for a path of a content file, relative to the folder.
pub(crate) fn name_of(path: &str) -> Option<&str> {
    path.strip_suffix(EXTENSION)
}

/// Returns the content file of an asset, if it has one.
pub(crate) fn look(folder: &Path, name: &str) -> Option<ContentFile> {
    let path = folder.join(format!("{name}{EXTENSION}"));
    // Symbolic links are not listed, and opening a pipe would block.
    let metadata = fs::symlink_metadata(&path).ok().filter(Metadata::is_file)?;
    read(&path, &metadata)
}

fn add(folder: &Path, prefix: &str, depth: usize, known: &dyn Fn(&str) -> Option<ContentFile>, listing: &mut Listing) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
        if listing.len() >= MAX_FILES {
            return;
        }
        if kind.is_dir() && depth < MAX_DEPTH {
            add(&entry.path(), &format!("{prefix}{name}/"), depth + 1, known, listing);
        } else if let Some(name) = name_of(&name).filter(|_| kind.is_file()) {
            let name = format!("{prefix}{name}");
            let Ok(metadata) = entry.metadata() else { continue };
            let same = known(&name).filter(|it| it.bytes == metadata.len() && it.modified == metadata.modified().ok());
            listing.extend(same.or_else(|| read(&entry.path(), &metadata)).map(|file| (name, file)));
        }
    }
}

fn read(path: &Path, metadata: &Metadata) -> Option<ContentFile> {
    let mut head = [0; HEAD];
    File::open(path).ok()?.read_exact(&mut head).ok()?;
    let checksum = u64::from_le_bytes(head[8..16].try_into().ok()?);
    Some(ContentFile { of: stated_type(&head)?, bytes: metadata.len(), checksum, modified: metadata.modified().ok() })
}
