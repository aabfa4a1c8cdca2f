//! Validates asset names.

use std::path::{Component, Path};

/// Checks that an asset name is valid.
///
/// A valid name cannot refer to anything outside its folder. It consists of parts separated by `/`. No part is empty, `.` or
/// `..`, contains a backslash or NUL, or is a root or a drive on this platform.
///
/// # Errors
/// The reason why the name is invalid.
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
