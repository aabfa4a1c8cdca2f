//! Tests of XNB files.

mod cases;
mod data;
pub(in crate::tests) mod hostile;

use std::fs;
use std::path::PathBuf;

use crate::tests::support::robotgame;

/// Returns every file that XNA's own pipeline wrote, except files of types that only the game can read.
fn genuine() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = robotgame().join("xnb");
    let mut files = Vec::new();
    for below in ["Animation/Players/Grund", "Models/Mech/Players", "Models/World/Stage1"] {
        files.extend(fs::read_dir(folder.join(below)).unwrap().map(|entry| entry.unwrap().path()));
    }
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}
