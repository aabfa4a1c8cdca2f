//! [`Globs`]: patterns of source paths, in manifests and listings.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// Globs: `*` stays within a folder, `**` does not. As importers ignore the case of extensions, everything after the first
/// dot of a file name matches in any case; the rest matches exactly.
#[derive(Clone, Debug, Default)]
pub struct Globs {
    exact: GlobSet,
    /// The same with lower-case extensions, for paths with lower-case extensions.
    folded: GlobSet,
}

impl Globs {
    /// Compiles some patterns.
    ///
    /// # Errors
    /// Why a pattern is malformed.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let (mut exact, mut folded) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for pattern in patterns {
            exact.add(builder(pattern).build().map_err(|error| error.kind().to_string())?);
            folded.add(builder(&fold(pattern)).build().map_err(|error| error.kind().to_string())?);
        }
        let set = |set: GlobSetBuilder| set.build().map_err(|error| error.kind().to_string());
        Ok(Self { exact: set(exact)?, folded: set(folded)? })
    }

    /// Whether any of the globs matches.
    #[must_use]
    pub fn is_match(&self, path: &str) -> bool {
        self.exact.is_match(path) || self.folded.is_match(fold(path))
    }

    /// Calls `found` with the index of each glob that matches, possibly twice.
    pub fn each_match(&self, path: &str, found: impl FnMut(usize)) {
        let folded = self.folded.matches(fold(path));
        self.exact.matches(path).into_iter().chain(folded).for_each(found);
    }
}

/// A glob with the same meaning on every system: a backslash escapes the next character.
fn builder(pattern: &str) -> GlobBuilder<'_> {
    let mut builder = GlobBuilder::new(pattern);
    builder.literal_separator(true).backslash_escape(true);
    builder
}

/// The text in lower case from the first dot of its last part on.
fn fold(text: &str) -> String {
    let name = text.rfind('/').map_or(0, |slash| slash + 1);
    let dot = text[name..].find('.').map_or(text.len(), |dot| name + dot);
    text[..dot].to_owned() + &text[dot..].to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, fits: &[&str], others: &[&str]) {
        let globs = Globs::new([pattern]).unwrap();
        assert!(fits.iter().all(|path| globs.is_match(path)), "{pattern} fits {fits:?}");
        assert!(!others.iter().any(|path| globs.is_match(path)), "{pattern} does not fit {others:?}");
    }

    #[test]
    fn extensions_match_in_any_case_and_all_else_exactly() {
        check("**/*.fbx", &["Grund.FBX", "a/b/Grund.Fbx", "a.fbx"], &["a.fb", "fbx"]);
        check("**/*.FBX", &["Grund.fbx"], &[]);
        check("Models/*.skeleton.toml", &["Models/Grund.Skeleton.TOML"], &["models/Grund.skeleton.toml"]);
        check("Grund.fbx", &["Grund.FBX"], &["grund.fbx", "GRUND.fbx"]);
        check("**/*.{FBX,glb}", &["a/B.fbx", "a/B.GLB"], &["a/B.png"]);
        check("{*.FBX,x/*.png}", &["a.FBX", "x/a.PNG"], &["a.png"]);
        check("**/*.[A-F]bx", &["a.fbx", "a.FBX"], &["a.gbx"]);
        check("Low*", &["Low_Run.Animation"], &["low_Run.Animation", "a/Low"]);
        check("*BX", &["a.FBX"], &[]);
        check("Ä/*.PNG", &["Ä/ü.png"], &["ä/ü.png"]);
    }

    #[test]
    fn a_backslash_is_no_separator_on_any_system() {
        check("Models\\*.fbx", &["Models*.fbx"], &["Models/a.fbx"]);
    }
}
