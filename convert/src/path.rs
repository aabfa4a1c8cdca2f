//! Handles paths in an `.mgcb`, which may have been written on any system.

use std::path::{Component, Path, PathBuf};

/// Resolves the path `written` relative to `folder`, without `.` and `..`. Does not resolve symbolic links.
pub(crate) fn resolve(folder: &Path, written: &str) -> PathBuf {
    let is_root = |part: &Component<'_>| matches!(part, Component::Prefix(_) | Component::RootDir);
    let (mut path, rest) = if Path::new(written).is_absolute() {
        let root: PathBuf = Path::new(written).components().take_while(is_root).collect();
        let length = root.as_os_str().len();
        (root, written.get(length..).unwrap_or(""))
    } else {
        (folder.to_owned(), written)
    };
    // Parts are added one by one, because in a Windows folder with the prefix `\\?\`, `/` is an ordinary character.
    for part in rest.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    path
}

/// Returns a path relative to one of its parent folders, separated by `/`.
pub(crate) fn below(path: &Path, folder: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> =
        path.strip_prefix(folder).ok()?.components().map(|it| it.as_os_str().to_str()).collect();
    parts.map(|parts| parts.join("/")).filter(|path| !path.is_empty())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_of_both_systems_are_resolved() {
        let folder = Path::new("/game/Content");
        let cases = [
            ("a\\b.png", Some("a/b.png")),
            ("./a/../b.png", Some("b.png")),
            ("../x.png", None),
            ("/game/Content/c.png", Some("c.png")),
            (".", None),
            ("../../../../x", None),
        ];
        for (written, expected) in cases {
            assert_eq!(below(&resolve(folder, written), folder).as_deref(), expected, "{written}");
        }
    }
}
