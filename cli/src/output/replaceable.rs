//! Protects files at a path that the user chose: a command must not replace a file of a different kind.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::failure::Failure;
use crate::output::printable::quoted;

/// Returns an error if the file at `path` does not begin with the magic of the file that would replace it. An empty file may be
/// replaced.
///
/// `kind` is the kind of file with its article, such as "a pack". `example` is an example of a file name.
pub(crate) fn must_be_replaceable(path: &Path, magic: &[u8], kind: &str, example: &str) -> Result<(), Failure> {
    if beginning(path, magic.len() as u64).is_none_or(|begin| begin == magic) {
        return Ok(());
    }
    let message = format!("{} already exists, and is not {kind}", quoted(path));
    Err(Failure::other(message, Some(&format!("choose a new file, such as {example}"))))
}

/// Returns at most `length` bytes of the beginning of a file that would be replaced. Returns `None` for an empty file, which may
/// always be replaced. Also returns `None` for a file that cannot be read: usually it cannot be written either, and writing will
/// report the error.
pub(crate) fn beginning(path: &Path, length: u64) -> Option<Vec<u8>> {
    let mut begin = Vec::new();
    File::open(path).and_then(|file| file.take(length).read_to_end(&mut begin)).ok()?;
    (!begin.is_empty()).then_some(begin)
}

/// Fails if the path of a file to write is `-`, which other programs use for standard output.
pub(crate) fn must_not_be_standard_output(path: &Path) -> Result<(), Failure> {
    if path != Path::new("-") {
        return Ok(());
    }
    let help = "write the path of a file; for a file with this name, write ./-";
    Err(Failure::other("`-` is not a file, and Rigmill does not write this file to standard output", Some(help)))
}

/// Fails if the name of a picture's file has the extension of another kind of image. `option` is the option that names the
/// file.
pub(crate) fn check_extension(path: &Path, extension: &str, option: &str) -> Result<(), Failure> {
    const IMAGES: [&str; 9] = ["png", "gif", "jpg", "jpeg", "bmp", "webp", "svg", "tga", "dds"];
    let found = path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_ascii_lowercase();
    if found == extension || !IMAGES.contains(&found.as_str()) {
        return Ok(());
    }
    let message = format!("{option} writes {}, not {}", extension.to_uppercase(), found.to_uppercase());
    let path = path.with_extension(extension);
    Err(Failure::other(message, Some(&format!("choose a file such as {}", quoted(&path)))))
}

#[cfg(test)]
mod tests {
    use super::must_be_replaceable;

    #[test]
    fn only_a_file_of_the_same_kind_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        let check = || must_be_replaceable(&file, b"RMP\0", "a pack", "game.rmp");
        assert!(check().is_ok());
        for (bytes, may_be_replaced) in [(&b""[..], true), (b"RMP\0...", true), (b"RM", false), (b"[[rule]]", false)] {
            std::fs::write(&file, bytes).unwrap();
            assert_eq!(check().is_ok(), may_be_replaced, "{bytes:?}");
        }
    }
}
