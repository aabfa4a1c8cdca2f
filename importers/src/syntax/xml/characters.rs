//! The characters that XML 1.0 allows, and where it allows them.

/// Returns whether XML considers the character white space.
pub(crate) const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns whether the text consists only of white space.
pub(crate) fn is_all_white(text: &str) -> bool {
    text.bytes().all(is_white)
}

/// Removes the white space around a text.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r'])
}

/// Returns whether a document may contain the character, written directly or as a numeric reference.
pub(crate) const fn is_allowed(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..)
}

/// Returns the first character that a document must not contain, with its byte offset.
pub(crate) fn first_forbidden(text: &str) -> Option<(usize, char)> {
    // U+FFFE and U+FFFF, the only forbidden characters above the control characters, begin with this byte in UTF-8.
    let suspicious = |byte: u8| (byte < b' ' && !is_white(byte)) || byte == 0xEF;
    // Without an early exit, the compiler can check many bytes at the same time.
    if !text.bytes().fold(false, |found, byte| found | suspicious(byte)) {
        return None;
    }
    text.char_indices().find(|(_, character)| !is_allowed(*character))
}

/// Returns whether the text is a name without a colon.
pub(crate) fn is_plain_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    match bytes.first() {
        None => false,
        Some(first) if first.is_ascii_alphabetic() && bytes.iter().all(u8::is_ascii_alphanumeric) => true,
        Some(_) => text.chars().next().is_some_and(begins_name) && text.chars().all(continues_name),
    }
}

fn begins_name(character: char) -> bool {
    matches!(character, 'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}'
        | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}'
        | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}'
        | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

fn continues_name(character: char) -> bool {
    begins_name(character)
        || matches!(character, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_a_letter_and_hold_no_markup() {
        for name in ["X", "BoneName", "_a-b.c1", "été", "骨"] {
            assert!(is_plain_name(name), "{name}");
        }
        for name in ["", "1a", "-a", "a b", "a<b", "a:b", "X/", "."] {
            assert!(!is_plain_name(name), "{name}");
        }
    }

    #[test]
    fn control_characters_and_non_characters_are_forbidden() {
        assert_eq!(first_forbidden("a\tb\r\n\u{FFFD}\u{1F9B4}"), None);
        assert_eq!(first_forbidden("é\u{1}"), Some((2, '\u{1}')));
        assert_eq!(first_forbidden("a\u{FFFE}"), Some((1, '\u{FFFE}')));
    }
}
