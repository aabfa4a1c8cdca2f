//! [`Search`]: finds out what was meant by a glob that matches no file.

use rigmill_disk::relative_path::join;
use rigmill_pipeline::{Globs, nearest};

use crate::sources::Tree;

/// The files that are searched for suggestions.
pub(super) struct Search<'a> {
    pub(super) files: &'a [String],
    pub(super) tree: &'a Tree,
}

impl Search<'_> {
    /// The help text if nothing more is known about a glob that matches no file.
    pub(super) const HELP: &'static str = "correct or remove the glob, or restore the file; Rigmill does not search hidden and ignored files, linked folders and the output folder";

    /// Returns the help text if files that the glob could match are ignored. This depends only on the ignore files, because
    /// ignored files can appear and vanish without a new scan.
    pub(super) fn ignored(&self, glob: &str) -> Option<String> {
        let example = example(&without_roots(glob))?;
        let by = self.tree.ignore_files.ignoring(example.as_bytes(), false)?;
        let such = if example == glob { "" } else { "matching files, such as " };
        Some(format!("{by} ignores {such}`{example}`; change that line, or add a later line that begins with `!`"))
    }

    /// Returns the most likely intended glob, for a glob that matches nothing.
    pub(super) fn suggestion(&self, glob: &str) -> Option<String> {
        if let Some(list) = self.list_of_globs(glob) {
            return Some(format!("write a list: [{list}]"));
        }
        let plain = without_roots(&glob.replace('\\', "/"));
        let guesses = self.guesses(&plain);
        let right = guesses.iter().find(|guess| *guess != glob && self.matches(guess));
        right.map(|guess| format!("did you mean `{guess}`?")).or_else(|| self.ignoring_case(&guesses)).or_else(|| {
            let file = nearest(&plain, self.files.iter().map(String::as_str)).filter(|_| is_literal(&plain))?;
            Some(format!("did you mean `{file}`?"))
        })
    }

    /// Returns the globs in a glob that is a list in one string, such as `*.png,*.jpg`, in quotes.
    fn list_of_globs(&self, glob: &str) -> Option<String> {
        let is_list = !glob.contains(['{', '[']) && glob.contains([',', ';']);
        let globs: Vec<&str> = glob.split([',', ';']).map(str::trim).filter(|glob| !glob.is_empty()).collect();
        let is_meant = is_list && globs.iter().any(|glob| self.matches(glob));
        is_meant.then(|| globs.iter().map(|glob| format!("{glob:?}")).collect::<Vec<_>>().join(", "))
    }

    /// Returns the help text if there is no suggestion. It names the first folder that does not exist.
    pub(super) fn missing_folder(&self, glob: &str) -> String {
        let folders = folders_of(glob).1;
        let mut path = String::new();
        for folder in folders {
            path = join(&path, folder);
            if self.tree.folder(&path).is_none() {
                return format!("there is no folder `{path}` with sources; {}", Self::HELP);
            }
        }
        Self::HELP.to_owned()
    }

    /// Returns similar globs, most likely first.
    fn guesses(&self, glob: &str) -> Vec<String> {
        let folder = glob.trim_end_matches(['/', '*']);
        let folder = (is_literal(folder) && !folder.is_empty()).then(|| format!("{folder}/**"));
        let mut guesses = vec![glob.to_owned()];
        guesses.extend(folder.clone());
        guesses.extend(self.with_nearest_folders(glob));
        // The user may have written the glob relative to a folder above the project's folder.
        let mut rest = glob;
        while let Some((_, below)) = rest.split_once('/') {
            rest = below;
            let first = rest.split('/').next().unwrap_or(rest);
            if is_literal(first) {
                guesses.push(rest.to_owned());
            }
        }
        guesses.push(format!("**/{glob}"));
        guesses.extend(folder.iter().map(|folder| format!("**/{folder}")));
        guesses.extend(folder.iter().filter_map(|folder| self.with_nearest_folders(folder)));
        guesses
    }

    /// Returns the glob with missing folders replaced by similar folders that exist.
    fn with_nearest_folders(&self, glob: &str) -> Option<String> {
        let (rest, folders) = folders_of(glob);
        let mut path = String::new();
        for folder in folders {
            let wanted = join(&path, folder);
            path = match self.tree.folder(&wanted) {
                Some(_) => wanted,
                None => join(&path, nearest(folder, self.folders_in(&path))?),
            };
        }
        Some(join(&path, rest))
    }

    fn folders_in<'a>(&'a self, parent: &'a str) -> impl Iterator<Item = &'a str> {
        let below = move |path: &'a str| match parent {
            "" => Some(path),
            _ => path.strip_prefix(parent)?.strip_prefix('/'),
        };
        let all = self.tree.folders.iter().map(|row| self.tree.names.text(row.path));
        all.filter_map(below).filter(|name| !name.is_empty() && !name.contains('/'))
    }

    fn matches(&self, glob: &str) -> bool {
        Globs::new([glob]).is_ok_and(|globs| self.files.iter().any(|file| globs.is_match(file)))
    }

    fn ignoring_case(&self, guesses: &[String]) -> Option<String> {
        let found = guesses.iter().find_map(|guess| {
            let glob = Globs::new([guess.to_lowercase().as_str()]).ok()?;
            self.files.iter().find(|file| glob.is_match(&file.to_lowercase()))
        });
        found.map(|file| format!("globs are case-sensitive: the file is `{file}`"))
    }
}

/// Returns a path that the glob matches; `None` if the glob's syntax is not simple.
fn example(glob: &str) -> Option<String> {
    let path = glob.replace("**/", "").replace("**", "x").replace(['*', '?'], "x");
    is_literal(&path).then_some(path)
}

/// Returns the glob without a leading `./` or `/`.
fn without_roots(glob: &str) -> String {
    let mut rest = glob;
    while let Some(below) = rest.strip_prefix("./").or_else(|| rest.strip_prefix('/')) {
        rest = below;
    }
    rest.to_owned()
}

/// Returns the rest of a glob after its leading folders, and these folders.
fn folders_of(glob: &str) -> (&str, Vec<&str>) {
    let (mut rest, mut folders) = (glob, Vec::new());
    while let Some((folder, below)) = rest.split_once('/').filter(|(folder, _)| is_literal(folder)) {
        folders.push(folder);
        rest = below;
    }
    (rest, folders)
}

fn is_literal(part: &str) -> bool {
    !part.contains(['*', '?', '[', ']', '{', '}', '\\'])
}

/// Returns the glob without the spaces around its alternatives in braces; `None` if there are none.
pub(super) fn without_spaces(glob: &str) -> Option<String> {
    let mut plain = String::with_capacity(glob.len());
    let mut depth = 0_usize;
    for (at, letter) in glob.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ' ' if depth > 0 && is_beside_separator(glob, at) => continue,
            _ => {}
        }
        plain.push(letter);
    }
    (plain != glob).then_some(plain)
}

/// Whether only spaces separate the space at `at` from a brace or a comma.
fn is_beside_separator(glob: &str, at: usize) -> bool {
    let before = glob[..at].trim_end_matches(' ').ends_with(['{', ',']);
    before || glob[at..].trim_start_matches(' ').starts_with(['}', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_spaces_around_alternatives_are_removed() {
        let plain = |glob| without_spaces(glob);
        assert_eq!(plain("*.{png, fbx}").as_deref(), Some("*.{png,fbx}"));
        assert_eq!(plain("{ Old Models/*,  b }.{c}").as_deref(), Some("{Old Models/*,b}.{c}"));
        assert_eq!([plain("a, b/{c d,e}.png"), plain("*.{png,fbx}")], [None, None]);
    }
}
