//! Names of assets.

use std::path::{Component, Path};

/// Checks the name of an asset.
///
/// A name cannot lead out of a folder: it is parts separated by `/`, none of them empty, `.` or
/// `..`, without a backslash or NUL, and nothing that this platform takes for a root or a drive.
///
/// # Errors
/// The error in the name.
pub(super) fn check(name: &str) -> Result<(), &'static str> {
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
    if Path::new(name).components().any(|part| !matches!(part, Component::Normal(_))) {
        return Err("it does not stay below the content folder");
    }
    Ok(())
}
