//! [`AssetFilter`]: some of a project's assets.

use rigmill_pipeline::{Globs, SourcePath};

/// Some of a project's assets, each by its name, its source or a glob of either (`*` stays within a folder, `**` does not).
#[derive(Clone, Debug)]
pub struct AssetFilter {
    patterns: Vec<(String, Globs)>,
    /// Whether a pattern that names no asset is a mistake.
    must_match: bool,
}

impl AssetFilter {
    /// The assets that any of the patterns names.
    ///
    /// # Errors
    /// The first malformed glob, and what is wrong with it.
    pub fn new(patterns: &[String]) -> Result<Self, String> {
        let globs = |pattern: &String| {
            let globs =
                Globs::new([pattern.as_str()]).map_err(|error| format!("malformed glob `{pattern}`: {error}"))?;
            Ok((pattern.clone(), globs))
        };
        Ok(Self { patterns: patterns.iter().map(globs).collect::<Result<_, String>>()?, must_match: true })
    }

    /// The asset of one source, whose name may look like a glob, if it is one.
    pub(crate) fn of_source(source: &SourcePath) -> Self {
        Self { patterns: vec![(source.to_string(), Globs::default())], must_match: false }
    }

    /// Whether an asset is among them.
    pub(crate) fn matches(&self, name: &str, source: &SourcePath) -> bool {
        self.patterns.iter().any(|pattern| matches(pattern, name, source))
    }

    /// The patterns that are mistakes, since they name none of these assets.
    pub(crate) fn unmatched<'a>(&'a self, assets: &[(String, SourcePath)]) -> Vec<&'a str> {
        let is_unmatched =
            |pattern: &&(String, Globs)| !assets.iter().any(|(name, source)| matches(pattern, name, source));
        self.patterns.iter().filter(|_| self.must_match).filter(is_unmatched).map(|(text, _)| text.as_str()).collect()
    }
}

fn matches((text, globs): &(String, Globs), name: &str, source: &SourcePath) -> bool {
    name == text || source.as_str() == text || globs.is_match(name) || globs.is_match(source.as_str())
}
