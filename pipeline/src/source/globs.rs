//! [`Globs`]: patterns for source paths, used in manifests and listings.

use std::collections::HashMap;

use super::glob::Glob;

/// The maximum length of a glob, in bytes.
const MAX_LENGTH: usize = 4096;

/// The maximum number of globs that a glob with braces stands for.
const MAX_ALTERNATIVES: usize = 1024;

/// A set of globs: `*` matches within a folder, `**` matches across folders, `?` and `[a-z]` match one character, and `{a,b}`
/// matches `a` or `b`. A backslash, on every system, takes away the special meaning of the next character.
///
/// Importers ignore the case of extensions. Therefore, the part of a file name after its first dot matches in any case, and the
/// part before the dot matches exactly.
///
/// ```
/// use rigmill_pipeline::Globs;
///
/// let globs = Globs::new(["Models/**/*.{fbx,glb}"]).unwrap();
/// assert!(globs.is_match("Models/Robots/Grund.FBX"));
/// assert!(!globs.is_match("models/Grund.fbx"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Globs {
    exact: Set,
    /// The same globs with lower-case extensions, for paths with lower-case extensions.
    folded: Set,
}

impl Globs {
    /// Creates a set of patterns.
    ///
    /// # Errors
    /// A message that says why a pattern is malformed.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut globs = Self::default();
        for (number, pattern) in patterns.into_iter().enumerate() {
            globs.exact.add(number, pattern)?;
            globs.folded.add(number, &fold(pattern))?;
        }
        Ok(globs)
    }

    /// Returns whether any of the globs matches `path`.
    #[must_use]
    pub fn is_match(&self, path: &str) -> bool {
        self.exact.is_match(path) || self.folded.is_match(&fold(path))
    }

    /// Calls `found` with the index of each glob that matches. An index may be passed several times.
    pub fn each_match(&self, path: &str, mut found: impl FnMut(usize)) {
        self.exact.each_match(path, &mut found);
        self.folded.each_match(&fold(path), &mut found);
    }

    /// Returns a glob that matches only this text.
    ///
    /// ```
    /// assert_eq!(rigmill_pipeline::Globs::escape("Old [1]/a.fbx"), "Old [[]1[]]/a.fbx");
    /// ```
    #[must_use]
    pub fn escape(text: &str) -> String {
        let mut glob = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '*' | '?' | '[' | ']' | '{' | '}' | '\\' => glob.extend(['[', letter, ']']),
                _ => glob.push(letter),
            }
        }
        glob
    }
}

/// Globs with their numbers. A manifest can have thousands of globs that are plain paths.
#[derive(Clone, Debug, Default)]
struct Set {
    paths: HashMap<String, Vec<usize>>,
    globs: Vec<(usize, Glob)>,
}

impl Set {
    fn add(&mut self, number: usize, pattern: &str) -> Result<(), String> {
        for pattern in alternatives(pattern)? {
            let glob = Glob::new(&pattern)?;
            match glob.literal() {
                Some(path) => self.paths.entry(path.to_owned()).or_default().push(number),
                None => self.globs.push((number, glob)),
            }
        }
        Ok(())
    }

    fn is_match(&self, path: &str) -> bool {
        self.paths.contains_key(path) || self.globs.iter().any(|(_, glob)| glob.is_match(path))
    }

    fn each_match(&self, path: &str, found: &mut impl FnMut(usize)) {
        self.paths.get(path).into_iter().flatten().for_each(|&number| found(number));
        self.globs.iter().filter(|(_, glob)| glob.is_match(path)).for_each(|&(number, _)| found(number));
    }
}

/// Returns the globs that a glob with braces stands for: `{a,b}c` is `ac` and `bc`.
fn alternatives(glob: &str) -> Result<Vec<String>, String> {
    if glob.len() > MAX_LENGTH {
        return Err(format!("it is longer than {MAX_LENGTH} bytes"));
    }
    let (mut pending, mut done) = (vec![glob.to_owned()], Vec::new());
    while let Some(glob) = pending.pop() {
        match braces(&glob)? {
            Some(Braces { start, parts, end }) => {
                let expanded = parts.iter().rev().map(|part| format!("{}{part}{}", &glob[..start], &glob[end..]));
                pending.extend(expanded);
            }
            None => done.push(glob),
        }
        if pending.len() + done.len() > MAX_ALTERNATIVES {
            return Err(format!("its braces stand for more than {MAX_ALTERNATIVES} globs"));
        }
    }
    Ok(done)
}

/// A pair of braces in a glob: its start, its parts, and its end.
struct Braces<'g> {
    start: usize,
    parts: Vec<&'g str>,
    end: usize,
}

/// Finds the first pair of braces.
fn braces(glob: &str) -> Result<Option<Braces<'_>>, String> {
    let mut parts = Vec::new();
    let (mut start, mut part, mut depth) = (0, 0, 0_usize);
    let mut at = 0;
    while let Some(letter) = glob[at..].chars().next() {
        let next = at + letter.len_utf8();
        match letter {
            '{' => {
                depth += 1;
                if depth == 1 {
                    (start, part) = (at, next);
                }
            }
            ',' if depth == 1 => {
                parts.push(&glob[part..at]);
                part = next;
            }
            '}' if depth == 0 => return Err("a `}` has no `{`; write `[}]` for the character itself".to_owned()),
            '}' => {
                depth -= 1;
                if depth == 0 {
                    parts.push(&glob[part..at]);
                    return Ok(Some(Braces { start, parts, end: next }));
                }
            }
            _ => {}
        }
        at = end_of_literal(glob, at).unwrap_or(next);
    }
    if depth > 0 { Err("a `{` has no `}`; write `[{]` for the character itself".to_owned()) } else { Ok(None) }
}

/// Returns the end of a class or of an escaped character that begins at `at`.
fn end_of_literal(glob: &str, at: usize) -> Option<usize> {
    let rest = &glob[at..];
    if let Some(escaped) = rest.strip_prefix('\\') {
        return Some(at + 1 + escaped.chars().next()?.len_utf8());
    }
    let class = rest.strip_prefix('[')?;
    let body = class.strip_prefix(['!', '^']).unwrap_or(class);
    let first = body.chars().next()?.len_utf8();
    Some(glob.len() - body.len() + first + body[first..].find(']')? + 1)
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

    #[test]
    fn braces_are_alternatives_and_can_be_nested() {
        check("{a,b}{c,d}", &["ac", "ad", "bc", "bd"], &["a", "ab"]);
        check("x{a,{b,c}d,}y", &["xay", "xbdy", "xcdy", "xy"], &["xby"]);
        check("{Models/**,*.png}", &["Models/a/b", "a.png"], &["a/b.png"]);
        check("[{]a,b[}]", &["{a,b}"], &["a"]);
        check("{[}],\\,}", &["}", ","], &["[}]"]);
        check("a,b", &["a,b"], &["a"]);
        for malformed in ["{a", "a}", "{a{b}", "{a[}]"] {
            assert!(Globs::new([malformed]).is_err(), "{malformed}");
        }
    }

    #[test]
    fn a_glob_is_refused_before_it_becomes_large() {
        assert!(Globs::new([&*"{a,b}".repeat(10)]).is_ok());
        for hostile in ["{a,b}".repeat(11), "{".repeat(2000) + &"}".repeat(2000) + "{", "a".repeat(4097)] {
            assert!(Globs::new([&*hostile]).is_err());
        }
    }

    #[test]
    fn each_match_passes_the_numbers_of_all_globs_that_match() {
        let globs = Globs::new(["a.png", "*.png", "b.png", "{a,b}.*"]).unwrap();
        let mut found = Vec::new();
        globs.each_match("a.PNG", |number| found.push(number));
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, [0, 1, 3]);
    }

    #[test]
    fn an_escaped_text_matches_only_itself() {
        let text = "a*?[!b]{c,d}\\e";
        check(&Globs::escape(text), &[text], &["ab", "a*?!{c,d}\\e"]);
    }
}
