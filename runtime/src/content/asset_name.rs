//! Names of assets, and the files that they stand for.

use std::path::{Component, Path, PathBuf};

/// The extension of content files, with its dot. It follows the whole name, dots in it included.
const EXTENSION: &str = ".rmb";

/// The file of asset `name` below `folder`, or what is wrong with the name.
///
/// A name cannot lead out of the folder: it is parts separated by `/`, none of them empty, `.` or
/// `..`, without a backslash or NUL, and nothing that this platform takes for a root or a drive.
pub(crate) fn path_of(folder: &Path, name: &str) -> Result<PathBuf, &'static str> {
    if name.is_empty() {
        return Err("it is empty");
    }
    if name.contains('\\') {
        return Err("it contains a backslash; parts are separated by `/`");
    }
    if name.contains('\0') {
        return Err("it contains a NUL");
    }
    if name.split('/').any(str::is_empty) {
        return Err("it has an empty part");
    }
    if name.split('/').any(|part| part == "." || part == "..") {
        return Err("it has a part `.` or `..`");
    }
    let file = format!("{name}{EXTENSION}");
    if Path::new(&file).components().any(|part| !matches!(part, Component::Normal(_))) {
        return Err("it does not stay below the content folder");
    }
    Ok(folder.join(file))
}
