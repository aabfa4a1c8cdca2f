//! [`Rules`]: the rules of the manifest, and a lookup of those that apply to a source.

use std::collections::{BTreeSet, HashMap};

use rigmill_pipeline::SourcePath;

use super::rule::Rule;

/// The rules of a manifest. There can be tens of thousands, so a source is compared only with rules that may match it.
#[derive(Debug, Default)]
pub struct Rules {
    rules: Vec<Rule>,
    /// The rules with a glob that begins with literal text, by that text.
    by_path: Prefixes,
    /// The rules with a glob such as `**/Run*.fbx`, by the literal text with which the file name must begin.
    by_name: Prefixes,
    /// All rules with other kinds of globs, in order.
    others: Vec<usize>,
}

impl Rules {
    pub(super) fn new(rules: Vec<Rule>) -> Self {
        let mut all = Self::default();
        for (number, rule) in rules.iter().enumerate() {
            for glob in &rule.patterns {
                all.add(number, &glob.value);
            }
        }
        Self { rules, ..all }
    }

    fn add(&mut self, number: usize, glob: &str) {
        let name = glob.strip_prefix("**/").filter(|rest| !rest.contains('/')).map_or("", literal_start);
        match (literal_start(glob), name) {
            ("", "") => self.others.push(number),
            ("", name) => self.by_name.add(name, number),
            (path, _) => self.by_path.add(path, number),
        }
    }

    /// Returns all rules, in order.
    #[must_use]
    pub fn all(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the rules that may match a path, in order and without duplicates, with their numbers.
    pub(crate) fn candidates(&self, path: &str) -> impl Iterator<Item = (usize, &Rule)> {
        let mut numbers = self.others.clone();
        self.by_path.find(path, &mut numbers);
        self.by_name.find(path.rsplit('/').next().unwrap_or(path), &mut numbers);
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().filter_map(|number| Some((number, self.rules.get(number)?)))
    }

    /// Returns the rules that apply to a source for any target, in order, with their numbers.
    pub(crate) fn covering(&self, path: &SourcePath) -> Vec<(usize, &Rule)> {
        self.candidates(path.as_str()).filter(|(_, rule)| rule.covers(path)).collect()
    }

    /// Returns `pick`'s value for the last rule that has one and applies to a source when it is built for a target. Globs are
    /// compared last, because they are the slowest test.
    pub(crate) fn last_with<'a, T>(
        &'a self,
        path: &SourcePath,
        target: &str,
        pick: impl Fn(&'a Rule) -> Option<T>,
    ) -> Option<T> {
        let picked = self.candidates(path.as_str()).filter_map(|(_, rule)| Some((rule, pick(rule)?)));
        picked.filter(|(rule, _)| rule.applies_to(path, target)).last().map(|(_, picked)| picked)
    }

    /// Returns the rules that apply to a source when it is built for a target, in order, with their numbers.
    pub(crate) fn applying<'a>(
        &'a self,
        path: &'a SourcePath,
        target: &'a str,
    ) -> impl Iterator<Item = (usize, &'a Rule)> {
        self.candidates(path.as_str()).filter(move |(_, rule)| rule.applies_to(path, target))
    }
}

/// Returns the text of a glob before its first special character. A dot is special here, because file extensions match in any
/// case.
fn literal_start(glob: &str) -> &str {
    glob.find(['*', '?', '[', '{', '\\', '.']).map_or(glob, |end| &glob[..end])
}

/// Rules, indexed by the text with which a path must begin.
#[derive(Debug, Default)]
struct Prefixes {
    rules: HashMap<Box<[u8]>, Vec<usize>>,
    /// The distinct lengths of these texts.
    lengths: BTreeSet<usize>,
}

impl Prefixes {
    fn add(&mut self, prefix: &str, rule: usize) {
        self.lengths.insert(prefix.len());
        self.rules.entry(prefix.as_bytes().into()).or_default().push(rule);
    }

    /// Adds the rules whose text is a prefix of the path.
    fn find(&self, path: &str, found: &mut Vec<usize>) {
        let starts = self.lengths.range(..=path.len()).map(|length| &path.as_bytes()[..*length]);
        starts.filter_map(|start| self.rules.get(start)).for_each(|rules| found.extend(rules));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Manifest;

    fn applying(globs: &[&str], path: &str) -> Vec<usize> {
        let rule = |glob: &&str| format!("[[rule]]\nmatch = {}\n", toml::Value::from(*glob));
        let manifest = Manifest::parse(&globs.iter().map(rule).collect::<String>()).unwrap();
        let path = SourcePath::new(path).unwrap();
        let found: Vec<usize> = manifest.rules.applying(&path, "native").map(|(number, _)| number).collect();
        let expected: Vec<usize> =
            (0..globs.len()).filter(|&at| manifest.rules.all()[at].applies_to(&path, "native")).collect();
        assert_eq!(found, expected, "the index leaves out no rule");
        found
    }

    #[test]
    fn every_kind_of_glob_is_found() {
        let globs = [
            "**/*.fbx",
            "**/Run*.fbx",
            "**/Run.FBX",
            "Models/**",
            "Models/Run.fbx",
            "Mod*/Run.fbx",
            "{Models,Old}/**",
            "**/Models/*.fbx",
            "**/[R]un.fbx",
            "Models\\/Run.fbx",
            "**/Models/Run.fbx",
            "Models/Ru",
            "Models/Run.fbx/more",
            "Run.fbx",
            "models/**",
            "**/run*",
            "**",
        ];
        assert_eq!(applying(&globs, "Models/Run.Fbx"), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16]);
        assert_eq!(applying(&globs, "Run.fbx"), [0, 1, 2, 8, 13, 16]);
        assert_eq!(applying(&["Ü*", "**/Ü*", "**/Ä/**"], "Ä/Ünder.png"), [1, 2]);
    }
}
