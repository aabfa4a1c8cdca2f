//! [`excerpt`]: shortens what a program wrote to its standard error.

/// The maximum number of lines, and the maximum total number of characters.
const MAX_LINES: usize = 5;
const MAX_CHARACTERS: usize = 500;

/// Returns the first non-empty lines, joined to one line, with control characters escaped.
pub(super) fn excerpt(stderr: &[u8]) -> String {
    // A character has at most four bytes.
    let start = &stderr[..stderr.len().min(16 * MAX_CHARACTERS)];
    let text = String::from_utf8_lossy(start);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let joined = lines.take(MAX_LINES).collect::<Vec<_>>().join(" | ");
    let mut shown = String::new();
    for letter in joined.chars() {
        if shown.chars().count() >= MAX_CHARACTERS {
            shown.push('…');
            break;
        }
        match letter.is_control() {
            true => shown.extend(letter.escape_default()),
            false => shown.push(letter),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_has_no_control_characters() {
        assert_eq!(excerpt(b"\n first\r\n\nsecond\n"), "first | second");
        assert_eq!(excerpt(b"a\x1b[2Jb\xff"), "a\\u{1b}[2Jb\u{fffd}");
        assert_eq!(excerpt(&b"line\n".repeat(100)), ["line"; MAX_LINES].join(" | "));
        assert!(excerpt(&vec![7; 1 << 20]).chars().count() <= MAX_CHARACTERS + 8);
        assert_eq!(excerpt(b""), "");
    }
}
