//! Makes text from files (names, source lines, names in content) safe to print on terminals and in CI logs.
//!
//! Every line that Rigmill prints is passed through [`Form::guard`], so that control characters, changes of the text direction
//! and commands to CI runners are never printed. [`quoted`] also marks the beginning and end of a name.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::{self, Display, Write};

/// A placeholder for the ESC of Rigmill's own styles until the line is printed, so that an ESC from a file is never treated as
/// a style. Unicode guarantees that no text contains this character.
const STYLE_MARK: char = '\u{fdd0}';

/// The form of a line, which decides how it is escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Text for people, with or without styles.
    Text,
    /// JSON.
    Json,
    /// A GitHub workflow command.
    Command,
}

impl Form {
    /// Escapes hidden characters in the line (in JSON syntax if the line is JSON), and breaks up commands to CI runners.
    pub(crate) fn guard(self, line: &str) -> Cow<'_, str> {
        if !line.contains(is_hidden) && !line.contains("::") && !line.contains("##") {
            return Cow::Borrowed(line);
        }
        Cow::Owned(match self {
            Self::Text => guarded_text(line),
            Self::Json => guarded_json(line),
            Self::Command => escaped(line),
        })
    }
}

fn guarded_text(line: &str) -> String {
    let mut guarded = String::with_capacity(line.len());
    let mut rest = line;
    let mut begun = false;
    while let Some(letter) = rest.chars().next() {
        let style = style_length(rest);
        match letter {
            _ if style > 0 => guarded.extend(["\u{1b}", &rest[letter.len_utf8()..style]]),
            // GitHub's runner treats a line that begins with `::` as a command.
            ':' if !begun && rest.starts_with("::") => push_escape(&mut guarded, letter),
            '#' if is_command(rest) => push_escape(&mut guarded, letter),
            letter => push_shown(&mut guarded, letter),
        }
        begun |= style == 0 && !letter.is_whitespace();
        rest = &rest[style.max(letter.len_utf8())..];
    }
    guarded
}

fn guarded_json(line: &str) -> String {
    let mut guarded = String::with_capacity(line.len());
    for (at, letter) in line.char_indices() {
        if is_hidden(letter) || letter == '#' && is_command(&line[at..]) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(guarded, "\\u{unit:04x}");
            }
        } else {
            guarded.push(letter);
        }
    }
    guarded
}

/// Whether a CI runner would recognize a command at this position of a line: GitHub's old syntax or Azure's.
fn is_command(rest: &str) -> bool {
    rest.starts_with("##[") || rest.starts_with("##vso[")
}

/// Marks terminal styles for [`Form::guard`]. All text between them must be [`escaped`].
pub(crate) fn marked(styles: &str) -> String {
    styles.replace('\u{1b}', STYLE_MARK.encode_utf8(&mut [0; 4]))
}

/// Returns the length of the style (mark, `[`, numbers, `m`) at the beginning of the text; 0 if there is none.
fn style_length(text: &str) -> usize {
    let Some(numbers) = text.strip_prefix(STYLE_MARK).and_then(|text| text.strip_prefix('[')) else { return 0 };
    let end = numbers.find(|letter: char| !letter.is_ascii_digit() && letter != ';');
    end.filter(|&end| numbers[end..].starts_with('m')).map_or(0, |end| text.len() - numbers.len() + end + 1)
}

/// Escapes text for a single line: hidden characters, including line endings, are escaped, and commands are broken up.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        if letter == '#' && is_command(&text[at..]) {
            push_escape(&mut escaped, letter);
        } else {
            push_shown(&mut escaped, letter);
        }
    }
    escaped
}

/// Appends a character, escaped if it is hidden.
pub(crate) fn push_shown(text: &mut String, letter: char) {
    if is_hidden(letter) { push_escape(text, letter) } else { text.push(letter) }
}

/// Formats a name or path like git with `core.quotePath=false`. A name that contains hidden characters, double quotes,
/// backslashes or bytes that are not UTF-8 becomes a C string, with such bytes in octal.
pub(crate) fn quoted<T: AsRef<OsStr> + ?Sized>(name: &T) -> Quoted<'_> {
    Quoted(name.as_ref().as_encoded_bytes())
}

/// A name that is displayed as described at [`quoted`].
pub(crate) struct Quoted<'a>(&'a [u8]);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match std::str::from_utf8(self.0) {
            Ok(name) if !name.contains(needs_quotes) => f.pad(name),
            _ => f.pad(&in_quotes(self.0)),
        }
    }
}

/// Whether a name that contains this character needs quotes. On Windows, every path contains backslashes.
fn needs_quotes(letter: char) -> bool {
    is_hidden(letter) || letter == '"' || letter == '\\' && !cfg!(windows)
}

fn in_quotes(name: &[u8]) -> String {
    let mut text = String::from("\"");
    for chunk in name.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '"' | '\\' => text.extend(['\\', letter]),
                letter if is_hidden(letter) => push_escape(&mut text, letter),
                letter => text.push(letter),
            }
        }
        chunk.invalid().iter().for_each(|&byte| push_octal(&mut text, byte));
    }
    text + "\""
}

/// Appends a character as a C escape: a letter, or its bytes in octal.
fn push_escape(text: &mut String, letter: char) {
    match letter {
        '\u{7}' => *text += "\\a",
        '\u{8}' => *text += "\\b",
        '\t' => *text += "\\t",
        '\n' => *text += "\\n",
        '\u{b}' => *text += "\\v",
        '\u{c}' => *text += "\\f",
        '\r' => *text += "\\r",
        letter => letter.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| push_octal(text, byte)),
    }
}

fn push_octal(text: &mut String, byte: u8) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\\{byte:03o}");
}

/// Whether a character is invisible but has an effect: control characters, Unicode's format characters (category Cf, which
/// includes those that change the text direction), line and paragraph separators, and the mark of styles.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            STYLE_MARK | '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
            | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_as_git_does() {
        let check = |name: &str, shown: &str| assert_eq!(quoted(name).to_string(), shown);
        check("Bäume/走る L Calf.Animation", "Bäume/走る L Calf.Animation");
        check("a\u{1b}[2Jb\nc\td", r#""a\033[2Jb\nc\td""#);
        check("a\u{202e}b\u{9b}c\u{7f}", r#""a\342\200\256b\302\233c\177""#);
        check(r#"a"b"#, r#""a\"b""#);
        check("e\u{301}", "e\u{301}");
        assert_eq!(format!("{:<5}|", quoted("ab")), "ab   |");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_utf_8_are_octal() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(quoted(OsStr::from_bytes(b"a\xffb\\")).to_string(), r#""a\377b\\""#);
    }

    #[test]
    fn nothing_but_styles_comes_through() {
        let check = |line: &str, shown: &str| assert_eq!(Form::Text.guard(line), shown);
        check(&(marked("\u{1b}[1;31merror\u{1b}[0m") + ": x\ty"), "\u{1b}[1;31merror\u{1b}[0m: x\\ty");
        check("a\u{1b}[2Jb\u{1b}[31mc\u{1b}]0;t\u{7}\u{1b}", r"a\033[2Jb\033[31mc\033]0;t\a\033");
        check(&marked("\u{1b}[2J"), r"\357\267\220[2J");
        check("one\ntwo\u{2028}\u{200d}", r"one\ntwo\342\200\250\342\200\215");
    }

    #[test]
    fn no_line_is_a_command_to_a_runner() {
        let check = |line: &str, shown: &str| assert_eq!(Form::Text.guard(line), shown);
        check("::error::x", r"\072:error::x");
        check(&marked(" \u{1b}[2m\u{a0}::error::x"), " \u{1b}[2m\u{a0}\\072:error::x");
        check("bone ##[error]x and ##vso[task]", r"bone \043#[error]x and \043#vso[task]");
        check("a ## b::c", "a ## b::c");
    }

    #[test]
    fn json_stays_json() {
        let line = serde_json::to_string("a\u{9b}\u{1b}\u{202e}\u{e0041}##[error]##ä").unwrap();
        let guarded = Form::Json.guard(&line);
        assert_eq!(guarded, "\"a\\u009b\\u001b\\u202e\\udb40\\udc41\\u0023#[error]##ä\"");
        assert_eq!(serde_json::from_str::<String>(&guarded).unwrap(), serde_json::from_str::<String>(&line).unwrap());
    }
}
