//! Warns about globs in rules that match no file.

use std::collections::BTreeSet;

use globset::GlobBuilder;
use rigmill_pipeline::{Diagnostic, Globs, nearest};

use crate::disk::join;
use crate::project::{Located, Rule, Rules, manifest_error};
use crate::sources::Tree;

/// The code of these warnings.
const UNMATCHED: &str = "R0041";

/// The number of globs that are reported individually. The rest are only counted.
const LISTED: usize = 20;

const HELP: &str = "correct or remove the glob, or restore the file; Rigmill does not search hidden and ignored files, linked folders and the output folder";

/// Returns a warning with a suggestion for each glob that matches no file.
///
/// There is no warning for a glob that matches files on which its rule has no effect, because the rule may be for a different
/// target. For a rule that excludes files, there is a warning only if its glob looks misspelt.
pub(crate) fn unmatched_globs(rules: &Rules, tree: &Tree) -> Vec<Diagnostic> {
    let unmatched_globs = without_match(rules, tree);
    if unmatched_globs.is_empty() {
        return Vec::new();
    }
    let files: Vec<String> = tree.paths().map(|(_, path)| path.into()).collect();
    let search = Search { files: &files, tree };
    let named = unmatched_globs.iter().take(LISTED);
    let mut warnings: Vec<Diagnostic> = named.filter_map(|glob| warning(*glob, &search)).collect();
    if let Some((glob, _)) = unmatched_globs.get(LISTED) {
        let more = unmatched_globs.len() - LISTED;
        warnings.push(manifest_warning(format!("{more} more globs match no file"), glob, HELP));
    }
    warnings
}

fn warning((glob, excluded): (&Located<String>, bool), search: &Search<'_>) -> Option<Diagnostic> {
    let message = format!("no file matches `{}`", glob.value);
    if let Some(help) = search.ignored(&glob.value).filter(|_| !excluded) {
        return Some(manifest_warning(message, glob, &help));
    }
    match search.suggestion(&glob.value) {
        Some(help) => Some(manifest_warning(message, glob, &help)),
        None => (!excluded).then(|| manifest_warning(message, glob, &search.missing_folder(&glob.value))),
    }
}

fn manifest_warning(message: String, glob: &Located<String>, help: &str) -> Diagnostic {
    let level = rigmill_pipeline::Level::Warning;
    Diagnostic { level, ..manifest_error(UNMATCHED, message, glob.location.clone()) }.help(help)
}

/// Returns the globs that match no file, each with whether its rule excludes files. Skips rules that allow the warning.
fn without_match<'a>(rules: &'a Rules, tree: &Tree) -> Vec<(&'a Located<String>, bool)> {
    let mut missing: Vec<BTreeSet<usize>> =
        rules.all().iter().map(|rule| (0..rule.patterns().len()).collect()).collect();
    let mut left: usize = missing.iter().map(BTreeSet::len).sum();
    for (_, path) in tree.paths() {
        if left == 0 {
            break;
        }
        for (number, rule) in rules.candidates(path.as_str()) {
            let missing = &mut missing[number];
            if !missing.is_empty() {
                rule.each_match(path.as_str(), |glob| left -= usize::from(missing.remove(&glob)));
            }
        }
    }
    let of_rule = |(rule, missing): (&'a Rule, BTreeSet<usize>)| {
        missing.into_iter().filter_map(move |glob| Some((rule.patterns().get(glob)?, rule.excluded)))
    };
    let is_reported = |(rule, _): &(&Rule, BTreeSet<usize>)| !rule.allow.iter().any(|code| code.value == UNMATCHED);
    rules.all().iter().zip(missing).filter(is_reported).flat_map(of_rule).collect()
}

/// The files that are searched for suggestions.
struct Search<'a> {
    files: &'a [String],
    tree: &'a Tree,
}

impl Search<'_> {
    /// Returns the help text if files that the glob could match are ignored. This depends only on the ignore files, because
    /// ignored files can appear and vanish without a new scan.
    fn ignored(&self, glob: &str) -> Option<String> {
        let example = example(&without_roots(glob))?;
        let by = self.tree.ignore_files.ignoring(example.as_bytes(), false)?;
        let such = if example == glob { "" } else { "matching files, such as " };
        Some(format!("{by} ignores {such}`{example}`; change that line, or add a later line that begins with `!`"))
    }

    /// Returns the most likely intended glob, for a glob that matches nothing.
    fn suggestion(&self, glob: &str) -> Option<String> {
        let plain = without_roots(&glob.replace('\\', "/"));
        let guesses = self.guesses(&plain);
        let right = guesses.iter().find(|guess| *guess != glob && self.matches(guess));
        right.map(|guess| format!("did you mean `{guess}`?")).or_else(|| self.ignoring_case(&guesses)).or_else(|| {
            let file = nearest(&plain, self.files.iter().map(String::as_str)).filter(|_| is_literal(&plain))?;
            Some(format!("did you mean `{file}`?"))
        })
    }

    /// Returns the help text if there is no suggestion. It names the first folder that does not exist.
    fn missing_folder(&self, glob: &str) -> String {
        let folders = folders_of(glob).1;
        let mut path = String::new();
        for folder in folders {
            path = join(&path, folder);
            if self.tree.folder(&path).is_none() {
                return format!("there is no folder `{path}` with sources; {HELP}");
            }
        }
        HELP.to_owned()
    }

    /// Returns similar globs, most likely first.
    fn guesses(&self, glob: &str) -> Vec<String> {
        let mut guesses = vec![glob.to_owned()];
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
            let glob = GlobBuilder::new(guess)
                .literal_separator(true)
                .backslash_escape(true)
                .case_insensitive(true)
                .build()
                .ok()?
                .compile_matcher();
            self.files.iter().find(|file| glob.is_match(file))
        });
        found.map(|file| format!("change upper and lower case: the file is `{file}`"))
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
