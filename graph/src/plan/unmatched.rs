//! Warns about globs in rules that match no file.

use std::collections::BTreeSet;

use rigmill_pipeline::{Diagnostic, SourcePath, codes};

use super::glob_search::{Search, without_spaces};
use crate::project::{Located, Rule, Rules, in_manifest};
use crate::sources::Tree;

/// The number of globs that are reported individually. The rest are only counted.
const LISTED: usize = 20;

/// Returns a warning with a suggestion for each glob that matches no file, for each glob in `exclude` that takes no file from
/// its rule, and for each glob with a space that is probably a mistake.
///
/// There is no warning for a glob that matches files on which its rule has no effect, because the rule may be for a different
/// target. For a rule that excludes files, there is a warning only if its glob looks misspelt.
pub(crate) fn unmatched_globs(rules: &Rules, tree: &Tree) -> Vec<Diagnostic> {
    let faulty = faulty_globs(rules, tree);
    if faulty.is_empty() {
        return Vec::new();
    }
    let files: Vec<String> = tree.paths().map(|(_, path)| path.into()).collect();
    let search = Search { files: &files, tree };
    let mut warnings: Vec<Diagnostic> =
        faulty.iter().take(LISTED).filter_map(|faulty| faulty.warning(&search)).collect();
    if let Some(next) = faulty.get(LISTED) {
        let more = faulty.len() - LISTED;
        warnings.push(manifest_warning(format!("{more} more globs match no file"), next.glob, Search::HELP));
    }
    warnings
}

/// A glob that probably does not match what it should.
struct FaultyGlob<'a> {
    glob: &'a Located<String>,
    fault: Fault,
}

enum Fault {
    /// The glob of a `match` matches no file.
    Unmatched {
        /// Whether the rule excludes files.
        excluded: bool,
    },
    /// The glob of an `exclude` matches no file.
    ExcludesNothing,
    /// The glob of an `exclude` matches files, but none of those that the rule's `match` matches.
    ExcludesOthers,
    /// An alternative in braces begins or ends with a space.
    Space,
}

impl FaultyGlob<'_> {
    fn warning(&self, search: &Search<'_>) -> Option<Diagnostic> {
        let glob = &self.glob.value;
        let unmatched = format!("no file matches `{glob}`");
        let (message, help) = match self.fault {
            Fault::Space => {
                let message = format!("an alternative in `{glob}` begins or ends with a space");
                (message, format!("did you mean `{}`?", without_spaces(glob)?))
            }
            Fault::ExcludesOthers => {
                let message = format!("`{glob}` excludes nothing: the rule's `match` matches none of its files");
                (message, "correct or remove the glob; `exclude = true` in another rule leaves out files".to_owned())
            }
            Fault::Unmatched { excluded: false } => {
                let known = search.ignored(glob).or_else(|| search.suggestion(glob));
                (unmatched, known.unwrap_or_else(|| search.missing_folder(glob)))
            }
            Fault::Unmatched { excluded: true } => (unmatched, search.suggestion(glob)?),
            Fault::ExcludesNothing if search.ignored(glob).is_some() => return None,
            Fault::ExcludesNothing => {
                (unmatched, search.suggestion(glob).unwrap_or_else(|| search.missing_folder(glob)))
            }
        };
        Some(manifest_warning(message, self.glob, &help))
    }
}

fn manifest_warning(message: String, glob: &Located<String>, help: &str) -> Diagnostic {
    in_manifest(codes::GLOB_UNMATCHED, message, glob.location.clone()).help(help)
}

/// Returns the faulty globs, in the order of the rules. Skips rules that allow the warning.
fn faulty_globs<'a>(rules: &'a Rules, tree: &Tree) -> Vec<FaultyGlob<'a>> {
    let unused = unused_globs(rules, tree);
    let is_reported =
        |(rule, _): &(&Rule, UnusedGlobs)| !rule.allow.iter().any(|code| code.value == codes::GLOB_UNMATCHED.id);
    rules.all().iter().zip(unused).filter(is_reported).flat_map(|(rule, unused)| of_rule(rule, &unused, tree)).collect()
}

fn of_rule<'a>(rule: &'a Rule, unused: &UnusedGlobs, tree: &Tree) -> Vec<FaultyGlob<'a>> {
    let has_space = |glob: &Located<String>| without_spaces(&glob.value).is_some();
    let globs = rule.patterns().iter().enumerate().filter_map(|(at, glob)| match unused.patterns.contains(&at) {
        _ if has_space(glob) => Some((glob, Fault::Space)),
        true => Some((glob, Fault::Unmatched { excluded: rule.excluded })),
        false => None,
    });
    // Without files to exclude, only `match` is at fault.
    let has_files = unused.patterns.len() < rule.patterns().len();
    let excludes = rule.exclusions().iter().enumerate().filter_map(|(at, glob)| {
        let fault = match unused.exclusions.contains(&at) && has_files {
            _ if has_space(glob) => Fault::Space,
            true if tree.paths().any(|(_, path)| rule.excludes_by(at, &path)) => Fault::ExcludesOthers,
            true => Fault::ExcludesNothing,
            false => return None,
        };
        Some((glob, fault))
    });
    globs.chain(excludes).map(|(glob, fault)| FaultyGlob { glob, fault }).collect()
}

/// The numbers of a rule's globs that have no effect.
struct UnusedGlobs {
    /// The globs of `match` that match no file.
    patterns: BTreeSet<usize>,
    /// The globs of `exclude` that match none of the files that `match` matches.
    exclusions: BTreeSet<usize>,
}

impl UnusedGlobs {
    fn len(&self) -> usize {
        self.patterns.len() + self.exclusions.len()
    }

    fn use_file(&mut self, rule: &Rule, path: &SourcePath) {
        if !self.patterns.is_empty() {
            rule.each_match(path.as_str(), |glob| _ = self.patterns.remove(&glob));
        }
        if !self.exclusions.is_empty() && rule.matches(path) {
            rule.each_exclusion(path.as_str(), |glob| _ = self.exclusions.remove(&glob));
        }
    }
}

fn unused_globs(rules: &Rules, tree: &Tree) -> Vec<UnusedGlobs> {
    let all = |rule: &Rule| UnusedGlobs {
        patterns: (0..rule.patterns().len()).collect(),
        exclusions: (0..rule.exclusions().len()).collect(),
    };
    let mut unused: Vec<UnusedGlobs> = rules.all().iter().map(all).collect();
    let mut left: usize = unused.iter().map(UnusedGlobs::len).sum();
    for (_, path) in tree.paths() {
        if left == 0 {
            break;
        }
        for (number, rule) in rules.candidates(path.as_str()) {
            let unused = &mut unused[number];
            let before = unused.len();
            if before > 0 {
                unused.use_file(rule, &path);
                left -= before - unused.len();
            }
        }
    }
    unused
}
