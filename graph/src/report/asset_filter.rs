//! [`AssetFilter`]: selects some of a project's assets.

use rigmill_pipeline::{Globs, SourcePath};

/// Selects some of a project's assets by name, by source, or by globs that match either. In a glob, `*` does not match `/`, but
/// `**` does.
#[derive(Clone, Debug)]
pub struct AssetFilter {
    patterns: Vec<(String, Globs)>,
    /// Whether it is an error if a pattern matches no asset.
    must_match: bool,
}

impl AssetFilter {
    /// Creates a filter for the assets that any of the patterns matches.
    ///
    /// # Errors
    /// Returns the first malformed glob and what is wrong with it.
    pub fn new(patterns: &[String]) -> Result<Self, String> {
        let globs = |pattern: &String| {
            let globs =
                Globs::new([pattern.as_str()]).map_err(|error| format!("malformed glob `{pattern}`: {error}"))?;
            Ok((pattern.clone(), globs))
        };
        Ok(Self { patterns: patterns.iter().map(globs).collect::<Result<_, String>>()?, must_match: true })
    }

    /// Creates a filter for the asset made from one source. The source's path is not treated as a glob, even if it looks like
    /// one.
    pub(crate) fn of_source(source: &SourcePath) -> Self {
        Self { patterns: vec![(source.to_string(), Globs::default())], must_match: false }
    }

    /// Whether the filter selects an asset.
    pub(crate) fn matches(&self, name: &str, source: &SourcePath) -> bool {
        self.patterns.iter().any(|pattern| matches(pattern, name, source))
    }

    /// Returns the patterns that match none of these assets, if that is an error.
    pub(crate) fn unmatched<'a>(&'a self, assets: &[(String, SourcePath)]) -> Vec<&'a str> {
        let is_unmatched =
            |pattern: &&(String, Globs)| !assets.iter().any(|(name, source)| matches(pattern, name, source));
        self.patterns.iter().filter(|_| self.must_match).filter(is_unmatched).map(|(text, _)| text.as_str()).collect()
    }
}

fn matches((text, globs): &(String, Globs), name: &str, source: &SourcePath) -> bool {
    name == text || source.as_str() == text || globs.is_match(name) || globs.is_match(source.as_str())
}
