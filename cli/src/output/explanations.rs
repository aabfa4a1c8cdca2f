//! [`explanation`]: what the documentation says about a code. Finds codes that were copied from messages, or mistyped.

use rigmill_pipeline::{Code, codes, nearest};

/// The documentation page, included through a symbolic link.
const PAGE: &str = include_str!("diagnostics.md");

/// Returns the Markdown of a code's entry, without its heading.
pub(crate) fn explanation(code: Code) -> &'static str {
    let heading = format!("\n### {} {}\n", code.id, code.title);
    let text = PAGE.split_once(&heading).map_or("", |(_, text)| text);
    let end = ["\n### ", "\n## "].into_iter().filter_map(|next| text.find(next)).min();
    text[..end.unwrap_or(text.len())].trim()
}

/// Returns a code, ignoring case.
pub(crate) fn find(code: &str) -> Option<Code> {
    codes::find(&code.to_ascii_uppercase())
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
    if let Some(code) = padded.and_then(|code| find(&code)) {
        return Some(code.id);
    }
    let code = code.to_ascii_uppercase();
    let different = |near: &str| near.chars().zip(code.chars()).filter(|(a, b)| a != b).count();
    nearest(&code, codes::ALL.iter().map(|known| known.id))
        .filter(|near| near.len() == code.len() && different(near) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_by_its_entry_alone() {
        for code in codes::ALL {
            let text = explanation(*code);
            assert!(looks_like_code(code.id), "{code:?}");
            assert!(!text.is_empty() && !text.contains("\n## ") && !text.contains("\n### "), "{code:?}");
        }
        assert_eq!(find("r0012"), Some(codes::ANIMATION_LIST_LENGTH));
        assert_eq!(find("r9999"), None);
        assert_eq!((within("error[R0012]: no"), within("R0121:"), within("a[0]")), ("R0012", "R0121", "a[0]"));
    }

    #[test]
    fn a_mistyped_code_finds_one_that_hardly_differs() {
        for (code, near) in [("R121", Some("R0121")), ("r9121", Some("R0121")), ("r9999", None), ("hello", None)] {
            assert_eq!(meant(code), near, "{code}");
        }
    }
}
