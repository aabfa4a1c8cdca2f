//! [`PictureFolder`]: a persistent cache of pictures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Once;
use std::time::SystemTime;

use crate::content::PictureKey;

/// The maximum total size of the kept pictures, in bytes. If it is exceeded, the oldest are removed until half of it is left.
const MAX_KEPT: u64 = 64 * 1024 * 1024;

/// The maximum size of a picture, in bytes. Larger files are ignored.
const MAX_PICTURE: u64 = 1024 * 1024;

/// The first bytes of every PNG file (PNG specification, section 5.2).
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A folder of PNG files, named by their keys. A picture that cannot be read or written is drawn again.
#[derive(Debug)]
pub(super) struct PictureFolder {
    path: PathBuf,
    /// Identifies the running program, because a different program may draw different pictures of the same content.
    program: String,
    trimmed: Once,
}

impl PictureFolder {
    pub(super) fn new(path: PathBuf, program: String) -> Self {
        Self { path, program, trimmed: Once::new() }
    }

    /// Returns the picture with this key.
    pub(super) fn get(&self, key: PictureKey) -> Option<Vec<u8>> {
        let path = self.file(key);
        fs::symlink_metadata(&path).ok().filter(|file| file.is_file() && file.len() <= MAX_PICTURE)?;
        fs::read(path).ok().filter(|bytes| bytes.starts_with(SIGNATURE))
    }

    /// Stores a picture.
    pub(super) fn put(&self, key: PictureKey, picture: &[u8]) {
        self.trimmed.call_once(|| trim(&self.path, MAX_KEPT));
        let path = self.file(key);
        let passing = path.with_extension(format!("{}.tmp", process::id()));
        // If writing fails, the next run draws the picture again.
        let written = fs::create_dir_all(&self.path).and_then(|()| fs::write(&passing, picture));
        if written.and_then(|()| fs::rename(&passing, &path)).is_err() {
            let _ = fs::remove_file(&passing);
        }
    }

    fn file(&self, key: PictureKey) -> PathBuf {
        self.path.join(format!("{:032x}.png", key.with(self.program.as_bytes()).0))
    }
}

/// If the files in a folder exceed the limit, removes the oldest ones until half of the limit is left.
fn trim(folder: &Path, limit: u64) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
        .filter_map(|entry| {
            let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((metadata.modified().ok()?, metadata.len(), entry.path()))
        })
        .collect();
    let mut bytes: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    if bytes <= limit {
        return;
    }
    files.sort_unstable();
    for (_, size, path) in files {
        if bytes <= limit / 2 {
            return;
        }
        bytes -= if fs::remove_file(path).is_ok() { size } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    use tempfile::TempDir;

    use super::{PictureFolder, trim};
    use crate::content::PictureKey;

    #[test]
    fn a_picture_is_that_of_its_key_and_program() {
        let folder = TempDir::new().unwrap();
        let of = |program: &str| PictureFolder::new(folder.path().join("new"), program.to_owned());
        let (key, other) = (PictureKey::default(), PictureKey::default().with(b"other"));
        let picture = b"\x89PNG\r\n\x1a\npixels";
        of("first").put(key, picture);
        assert_eq!(of("first").get(key).unwrap(), picture);
        assert_eq!((of("first").get(other), of("second").get(key)), (None, None));
        of("first").put(other, b"no picture");
        assert_eq!(of("first").get(other), None);
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 2);
    }

    #[test]
    fn the_oldest_pictures_go_first() {
        let folder = TempDir::new().unwrap();
        for age in 0..6 {
            let path = folder.path().join(format!("{age}.png"));
            fs::write(&path, [0; 100]).unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - age);
            File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
        }
        trim(folder.path(), 600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
        trim(folder.path(), 599);
        let left = |age: u32| folder.path().join(format!("{age}.png")).exists();
        assert_eq!([0, 1, 2, 3, 4, 5].map(left), [true, true, false, false, false, false]);
    }
}
