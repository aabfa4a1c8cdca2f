//! Tests with files that XNA's own pipeline wrote.

use std::fs;
use std::path::{Path, PathBuf};

use super::STRICT;
use crate::{Compression, ErrorKind, container, decode, encode};

/// Returns the files that XNA wrote, below the folders that environment variables name.
#[expect(clippy::disallowed_methods, reason = "tests find outside data through the environment")]
pub(super) fn files() -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in ["RIGMILL_ROBOTGAME", "RIGMILL_ROBOTGAME_PROJECT"].into_iter().filter_map(std::env::var_os) {
        files_below(&Path::new(&folder).join("xnb"), &mut files);
    }
    files.sort();
    files
}

fn files_below(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files_below(&path, files),
            false if path.extension().is_some_and(|extension| extension == "xnb") => {
                files.push((path.clone(), fs::read(path).unwrap()));
            }
            false => {}
        }
    }
}

#[test]
#[cfg_attr(
    not(any(robotgame, robotgame_project)),
    ignore = "set RIGMILL_ROBOTGAME or RIGMILL_ROBOTGAME_PROJECT to a folder with files of XNA"
)]
fn files_of_xna_come_back_byte_for_byte() {
    let files = files();
    let mut decoded_files = 0;
    for (path, bytes) in &files {
        let decoded = match decode(bytes, STRICT) {
            Ok(decoded) => decoded,
            Err(error) => {
                assert!(
                    matches!(error.kind, ErrorKind::TypeReader | ErrorKind::GameClass),
                    "{}: {error}",
                    path.display()
                );
                continue;
            }
        };
        let content = container::open(bytes).unwrap().content;
        let encoded = encode(&decoded.file).unwrap();
        assert!(encoded[10..] == *content, "{}", path.display());
        assert!(decoded.header.compression != Compression::None || encoded == *bytes, "{}", path.display());
        decoded_files += 1;
    }
    // The other files contain classes of the game.
    assert!(decoded_files * 4 >= files.len() * 3, "{decoded_files} of {}", files.len());
}
