//! Globs of rules that match no file: they do nothing, and their authors believe that they do.

use std::collections::BTreeSet;

use rigmill_pipeline::{Diagnostic, nearest};

use crate::disk::join;
use crate::project::{Globs, Located, Rule, builder, manifest_error};
use crate::sources::Tree;

/// The number of globs that are reported one by one; the others are counted.
const NAMED: usize = 20;

const HELP: &str =
    "correct the glob, or remove it; hidden files, linked folders and the output folder are not searched";

/// A warning for each glob that matches no file, with what was probably meant. Whether the rule has any effect on the
/// files that it does match is its own affair: another target's, or a later rule's. Nor has a rule that leaves files out to find
/// any, unless it looks like a slip of the pen.
pub(crate) fn unmatched(rules: &[Rule], tree: &Tree) -> Vec<Diagnostic> {
    let globs: Vec<(&Located<String>, bool)> =
        rules.iter().flat_map(|rule| rule.patterns().iter().map(|glob| (glob, rule.drops))).collect();
    let unmatched = without_match(&globs, tree);
    if unmatched.is_empty() {
        return Vec::new();
    }
    let files: Vec<String> = tree.paths().map(|(_, path)| path.into()).collect();
    let search = Search { files: &files, tree };
    let named = unmatched.iter().take(NAMED);
    let mut told: Vec<Diagnostic> = named.filter_map(|&index| warning(globs[index], &search)).collect();
    if unmatched.len() > NAMED {
        let more = unmatched.len() - NAMED;
        told.push(manifest_warning(format!("{more} more globs match no file"), globs[unmatched[NAMED]].0, HELP));
    }
    told
}

fn warning((glob, drops): (&Located<String>, bool), search: &Search<'_>) -> Option<Diagnostic> {
    let message = format!("no file matches `{}`", glob.value);
    match search.meant(&glob.value) {
        Some(help) => Some(manifest_warning(message, glob, &help)),
        None => (!drops).then(|| manifest_warning(message, glob, &search.hopeless(&glob.value))),
    }
}

fn manifest_warning(message: String, glob: &Located<String>, help: &str) -> Diagnostic {
    let level = rigmill_pipeline::Level::Warning;
    Diagnostic { level, ..manifest_error("R0041", message, glob.place.clone()) }.help(help)
}

/// The places of the globs that match no file.
fn without_match(globs: &[(&Located<String>, bool)], tree: &Tree) -> Vec<usize> {
    let mut missing: BTreeSet<usize> = (0..globs.len()).collect();
    // Each was read alone before, so together they can be read, too.
    let Ok(all) = Globs::new(globs.iter().map(|(glob, _)| glob.value.as_str())) else { return Vec::new() };
    for (_, path) in tree.paths() {
        if missing.is_empty() {
            break;
        }
        all.each_match(path.as_str(), |index| {
            missing.remove(&index);
        });
    }
    missing.into_iter().collect()
}

/// Where to look for what was meant.
struct Search<'a> {
    files: &'a [String],
    tree: &'a Tree,
}

impl Search<'_> {
    /// What was probably meant by a glob that matches nothing.
    fn meant(&self, glob: &str) -> Option<String> {
        let plain = without_roots(&glob.replace('\\', "/"));
        let guesses = self.guesses(&plain);
        let right = guesses.iter().find(|guess| *guess != glob && self.matches(guess));
        right.map(|guess| format!("did you mean `{guess}`?")).or_else(|| self.but_for_case(&guesses)).or_else(|| {
            let file = nearest(&plain, self.files.iter().map(String::as_str)).filter(|_| is_literal(&plain))?;
            Some(format!("did you mean `{file}`?"))
        })
    }

    /// What to say where nobody knows what was meant.
    fn hopeless(&self, glob: &str) -> String {
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

    /// Globs like this one, the likeliest first.
    fn guesses(&self, glob: &str) -> Vec<String> {
        let mut guesses = vec![glob.to_owned()];
        guesses.extend(self.with_nearest_folders(glob));
        // One that begins above the project's folder.
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

    /// The glob with folders that are there in place of those that are not.
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

    fn but_for_case(&self, guesses: &[String]) -> Option<String> {
        let found = guesses.iter().find_map(|guess| {
            let glob = builder(guess).case_insensitive(true).build().ok()?.compile_matcher();
            self.files.iter().find(|file| glob.is_match(file))
        });
        found.map(|file| format!("upper and lower case differ: there is `{file}`"))
    }
}

/// The glob without what stands for the project's folder at its beginning.
fn without_roots(glob: &str) -> String {
    let mut rest = glob;
    while let Some(below) = rest.strip_prefix("./").or_else(|| rest.strip_prefix('/')) {
        rest = below;
    }
    rest.to_owned()
}

/// The folders at the beginning of a glob, and what follows them.
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
