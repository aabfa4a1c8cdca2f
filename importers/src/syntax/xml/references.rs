//! References (`&…;`) to the five predefined entities, and to characters by number.

use std::borrow::Cow;

use super::characters::{is_allowed, is_plain_name};

/// Why a reference cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReferenceError {
    /// There is no predefined entity with this name. Without a DOCTYPE, there are no other entities.
    Undefined(String),
    /// This is not the number of a character that a document may contain.
    Number(String),
    /// This is not a reference.
    Malformed(String),
}

/// Returns the character for which `&name;` stands.
pub(crate) fn resolve(name: &str) -> Result<char, ReferenceError> {
    match name {
        "amp" => Ok('&'),
        "lt" => Ok('<'),
        "gt" => Ok('>'),
        "quot" => Ok('"'),
        "apos" => Ok('\''),
        _ => match name.strip_prefix('#') {
            Some(number) => by_number(number).ok_or_else(|| ReferenceError::Number(name.to_owned())),
            None if is_plain_name(name) => Err(ReferenceError::Undefined(name.to_owned())),
            None => Err(ReferenceError::Malformed(name.to_owned())),
        },
    }
}

fn by_number(number: &str) -> Option<char> {
    let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |digits| (digits, 16));
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, radix).ok().and_then(char::from_u32).filter(|character| is_allowed(*character))
}

/// Resolves the references in an attribute's value.
pub(crate) fn unescape(raw: &str) -> Result<Cow<'_, str>, ReferenceError> {
    if !raw.contains('&') {
        return Ok(Cow::Borrowed(raw));
    }
    let mut pieces = raw.split('&');
    let mut value = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once(';').ok_or_else(|| ReferenceError::Malformed(piece.to_owned()))?;
        value.push(resolve(name)?);
        value.push_str(rest);
    }
    Ok(Cow::Owned(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predefined_entities_and_numbers_are_characters() {
        assert_eq!(unescape("a&amp;&#65;&#x9AA8;&lt;b").unwrap(), "a&A骨<b");
        assert_eq!(resolve("e"), Err(ReferenceError::Undefined("e".into())));
        for name in ["#", "#x", "#0", "#1", "#xD800", "#x110000", "#+65", "#6 5", "#99999999999"] {
            assert_eq!(resolve(name), Err(ReferenceError::Number(name.into())));
        }
        for name in ["", " b", "a b", "1"] {
            assert_eq!(resolve(name), Err(ReferenceError::Malformed(name.into())));
        }
        assert!(unescape("a & b").is_err());
    }
}
