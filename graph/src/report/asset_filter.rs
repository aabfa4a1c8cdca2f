//! [`AssetFilter`]: selects some of a project's assets.

use rigmill_pipeline::{Globs, SourcePath};

/// Selects some of a project's assets by name, by source, or by globs that match either. In a glob, `*` does not match `/`, but
/// `**` does.
#[derive(Clone, Debug)]
pub struct AssetFilter {
    patterns: Vec<(String, Globs)>,
    /// The names of assets that are selected together with all assets that belong to them, such as `Models/Robot` with
    /// `Models/Robot.skeleton` and `Models/Robot@Run`.
    owners: Vec<String>,
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
        let patterns = patterns.iter().map(globs).collect::<Result<_, String>>()?;
        Ok(Self { patterns, owners: Vec::new(), must_match: true })
    }

    /// Also selects the asset made from one source, and the assets that belong to it: their names are the name of the source,
    /// followed by `.` or `@` and more. The source's path is not treated as a glob, even if it looks like one.
    #[must_use]
    pub fn with_source(mut self, source: &str) -> Self {
        self.patterns.push((source.to_owned(), Globs::default()));
        self.owners.extend(SourcePath::new(source).map(|source| source.asset_name().to_owned()));
        self
    }

    /// Creates a filter for the asset made from one source. The source's path is not treated as a glob, even if it looks like
    /// one.
    pub(crate) fn of_source(source: &SourcePath) -> Self {
        Self { patterns: vec![(source.to_string(), Globs::default())], owners: Vec::new(), must_match: false }
    }

    /// Whether the filter selects an asset.
    pub(crate) fn matches(&self, name: &str, source: &SourcePath) -> bool {
        self.patterns.iter().any(|pattern| matches(pattern, name, source))
            || self.owners.iter().any(|owner| belongs(source.asset_name(), owner))
    }

    /// Returns the patterns that match none of these assets, if that is an error.
    pub(crate) fn unmatched<'a>(&'a self, assets: &[(String, SourcePath)]) -> Vec<&'a str> {
        let is_unmatched =
            |pattern: &&(String, Globs)| !assets.iter().any(|(name, source)| matches(pattern, name, source));
        self.patterns.iter().filter(|_| self.must_match).filter(is_unmatched).map(|(text, _)| text.as_str()).collect()
    }
}

/// Whether the asset made from a source belongs to another asset.
fn belongs(asset: &str, owner: &str) -> bool {
    asset.strip_prefix(owner).is_some_and(|rest| rest.starts_with(['.', '@']))
}

fn matches((text, globs): &(String, Globs), name: &str, source: &SourcePath) -> bool {
    name == text || source.as_str() == text || globs.is_match(name) || globs.is_match(source.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_brings_what_belongs_to_it() {
        let filter = AssetFilter::new(&[]).unwrap().with_source("Models/Robot.fbx");
        let selects = |source: &str| {
            let source = SourcePath::new(source).unwrap();
            filter.matches(source.asset_name(), &source)
        };
        for source in ["Robot.fbx", "Robot.skeleton.toml", "Robot@Run.fbx", "Robot@Run.events.toml"] {
            assert!(selects(&format!("Models/{source}")), "{source}");
        }
        for source in
            ["Models/Robot.png", "Models/Robot2.fbx", "Models/Robot/a.fbx", "Robot.skeleton.toml", "Models/Ro.fbx"]
        {
            assert!(!selects(source), "{source}");
        }
    }

    #[test]
    fn the_path_of_a_source_is_not_a_glob() {
        let filter = AssetFilter::new(&[]).unwrap().with_source("a[1.fbx");
        let source = SourcePath::new("a[1.fbx").unwrap();
        assert!(filter.matches("a[1", &source));
        assert!(!filter.matches("a1", &SourcePath::new("a1.fbx").unwrap()));
        assert_eq!(filter.unmatched(&[]), ["a[1.fbx"]);
    }
}
