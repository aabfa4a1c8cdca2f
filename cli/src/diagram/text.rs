//! Measures, shortens and escapes text in diagrams.

use unicode_width::UnicodeWidthChar;

use crate::output::printable::push_shown;

/// Returns the number of columns that a text takes in a fixed-width font.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(letter_columns).sum()
}

fn letter_columns(letter: char) -> usize {
    letter.width().unwrap_or(1)
}

/// Shortens a text to at most `most` columns. It is shortened in the middle, where names differ least.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    if columns(text) <= most {
        return text.to_owned();
    }
    let room = most.saturating_sub(1);
    let front: String = fitting(text.chars(), room / 2).collect();
    let back: Vec<char> = fitting(text.chars().rev(), room - columns(&front)).collect();
    front + "…" + &back.into_iter().rev().collect::<String>()
}

fn fitting(letters: impl Iterator<Item = char>, room: usize) -> impl Iterator<Item = char> {
    letters.scan(0, move |used, letter| {
        *used += letter_columns(letter);
        (*used <= room).then_some(letter)
    })
}

/// Escapes markup and hidden characters for XML. Characters that XML does not allow become `�`.
pub(crate) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter => push_shown(&mut escaped, letter),
        }
    }
    escaped
}

/// Splits a path into its folder and its name.
pub(crate) fn split_path(path: &str) -> (&str, &str) {
    path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shorten("Low_Run.rmb", 11), "Low_Run.rmb");
        assert_eq!(shorten("Low_BoosterTurnLeft.Animation", 12), "Low_B…mation");
        assert_eq!(columns(&shorten("走る走る走る走る", 7)), 7);
        assert_eq!(shorten("abc", 1), "…");
    }

    #[test]
    fn markup_and_control_characters_are_harmless() {
        assert_eq!(xml("<a href=\"x\">&\u{1b}[0m\u{0}"), r"&lt;a href=&quot;x&quot;&gt;&amp;\033[0m\000");
    }
}
