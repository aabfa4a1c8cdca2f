//! The codes of diagnostics, and their entries in the documentation.

use std::sync::LazyLock;

use rigmill_pipeline::nearest;

/// The documentation page, included through a symbolic link.
const PAGE: &str = include_str!("diagnostics.md");

/// The beginning of an entry.
#[cfg(test)]
const HEADING: &str = "### ";

/// The documentation of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) code: &'static str,
    pub(crate) title: &'static str,
    /// The entry's Markdown, without its heading.
    pub(crate) text: &'static str,
}

/// Returns the entries for all built-in stages, in the order of the page.
pub(crate) fn entries() -> impl Iterator<Item = Entry> {
    /// Parsed only once, because a manifest may contain a code in each of thousands of rules.
    static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| PAGE.split("\n### ").skip(1).filter_map(entry).collect());
    ENTRIES.iter().copied()
}

/// Parses an entry from the text after the marks of its heading.
fn entry(text: &'static str) -> Option<Entry> {
    let (heading, text) = text.split_once('\n')?;
    let (code, title) = heading.split_once(' ')?;
    let end = text.find("\n## ").unwrap_or(text.len());
    Some(Entry { code, title, text: text[..end].trim() })
}

/// Returns the entry for a code, ignoring case.
pub(crate) fn find(code: &str) -> Option<Entry> {
    entries().find(|entry| entry.code.eq_ignore_ascii_case(code))
}

impl Entry {
    /// Whether the diagnostic can be a warning. This is the case if the entry shows a warning, or explains how to allow it.
    pub(crate) fn can_be_warning(&self) -> bool {
        let Self { code, text, .. } = self;
        text.contains(&format!("warning[{code}]")) || text.contains(&format!("allow = [\"{code}\"]"))
    }
}

/// Returns the digits of a text that consists of `R` and digits.
fn digits(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(['R', 'r'])?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// Whether a text has the form of built-in codes: `R` and four digits.
pub(crate) fn looks_like_code(text: &str) -> bool {
    digits(text).is_some_and(|digits| digits.len() == 4)
}

/// Returns the code in a text that was copied from a message, such as `error[R0012]` or `R0012:`; without one, the text itself.
pub(crate) fn within(text: &str) -> &str {
    let inner = text.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or(text, |(inner, _)| inner);
    let inner = inner.trim_end_matches(':');
    if looks_like_code(inner) { inner } else { text }
}

/// Whether a text may be a mistyped code: `R` and any number of digits.
pub(crate) fn resembles_code(text: &str) -> bool {
    digits(text).is_some()
}

/// Returns the code that was probably meant by an unknown code. It differs only by leading zeros or by one character.
pub(crate) fn meant(code: &str) -> Option<&'static str> {
    let padded = digits(code).map(|digits| format!("R{digits:0>4}"));
    if let Some(entry) = padded.and_then(|code| find(&code)) {
        return Some(entry.code);
    }
    let codes: Vec<&str> = entries().map(|entry| entry.code).collect();
    let code = code.to_ascii_uppercase();
    let different = |near: &str| near.chars().zip(code.chars()).filter(|(a, b)| a != b).count();
    nearest(&code, codes).filter(|near| near.len() == code.len() && different(near) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_the_page_is_found_with_its_text_alone() {
        let headings = PAGE.lines().filter(|line| line.starts_with(HEADING)).count();
        assert_eq!(entries().count(), headings);
        for entry in entries() {
            assert!(looks_like_code(entry.code), "{}", entry.code);
            assert!(!entry.text.is_empty() && !entry.text.contains("\n## ") && !entry.text.contains("\n### "));
        }
        assert_eq!(find("r0012"), find("R0012"));
        assert_eq!(find("r9999"), None);
        assert_eq!((within("error[R0012]: no"), within("R0121:"), within("a[0]")), ("R0012", "R0121", "a[0]"));
        assert!(find("R0121").unwrap().can_be_warning() && !find("R0012").unwrap().can_be_warning());
    }

    #[test]
    fn a_mistyped_code_finds_one_that_hardly_differs() {
        for (code, near) in [("R121", Some("R0121")), ("r9121", Some("R0121")), ("r9999", None), ("hello", None)] {
            assert_eq!(meant(code), near, "{code}");
        }
    }
}
