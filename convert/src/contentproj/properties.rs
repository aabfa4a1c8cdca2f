//! [`Properties`]: the properties of an MSBuild project.

use std::collections::BTreeMap;

/// The maximum number of bytes in a value, and in all substituted values together.
const VALUE_BYTES: usize = 32 << 10;
const ALL_BYTES: usize = 16 << 20;
/// The maximum depth of parentheses in a property function.
const DEPTH: usize = 32;

/// A text with substituted properties.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Filled {
    pub(super) text: String,
    /// The first expression that is not the name of a property. It stays in the text as written.
    pub(super) unknown: Option<String>,
}

/// Properties by name, ignoring case. A property that is not set is empty.
#[derive(Debug, Default)]
pub(super) struct Properties {
    values: BTreeMap<String, String>,
    /// Properties that the project cannot change.
    fixed: BTreeMap<String, String>,
    bytes: usize,
}

impl Properties {
    /// Sets a property that the project cannot change.
    pub(super) fn fix(&mut self, name: &str, value: &str) {
        self.fixed.insert(name.to_ascii_lowercase(), value.to_owned());
    }

    /// Sets a property.
    pub(super) fn set(&mut self, name: &str, value: String) {
        self.values.insert(name.to_ascii_lowercase(), value);
    }

    /// Returns the value of a property.
    pub(super) fn get(&self, name: &str) -> &str {
        let name = name.to_ascii_lowercase();
        self.fixed.get(&name).or_else(|| self.values.get(&name)).map_or("", String::as_str)
    }

    /// Counts the bytes of substituted items.
    pub(super) fn spend(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Whether values were truncated because they are too long.
    pub(super) fn is_exhausted(&self) -> bool {
        self.bytes > ALL_BYTES
    }

    /// Replaces each `$(name)` in a text with its value.
    pub(super) fn fill(&mut self, text: &str) -> Filled {
        let mut filled = Filled::default();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("$(") {
            filled.text.push_str(before);
            let Some(end) = closing(after) else {
                rest = &rest[before.len()..];
                filled.unknown.get_or_insert_with(|| rest.to_owned());
                break;
            };
            let name = after[..end].trim();
            if is_name(name) {
                filled.text.push_str(self.get(name));
            } else {
                let written = &rest[before.len()..before.len() + 2 + end + 1];
                filled.text.push_str(written);
                filled.unknown.get_or_insert_with(|| written.to_owned());
            }
            rest = &after[end + 1..];
            if filled.text.len() > VALUE_BYTES || self.is_exhausted() {
                // Reports exhaustion, because the result is too long.
                self.bytes = ALL_BYTES + 1;
                return Filled::default();
            }
        }
        filled.text.push_str(rest);
        self.bytes += filled.text.len();
        filled
    }
}

/// Returns the position of the `)` that ends an expression.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
        if depth > DEPTH {
            return None;
        }
    }
    None
}

/// Whether a text can be the name of a property.
fn is_name(text: &str) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(is_first) && text.chars().all(|c| is_first(c) || c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_ignore_case_and_unset_properties_are_empty() {
        let mut properties = Properties::default();
        properties.set("Art", "Images".to_owned());
        properties.fix("Platform", "x86");
        properties.set("PLATFORM", "x64".to_owned());
        let cases = [
            ("$(art)\\a.png", "Images\\a.png", None),
            ("$(Platform)/$( Platform )", "x86/x86", None),
            ("$(None)a", "a", None),
            ("$5 (x)", "$5 (x)", None),
            ("$(A.Replace('(', ')'))b", "$(A.Replace('(', ')'))b", Some("$(A.Replace('(', ')'))")),
            ("a$(b", "a$(b", Some("$(b")),
        ];
        for (text, expected, unknown) in cases {
            let expected = Filled { text: expected.to_owned(), unknown: unknown.map(str::to_owned) };
            assert_eq!(properties.fill(text), expected, "{text}");
        }
    }

    #[test]
    fn values_that_contain_each_other_are_bounded() {
        let mut properties = Properties::default();
        properties.set("a", "xxxxxxxx".to_owned());
        for _ in 0..64 {
            let value = properties.fill("$(a)$(a)").text;
            properties.set("a", value);
        }
        assert!(properties.is_exhausted() && properties.get("a").len() <= VALUE_BYTES);
    }
}
