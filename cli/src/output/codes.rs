//! The codes of diagnostics, and the entry that each has in the documentation.

use std::sync::LazyLock;

use rigmill_pipeline::nearest;

/// The page of the documentation, through a symbolic link.
const PAGE: &str = include_str!("diagnostics.md");

/// What begins an entry.
#[cfg(test)]
const HEADING: &str = "### ";

/// What is documented about a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) code: &'static str,
    pub(crate) title: &'static str,
    /// The entry's Markdown, without its heading.
    pub(crate) text: &'static str,
}

/// The entries of all built-in stages, in the order of the page.
pub(crate) fn entries() -> impl Iterator<Item = Entry> {
    /// Found once: a manifest may name a code in each of thousands of rules.
    static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| PAGE.split("\n### ").skip(1).filter_map(entry).collect());
    ENTRIES.iter().copied()
}

/// An entry, from the text behind the marks of its heading.
fn entry(text: &'static str) -> Option<Entry> {
    let (heading, text) = text.split_once('\n')?;
    let (code, title) = heading.split_once(' ')?;
    let end = text.find("\n## ").unwrap_or(text.len());
    Some(Entry { code, title, text: text[..end].trim() })
}

/// The entry of a code, in any letter case.
pub(crate) fn find(code: &str) -> Option<Entry> {
    entries().find(|entry| entry.code.eq_ignore_ascii_case(code))
}

/// Whether a text looks like a code of a built-in stage: `R` and four digits.
pub(crate) fn looks_like_code(text: &str) -> bool {
    let digits = text.strip_prefix(['R', 'r']).unwrap_or_default();
    digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The code that was probably meant by an unknown one.
pub(crate) fn meant(code: &str) -> Option<&'static str> {
    let codes: Vec<&str> = entries().map(|entry| entry.code).collect();
    nearest(&code.to_ascii_uppercase(), codes)
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
    }
}
