//! The folders of seeds in the repository.

use std::path::{Path, PathBuf};

/// The folder of the sample game.
#[must_use]
pub fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

/// The folder of small sources made for this purpose.
#[must_use]
pub fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds")
}
