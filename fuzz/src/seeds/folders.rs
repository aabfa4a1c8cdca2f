//! The folders in the repository that contain seeds.

use std::path::{Path, PathBuf};

/// Returns the folder of the sample game.
#[must_use]
pub fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

/// Returns the folder of small sources that were made for fuzzing.
#[must_use]
pub fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds")
}
