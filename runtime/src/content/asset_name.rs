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
        return Err("the name is empty");
    }
    if name.contains('\\') {
        return Err("the name contains a backslash; separate parts with `/`");
    }
    if name.contains('\0') {
        return Err("the name contains a NUL character");
    }
    if name.split('/').any(str::is_empty) {
        return Err("a part of the name is empty");
    }
    if name.split('/').any(|part| part == "." || part == "..") {
        return Err("a part of the name is `.` or `..`");
    }
    if Path::new(name).components().any(|part| !matches!(part, Component::Normal(_))) {
        return Err("the name leads out of the content folder");
    }
    Ok(())
}
