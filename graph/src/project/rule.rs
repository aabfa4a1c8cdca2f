//! [`Rule`]: one `[[rule]]` of the manifest.

use rigmill_pipeline::{Globs, SourcePath};

use super::located::Located;
use super::param::Param;
use crate::records::OutputName;

/// One `[[rule]]`.
#[derive(Debug)]
pub struct Rule {
    pub(super) patterns: Vec<Located<String>>,
    pub(super) matches: Globs,
    pub(super) exclusions: Vec<Located<String>>,
    pub(super) excludes: Globs,
    /// `targets`: the targets that the rule applies to; `None` means all.
    pub targets: Option<Vec<Located<String>>>,
    /// `exclude = true`: the matching files are not assets.
    pub excluded: bool,
    /// The importer's name.
    pub importer: Option<Located<String>>,
    /// The processor's name.
    pub processor: Option<Located<String>>,
    /// The writer's name.
    pub writer: Option<Located<String>>,
    /// The parameters. Each applies to the stages that have a parameter of that name.
    pub params: Vec<Param>,
    /// `variants`: further versions of the asset, by label, with the parameters of the processor.
    pub variants: Option<Vec<(Located<String>, Vec<Param>)>>,
    /// `output`: the name of the asset.
    pub output: Option<Located<OutputName>>,
    /// `allow`: the codes of warnings about these sources that are not reported.
    pub allow: Vec<Located<String>>,
    /// `isolate`: whether the stages run in a separate process.
    pub isolate: Option<bool>,
}

impl Rule {
    /// Whether the rule applies to a source when it is built for a target.
    #[must_use]
    pub fn applies_to(&self, path: &SourcePath, target: &str) -> bool {
        let is_for = |targets: &Vec<Located<String>>| targets.iter().any(|it| it.value == target);
        self.targets.as_ref().is_none_or(is_for) && self.covers(path)
    }

    /// Whether the rule applies to a source for any target.
    pub(super) fn covers(&self, path: &SourcePath) -> bool {
        self.matches(path) && !self.excludes.is_match(path.as_str())
    }

    /// Whether the rule's globs match all that another rule's globs match, and more. May return `false` for globs with braces or
    /// brackets.
    pub(crate) fn is_wider_than(&self, other: &Self) -> bool {
        self.has_all_of(other) && !other.has_all_of(self)
    }

    /// Whether the rule matches an example of each glob of another rule.
    fn has_all_of(&self, other: &Self) -> bool {
        let example = |glob: &Located<String>| glob.value.replace("**", "~/~").replace(['*', '?'], "~");
        other.patterns.iter().all(|glob| self.matches.is_match(&example(glob)))
    }

    /// Calls `found` with the number of each of the rule's globs that matches, possibly twice.
    pub(crate) fn each_match(&self, path: &str, found: impl FnMut(usize)) {
        self.matches.each_match(path, found);
    }

    /// Whether one of the rule's globs matches, regardless of `exclude`.
    pub(crate) fn matches(&self, path: &SourcePath) -> bool {
        self.matches.is_match(path.as_str())
    }

    /// Calls `found` with the number of each glob of `exclude` that matches, possibly twice.
    pub(crate) fn each_exclusion(&self, path: &str, found: impl FnMut(usize)) {
        self.excludes.each_match(path, found);
    }

    /// Whether the glob of `exclude` with this number matches.
    pub(crate) fn excludes_by(&self, number: usize, path: &SourcePath) -> bool {
        let mut is_match = false;
        self.each_exclusion(path.as_str(), |found| is_match |= found == number);
        is_match
    }

    /// Returns the globs of `exclude` as written.
    pub(crate) fn exclusions(&self) -> &[Located<String>] {
        &self.exclusions
    }

    /// Returns the globs as written.
    #[must_use]
    pub fn patterns(&self) -> &[Located<String>] {
        &self.patterns
    }
}
