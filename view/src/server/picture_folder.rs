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

/// The format of a kept picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// A PNG file.
    Still,
    /// An animated GIF file.
    Film,
}

impl Form {
    fn extension(self) -> &'static str {
        match self {
            Self::Still => "png",
            Self::Film => "gif",
        }
    }

    /// Returns the first bytes of every file (PNG specification, section 5.2; GIF89a specification, section 17).
    fn signature(self) -> &'static [u8] {
        match self {
            Self::Still => b"\x89PNG\r\n\x1a\n",
            Self::Film => b"GIF89a",
        }
    }
}

/// A folder of PNG and GIF files, named by their keys. A picture that cannot be read or written is drawn again.
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
    pub(super) fn get(&self, key: PictureKey, form: Form) -> Option<Vec<u8>> {
        let path = self.file(key, form);
        fs::symlink_metadata(&path).ok().filter(|file| file.is_file() && file.len() <= MAX_PICTURE)?;
        fs::read(path).ok().filter(|bytes| bytes.starts_with(form.signature()))
    }

    /// Stores a picture.
    pub(super) fn put(&self, key: PictureKey, form: Form, picture: &[u8]) {
        self.trimmed.call_once(|| trim(&self.path, MAX_KEPT));
        let path = self.file(key, form);
        let passing = path.with_extension(format!("{}.tmp", process::id()));
        // If writing fails, the next run draws the picture again.
        let written = fs::create_dir_all(&self.path).and_then(|()| fs::write(&passing, picture));
        if written.and_then(|()| fs::rename(&passing, &path)).is_err() {
            let _ = fs::remove_file(&passing);
        }
    }

    fn file(&self, key: PictureKey, form: Form) -> PathBuf {
        self.path.join(format!("{:032x}.{}", key.with(self.program.as_bytes()).0, form.extension()))
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

    use super::{Form, PictureFolder, trim};
    use crate::content::PictureKey;

    #[test]
    fn a_picture_is_that_of_its_key_and_program() {
        let folder = TempDir::new().unwrap();
        let of = |program: &str| PictureFolder::new(folder.path().join("new"), program.to_owned());
        let (key, other) = (PictureKey::default(), PictureKey::default().with(b"other"));
        let picture = b"\x89PNG\r\n\x1a\npixels";
        of("first").put(key, Form::Still, picture);
        assert_eq!(of("first").get(key, Form::Still).unwrap(), picture);
        assert_eq!((of("first").get(other, Form::Still), of("second").get(key, Form::Still)), (None, None));
        of("first").put(other, Form::Still, b"no picture");
        assert_eq!(of("first").get(other, Form::Still), None);
        assert_eq!(of("first").get(key, Form::Film), None);
        of("first").put(key, Form::Film, b"GIF89afilm");
        assert_eq!(of("first").get(key, Form::Film).unwrap(), b"GIF89afilm");
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 3);
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
