//! [`SourcePath`]: a path inside the project.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A path relative to the project's folder, with `/` as separator on every system. Clones share the text.
///
/// Invariant: the path is not empty and not absolute. No component is empty, `.` or `..`, and no component contains `\` or NUL.
/// Therefore, if you join the path to the project's folder, the result is always inside the folder. (The build graph checks
/// symbolic links.)
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SourcePath(Arc<str>);

/// Why a text is not a valid [`SourcePath`].
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SourcePathError {
    /// The path is empty.
    #[error("the path is empty")]
    Empty,
    /// The path leads out of the project's folder, or is absolute.
    #[error("the path `{0}` points outside the project folder")]
    Outside(String),
    /// The path contains a character that is not portable.
    #[error("the path {0:?} contains a NUL character")]
    Character(String),
}

impl SourcePath {
    /// Parses a path relative to the project's folder. `\` counts as `/`; `.` and `..` are resolved.
    ///
    /// # Errors
    /// [`SourcePathError`] if the path is empty or absolute, leads out of the project's folder, or contains a NUL.
    pub fn new(path: &str) -> Result<Self, SourcePathError> {
        Self::resolve(Vec::new(), path)
    }

    /// Resolves a path that is written in this file. The path is relative to this file's folder or, if it begins with `/`, to
    /// the project's folder.
    ///
    /// # Errors
    /// The same as for [`SourcePath::new`].
    pub fn relative(&self, path: &str) -> Result<Self, SourcePathError> {
        match path.strip_prefix(['/', '\\']) {
            Some(rest) => Self::new(rest),
            None => Self::resolve(self.folder().split('/').filter(|part| !part.is_empty()).collect(), path),
        }
    }

    fn resolve<'a>(mut parts: Vec<&'a str>, path: &'a str) -> Result<Self, SourcePathError> {
        if path.contains('\0') {
            return Err(SourcePathError::Character(path.to_owned()));
        }
        if path.starts_with(['/', '\\']) || path.get(1..2) == Some(":") {
            return Err(SourcePathError::Outside(path.to_owned()));
        }
        for part in path.split(['/', '\\']) {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop().ok_or_else(|| SourcePathError::Outside(path.to_owned()))?),
                _ => parts.push(part),
            }
        }
        if parts.is_empty() { Err(SourcePathError::Empty) } else { Ok(Self(parts.join("/").into())) }
    }

    /// Returns the path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the folder that contains the file; "" for the project's folder.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Returns the last component of the path.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(self.as_str(), |(_, name)| name)
    }

    /// Returns the path without its last extension, which is the name of the asset made from this source.
    #[must_use]
    pub fn asset_name(&self) -> &str {
        let stem = self.file_name().rfind('.').filter(|&dot| dot > 0).map_or(0, |dot| self.file_name().len() - dot);
        &self.0[..self.0.len() - stem]
    }
}

impl fmt::Display for SourcePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for SourcePath {
    type Error = SourcePathError;

    fn try_from(path: String) -> Result<Self, SourcePathError> {
        Self::new(&path)
    }
}

impl From<SourcePath> for String {
    fn from(path: SourcePath) -> Self {
        path.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(base: &str, path: &str, expected: Result<&str, SourcePathError>) {
        let found = SourcePath::new(base).unwrap().relative(path);
        assert_eq!(found.as_ref().map(SourcePath::as_str), expected.as_ref().copied(), "{base} + {path}");
    }

    #[test]
    fn relative_paths_resolve_against_the_folder_of_the_file() {
        check("a/b/model.fbx", "skin.png", Ok("a/b/skin.png"));
        check("a/b/model.fbx", "..\\skin.png", Ok("a/skin.png"));
        check("a/b/model.fbx", "/skin.png", Ok("skin.png"));
        check("model.fbx", "./x//y.png", Ok("x/y.png"));
    }

    #[test]
    fn a_path_never_leaves_the_project() {
        check("a/model.fbx", "../../x", Err(SourcePathError::Outside("../../x".into())));
        check("a/model.fbx", "C:/x", Err(SourcePathError::Outside("C:/x".into())));
        check("a/model.fbx", "//x", Err(SourcePathError::Outside("/x".into())));
        check("a/model.fbx", "..", Err(SourcePathError::Empty));
        check("a/model.fbx", "x\0", Err(SourcePathError::Character("x\0".into())));
    }

    #[test]
    fn an_asset_is_named_by_its_source_without_the_extension() {
        let name = |path| SourcePath::new(path).unwrap().asset_name().to_owned();
        assert_eq!(name("a.b/Low_Run.Animation"), "a.b/Low_Run");
        assert_eq!(name("a.b/Grund.actions.toml"), "a.b/Grund.actions");
        assert_eq!(name("a.b/plain"), "a.b/plain");
        assert_eq!(name("a.b/.hidden"), "a.b/.hidden");
    }
}
