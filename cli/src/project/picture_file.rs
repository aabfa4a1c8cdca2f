//! Protects the sources of a project from pictures: a picture must not replace an image that Rigmill did not draw.

use std::path::Path;

use rigmill_disk::real_path;
use rigmill_graph::{MANIFEST, STATE_FOLDER};

use super::is_built;
use crate::failure::Failure;
use crate::output::printable::quoted;
use crate::output::replaceable::beginning;

/// The number of bytes at the beginning of a file among which the mark of a drawn picture is.
const BEGINNING: u64 = 2048;

/// Returns an error if a picture would replace a file inside a project that may be a source: a file outside of the output
/// folder, without the mark of the pictures that Rigmill draws. An empty file may be replaced.
pub(crate) fn must_not_be_source(path: &Path, mark: &str) -> Result<(), Failure> {
    let is_drawn = |begin: Vec<u8>| begin.windows(mark.len()).any(|part| part == mark.as_bytes());
    if beginning(path, BEGINNING).is_none_or(is_drawn) || !is_among_sources(path) {
        return Ok(());
    }
    let message = format!("{} already exists inside a project, and Rigmill did not draw this picture", quoted(path));
    Err(Failure::other(message, Some("choose a new file outside of the project, so that no source is replaced")))
}

/// Whether a file is inside a project, but not in its output folder.
fn is_among_sources(path: &Path) -> bool {
    let Ok(path) = real_path(path) else { return false };
    let mut folders = path.ancestors().skip(1);
    let is_project = |folder: &Path| folder.join(MANIFEST).is_file() || is_built(folder);
    let found = folders.find(|folder| folder.join(STATE_FOLDER).is_dir() || is_project(folder));
    found.is_some_and(is_project)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_picture_replaces_drawn_pictures_and_files_outside_of_projects_only() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("game");
        fs::create_dir_all(project.join("out").join(STATE_FOLDER)).unwrap();
        fs::write(project.join(MANIFEST), "").unwrap();
        let may = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::write(&path, text).unwrap();
            must_not_be_source(&path, "Rigmill").is_ok()
        };
        assert!(may("a.png", "painted") && may("game/out/a.png", "painted") && may("game/a.png", ""));
        assert!(may("game/a.png", "drawn by Rigmill") && !may("game/a.png", "painted"));
    }
}
