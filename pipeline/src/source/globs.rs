//! [`Globs`]: patterns for source paths, used in manifests and listings.

use std::sync::OnceLock;

use globset::{Glob, GlobBuilder, GlobSet};

/// A set of globs: `*` matches within a folder, and `**` matches across folders.
///
/// Importers ignore the case of extensions. Therefore, the part of a file name after its first dot matches in any case, and the
/// part before the dot matches exactly.
///
/// A single glob is compiled when it is first compared with a path, because a manifest may have tens of thousands of globs that
/// are never compared.
#[derive(Clone, Debug, Default)]
pub struct Globs {
    exact: LazySet,
    /// The same globs with lower-case extensions, for paths with lower-case extensions.
    folded: LazySet,
}

impl Globs {
    /// Creates a set of patterns.
    ///
    /// # Errors
    /// A message that says why a pattern is malformed.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut globs = Self::default();
        for pattern in patterns {
            globs.exact.globs.push(glob(pattern)?);
            globs.folded.globs.push(glob(&fold(pattern))?);
        }
        if globs.exact.globs.len() > 1 || globs.exact.globs.iter().any(|glob| glob.glob().len() > LONGEST_LAZY) {
            globs.exact.compile()?;
            globs.folded.compile()?;
        }
        Ok(globs)
    }

    /// Returns whether any of the globs matches `path`.
    #[must_use]
    pub fn is_match(&self, path: &str) -> bool {
        self.exact.compiled().is_match(path) || self.folded.compiled().is_match(fold(path))
    }

    /// Calls `found` with the index of each glob that matches. An index may be passed twice.
    pub fn each_match(&self, path: &str, found: impl FnMut(usize)) {
        let folded = self.folded.compiled().matches(fold(path));
        self.exact.compiled().matches(path).into_iter().chain(folded).for_each(found);
    }
}

/// Globs that are compiled on first use, or immediately if compilation might fail.
#[derive(Clone, Debug, Default)]
struct LazySet {
    globs: Vec<Glob>,
    set: OnceLock<GlobSet>,
}

impl LazySet {
    fn compile(&mut self) -> Result<(), String> {
        let set = GlobSet::new(&self.globs).map_err(|error| error.kind().to_string())?;
        self.set = OnceLock::from(set);
        Ok(())
    }

    fn compiled(&self) -> &GlobSet {
        self.set.get_or_init(|| GlobSet::new(&self.globs).unwrap_or_default())
    }
}

/// A single glob of up to this many bytes always compiles: the compiler's limit is ten megabytes.
const LONGEST_LAZY: usize = 4096;

/// Compiles a glob that has the same meaning on every system: a backslash escapes the next character.
fn glob(pattern: &str) -> Result<Glob, String> {
    let built = GlobBuilder::new(pattern).literal_separator(true).backslash_escape(true).build();
    built.map_err(|error| error.kind().to_string())
}

/// Converts the text after the first dot of the last path component to lower case.
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
