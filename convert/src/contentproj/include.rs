//! Parses lists of files in attributes, which are separated by `;` and may contain escaped characters.

/// Returns the parts of a list without surrounding white space. Escaped characters stay escaped.
pub(super) fn parts(list: &str) -> impl Iterator<Item = &str> {
    list.split(';').map(str::trim).filter(|part| !part.is_empty())
}

/// Replaces each `%XX` with the character that has this code.
pub(super) fn unescape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        result.push_str(before);
        let code = after.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(code) => {
                result.push(char::from(code));
                rest = &after[2..];
            }
            None => {
                result.push('%');
                rest = after;
            }
        }
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_before_their_parts_are_unescaped() {
        let found: Vec<String> = parts(" a.png;;b%3B%20c.png ; %28d%29 ; 5%;%zz").map(unescape).collect();
        assert_eq!(found, ["a.png", "b; c.png", "(d)", "5%", "%zz"]);
        assert_eq!(unescape("%e9%"), "\u{e9}%");
    }
}
