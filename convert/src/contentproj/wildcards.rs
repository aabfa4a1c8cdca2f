//! [`expand`]: finds the files that match a path with `*`, `?` and `**`, ignoring case as on Windows.

use std::path::{Path, PathBuf};

use crate::path::resolve;
use crate::sources::Sources;

/// The maximum number of names that all searches of a project may examine. Each search of a folder counts.
pub(super) const NAMES: usize = 4 << 20;

/// A file that matches.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// The absolute path.
    pub(super) path: PathBuf,
    /// The path with its wildcards replaced for this file, separated by `/`.
    pub(super) written: String,
    /// The folders that `**` and the rest of the pattern matched, with a trailing `/`; empty if there are none.
    pub(super) recursive_dir: String,
}

/// Whether a path has wildcards.
pub(super) fn has_wildcards(path: &str) -> bool {
    path.contains(['*', '?'])
}

/// Returns the matching files below `folder`, a folder of the project. Skips links to folders and names with a leading dot.
/// Returns `None` if the search would examine more than the remaining `names`, or if MSBuild would not accept the path.
pub(super) fn expand(folder: &Path, pattern: &str, sources: &mut Sources, names: &mut usize) -> Option<Vec<Match>> {
    let parts: Vec<&str> = pattern.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    let fixed = parts.iter().take_while(|part| !has_wildcards(part)).count();
    let (fixed, wild) = parts.split_at(fixed.min(parts.len().saturating_sub(1)));
    if wild.iter().any(|part| part.contains("**") && *part != "**" || *part == "..") {
        return None;
    }
    let start = Folder { path: resolve(folder, &fixed.join("/")), below: String::new(), at: 0, recursive_from: None };
    let prefix: String = fixed.iter().map(|part| format!("{part}/")).collect();
    let mut search = Search { wild, prefix, found: Vec::new() };
    let mut open = vec![start];
    while let Some(folder) = open.pop() {
        *names = names.checked_sub(1 + sources.count(&folder.path))?;
        search.folder(folder, sources, &mut open);
    }
    search.found.sort_by(|a, b| a.written.cmp(&b.written));
    search.found.dedup();
    Some(search.found)
}

/// A folder to search.
struct Folder {
    path: PathBuf,
    /// The folder's path below the part without wildcards, with a trailing `/`.
    below: String,
    /// The index of the pattern part that the folder's entries must match.
    at: usize,
    /// The length of the part of `below` before the folders that `**` matched.
    recursive_from: Option<usize>,
}

struct Search<'a> {
    wild: &'a [&'a str],
    prefix: String,
    found: Vec<Match>,
}

impl Search<'_> {
    fn folder(&mut self, folder: Folder, sources: &mut Sources, open: &mut Vec<Folder>) {
        let Some(part) = self.wild.get(folder.at) else { return };
        let is_last = folder.at + 1 == self.wild.len();
        if *part == "**" {
            return self.any_depth(folder, is_last, sources, open);
        }
        if is_last {
            let names = sources.files(&folder.path).into_iter().filter(|name| matches(part, name));
            self.found.extend(names.map(|name| found(&self.prefix, &folder, &name)));
        } else {
            let names = sources.folders(&folder.path).into_iter().filter(|name| matches(part, name));
            open.extend(names.map(|name| folder.inside(&name, folder.at + 1)));
        }
    }

    /// Handles `**`, which matches any number of folders, including none. At the end of a pattern, it matches all files in
    /// them.
    fn any_depth(&mut self, mut folder: Folder, is_last: bool, sources: &mut Sources, open: &mut Vec<Folder>) {
        folder.recursive_from.get_or_insert(folder.below.len());
        open.extend(sources.folders(&folder.path).into_iter().map(|name| folder.inside(&name, folder.at)));
        if is_last {
            let names = sources.files(&folder.path).into_iter();
            self.found.extend(names.map(|name| found(&self.prefix, &folder, &name)));
        } else {
            open.push(Folder { at: folder.at + 1, ..folder });
        }
    }
}

impl Folder {
    fn inside(&self, name: &str, at: usize) -> Self {
        let below = format!("{}{name}/", self.below);
        Self { path: self.path.join(name), below, at, recursive_from: self.recursive_from }
    }
}

fn found(prefix: &str, folder: &Folder, name: &str) -> Match {
    let recursive_dir = folder.recursive_from.and_then(|from| folder.below.get(from..)).unwrap_or_default().to_owned();
    Match { path: folder.path.join(name), written: format!("{prefix}{}{name}", folder.below), recursive_dir }
}

/// Whether a name matches a pattern with `*` and `?`, ignoring case.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    // As on Windows, `*.*` also matches names without a dot.
    let pattern = if pattern == "*.*" { "*" } else { pattern };
    let [pattern, name] = [pattern, name].map(|text| text.to_lowercase().chars().collect::<Vec<_>>());
    let (mut at, mut in_name) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while in_name < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, in_name));
                at += 1;
            }
            Some(c) if *c == '?' || *c == name[in_name] => {
                at += 1;
                in_name += 1;
            }
            _ => {
                // Lets the last star match one more character.
                let Some((star_at, taken)) = star else { return false };
                star = Some((star_at, taken + 1));
                (at, in_name) = (star_at + 1, taken + 1);
            }
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn names_match_in_any_case() {
        let cases = [
            ("*.png", "A.PNG", true),
            ("*.png", "a.png.bak", false),
            ("a?.png", "ab.png", true),
            ("a?.png", "a.png", false),
            ("*a*b*", "xaxxbx", true),
            ("*.*", "Makefile", true),
            ("*", "", true),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
        assert!(!matches(&"*a".repeat(200), &"a".repeat(199).replace("aaa", "aab")));
    }

    #[test]
    fn wildcards_stand_for_files_and_folders() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.png", "Art/b.png", "Art/Deep/c.PNG", "Art/Deep/d.txt", "Art/.hidden/e.png", "Other/f.png"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let mut sources = Sources::below(folder.path());
        let mut check = |pattern: &str, expected: &[(&str, &str)]| {
            let found = expand(folder.path(), pattern, &mut sources, &mut { NAMES }).unwrap();
            let found: Vec<_> = found.iter().map(|it| (it.written.as_str(), it.recursive_dir.as_str())).collect();
            assert_eq!(found, expected, "{pattern}");
        };
        check("*.png", &[("a.png", "")]);
        check("Art\\*.png", &[("Art/b.png", "")]);
        check(
            "**\\*.png",
            &[("Art/Deep/c.PNG", "Art/Deep/"), ("Art/b.png", "Art/"), ("Other/f.png", "Other/"), ("a.png", "")],
        );
        check("Art/**", &[("Art/Deep/c.PNG", "Deep/"), ("Art/Deep/d.txt", "Deep/"), ("Art/b.png", "")]);
        check("A?t/*/c.png", &[("Art/Deep/c.PNG", "")]);
        check("None/*.png", &[]);
        let mut names = 30;
        assert!(expand(folder.path(), "**/*.png", &mut sources, &mut names).is_some());
        assert_eq!(expand(folder.path(), "**/*.png", &mut sources, &mut names), None);
        for wrong in ["a**/b.png", "*/../*.png"] {
            assert_eq!(expand(folder.path(), wrong, &mut sources, &mut { NAMES }), None, "{wrong}");
        }
    }
}
