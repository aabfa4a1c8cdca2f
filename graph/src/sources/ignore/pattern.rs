//! [`Pattern`]: one line of an ignore file.

use std::sync::OnceLock;

use thiserror::Error;

/// The maximum length of a pattern, in bytes. This is also the maximum length of a path on most systems.
const LONGEST: usize = 4096;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A pattern of an ignore file.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// Whether the pattern begins with `!`, so that it includes files again.
    pub(super) negated: bool,
    /// Whether the pattern matches only folders.
    folders_only: bool,
    /// Whether the pattern is compared with names at any depth, instead of with paths.
    by_name: bool,
    tokens: Vec<Token>,
    /// What is probably wrong with the line if it matches nothing.
    pub(super) slip: Option<Slip>,
    /// Set when the pattern decides about a file or folder.
    used: OnceLock<()>,
}

/// A part of a line that has a different meaning in git than its author probably intended.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(super) enum Slip {
    #[error("the space at the beginning of the line is part of the pattern")]
    Space,
    #[error("the text after `#` is part of the pattern, because a comment needs a line of its own")]
    Comment,
    #[error("ignore files do not support braces for alternatives")]
    Braces,
    #[error("`\\` does not separate folders")]
    Backslash,
}

impl Slip {
    fn new(line: &[u8]) -> Option<Self> {
        let has = |wanted: &[u8]| line.windows(wanted.len()).any(|found| found == wanted);
        let escapes = |found: &[u8]| found[0] == b'\\' && found[1].is_ascii_alphanumeric();
        if line.starts_with(b" ") {
            Some(Self::Space)
        } else if has(b" #") {
            Some(Self::Comment)
        } else if has(b"{") && has(b",") && has(b"}") {
            Some(Self::Braces)
        } else {
            line.windows(2).any(escapes).then_some(Self::Backslash)
        }
    }

    /// Returns how to correct the line.
    pub(super) const fn remedy(self) -> &'static str {
        match self {
            Self::Space => "remove the space",
            Self::Comment => "move the comment to a line of its own",
            Self::Braces => "write one line for each pattern",
            Self::Backslash => "write `/` between folders",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Byte(u8),
    /// `?`: any byte of a name.
    Any,
    /// `[…]`: one byte of a name, as a set with one bit per byte value.
    Class([u64; 4]),
    /// `*`: any bytes of a name.
    Star,
    /// `**/`: nothing, or anything that ends with `/`.
    Folders,
    /// `**`: anything.
    Anything,
}

/// The reason why a line matches nothing.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(super) enum Fault {
    #[error("a name is missing before or after the `/` or `!`")]
    Empty,
    #[error("the `\\` at the end of the line escapes nothing")]
    Escape,
    #[error("it contains an unclosed `[` or an unknown character class")]
    Class,
    #[error("the line contains a NUL byte; the file may be UTF-16 instead of UTF-8")]
    Nul,
    #[error("the line is longer than {LONGEST} bytes")]
    TooLong,
    #[error("the path must begin at the folder of the ignore file, without `./` or `../`")]
    Dots,
}

/// Returns the non-empty lines of an ignore file, with their numbers counted from 1.
pub(super) fn lines(content: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let content = content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(content);
    let lines = content.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    (1..).zip(lines.map(without_trailing_spaces)).filter(|(_, line)| !line.is_empty())
}

/// Removes trailing spaces, except a space after a backslash.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let (mut end, mut at) = (0, 0);
    while let Some(&byte) = line.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        end = if byte == b' ' { end } else { at.min(line.len()) };
    }
    &line[..end]
}

impl Pattern {
    /// Parses a line. Returns `None` for a comment.
    pub(super) fn parse(line: &[u8]) -> Result<Option<Self>, Fault> {
        if line.starts_with(b"#") {
            return Ok(None);
        }
        if line.contains(&0) {
            return Err(Fault::Nul);
        }
        if line.len() > LONGEST {
            return Err(Fault::TooLong);
        }
        let (negated, rest) = strip(line, |line| line.strip_prefix(b"!"));
        let (folders_only, rest) = strip(rest, |rest| rest.strip_suffix(b"/"));
        let by_name = !rest.contains(&b'/');
        let rest = rest.strip_prefix(b"/").unwrap_or(rest);
        if rest.is_empty() {
            return Err(Fault::Empty);
        }
        if rest.split(|&byte| byte == b'/').any(|part| matches!(part, b"." | b"..")) {
            return Err(Fault::Dots);
        }
        let tokens = Parser { text: rest, at: 0, by_name }.tokens()?;
        Ok(Some(Self { negated, folders_only, by_name, tokens, slip: Slip::new(line), used: OnceLock::new() }))
    }

    /// Returns the folders that a negated line names before its first special character, without a final `/`; `None` for other
    /// lines and for a name at any depth.
    pub(super) fn folders_of_negated(line: &[u8]) -> Option<&[u8]> {
        let rest = line.strip_prefix(b"!")?;
        let rest = rest.strip_suffix(b"/").unwrap_or(rest);
        let rest = rest.strip_prefix(b"/").unwrap_or(rest);
        let end = rest.iter().position(|byte| b"*?[\\".contains(byte)).unwrap_or(rest.len());
        let slash = rest[..end].iter().rposition(|&byte| byte == b'/')?;
        Some(&rest[..slash])
    }

    /// Records that the pattern decides about a file or folder.
    pub(super) fn note_use(&self) {
        let _ = self.used.set(());
    }

    pub(super) fn is_used(&self) -> bool {
        self.used.get().is_some()
    }

    /// Whether the pattern matches a path, which is relative to the folder of the ignore file.
    pub(super) fn matches(&self, path: &[u8], is_folder: bool) -> bool {
        if self.folders_only && !is_folder {
            return false;
        }
        let name = path.iter().rposition(|&byte| byte == b'/').map_or(path, |slash| &path[slash + 1..]);
        matches(&self.tokens, if self.by_name { name } else { path })
    }
}

fn strip(text: &[u8], without: impl Fn(&[u8]) -> Option<&[u8]>) -> (bool, &[u8]) {
    without(text).map_or((false, text), |rest| (true, rest))
}

// ---- parsing ----

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    by_name: bool,
}

impl Parser<'_> {
    fn tokens(mut self) -> Result<Vec<Token>, Fault> {
        // git compares the text before the first special byte separately, so a `**` after this text is treated as if it
        // followed a `/`.
        let literal = self.text.iter().position(|byte| b"*?[\\".contains(byte)).unwrap_or(self.text.len());
        let mut tokens = Vec::with_capacity(self.text.len());
        while let Some(byte) = self.next() {
            tokens.push(match byte {
                b'*' => self.stars(literal),
                b'?' => Token::Any,
                b'[' => Token::Class(self.class().ok_or(Fault::Class)?),
                b'\\' => Token::Byte(self.next().ok_or(Fault::Escape)?),
                byte => Token::Byte(byte),
            });
        }
        Ok(tokens)
    }

    fn next(&mut self) -> Option<u8> {
        let byte = *self.text.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    fn stars(&mut self, literal: usize) -> Token {
        let start = self.at - 1;
        self.at += self.rest().iter().take_while(|&&byte| byte == b'*').count();
        let starts_name = start == literal || self.text[start - 1] == b'/';
        if self.by_name || self.at - start == 1 || !starts_name {
            return Token::Star;
        }
        match self.rest() {
            [] | [b'\\', b'/', ..] => Token::Anything,
            [b'/', ..] => {
                self.at += 1;
                Token::Folders
            }
            _ => Token::Star,
        }
    }

    /// Parses the class after a `[`; `None` if it is never closed.
    fn class(&mut self) -> Option<[u64; 4]> {
        let negated = matches!(self.rest(), [b'!' | b'^', ..]);
        self.at += usize::from(negated);
        let mut class = [0; 4];
        let mut add = |byte: u8| class[usize::from(byte / 64)] |= 1 << (byte % 64);
        // The byte that may begin a range.
        let mut first = None;
        let mut byte = self.next()?;
        loop {
            first = match (byte, self.rest()) {
                (b'-', [end, ..]) if first.is_some() && *end != b']' => {
                    let end = self.literal()?;
                    (first.unwrap_or(end)..=end).for_each(&mut add);
                    None
                }
                (b'[', [b':', named @ ..]) if is_named(named) => {
                    self.named_class()?.into_iter().for_each(&mut add);
                    None
                }
                (b'\\', _) => Some(self.next()?),
                _ => Some(byte),
            };
            first.into_iter().for_each(&mut add);
            byte = self.next()?;
            if byte == b']' {
                // A class never matches `/`.
                class = if negated { class.map(|bits| !bits) } else { class };
                return Some(class);
            }
        }
    }

    fn literal(&mut self) -> Option<u8> {
        self.next().and_then(|byte| if byte == b'\\' { self.next() } else { Some(byte) })
    }

    /// Parses a class such as `[:alpha:]`, whose `[` was already read, and returns its bytes.
    fn named_class(&mut self) -> Option<Vec<u8>> {
        let end = self.rest().iter().position(|&byte| byte == b']')?;
        let name = self.rest().get(1..end - 1)?;
        let holds: fn(&u8) -> bool = match name {
            b"alnum" => u8::is_ascii_alphanumeric,
            b"alpha" => u8::is_ascii_alphabetic,
            b"blank" => |byte| matches!(byte, b' ' | b'\t'),
            b"cntrl" => u8::is_ascii_control,
            b"digit" => u8::is_ascii_digit,
            b"graph" => u8::is_ascii_graphic,
            b"lower" => u8::is_ascii_lowercase,
            b"print" => |byte| matches!(byte, b' '..=b'~'),
            b"punct" => u8::is_ascii_punctuation,
            b"space" => |byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'),
            b"upper" => u8::is_ascii_uppercase,
            b"xdigit" => u8::is_ascii_hexdigit,
            _ => return None,
        };
        self.at += end + 1;
        Some((0..=u8::MAX).filter(holds).collect())
    }
}

/// Whether the text after `[:` is the rest of a named class. If not, `[` and `:` are ordinary bytes. If there is no `]`, it is
/// neither.
fn is_named(text: &[u8]) -> bool {
    text.iter().position(|&byte| byte == b']').is_none_or(|end| end > 0 && text[end - 1] == b':')
}

// ---- matching ----

impl Token {
    /// Whether the token can match this byte.
    fn takes(&self, byte: u8) -> bool {
        match self {
            Self::Byte(wanted) => *wanted == byte,
            Self::Any => byte != b'/',
            Self::Class(class) => byte != b'/' && class[usize::from(byte / 64)] & 1 << (byte % 64) != 0,
            Self::Star | Self::Folders | Self::Anything => false,
        }
    }
}

/// Where to continue after a mismatch: the token after a star, and the text position where it was last tried.
type Retry = Option<(usize, usize)>;

/// Whether the tokens match the whole text. Only the last star of each kind is retried, because it can match anything that an
/// earlier star could match instead. Therefore the time grows with the product of both lengths at most, and no memory is
/// allocated.
fn matches(tokens: &[Token], text: &[u8]) -> bool {
    let (mut token, mut at) = (0, 0);
    let (mut star, mut folders): (Retry, Retry) = (None, None);
    loop {
        match tokens.get(token) {
            None if at == text.len() => return true,
            Some(Token::Anything) if token + 1 == tokens.len() => return true,
            Some(Token::Star) => {
                star = Some((token + 1, at));
                token += 1;
                continue;
            }
            Some(Token::Folders | Token::Anything) => {
                (star, folders) = (None, Some((token + 1, at)));
                token += 1;
                continue;
            }
            Some(wanted) if text.get(at).is_some_and(|&byte| wanted.takes(byte)) => {
                (token, at) = (token + 1, at + 1);
                continue;
            }
            _ => {}
        }
        if let Some((after, tried)) = star
            && text.get(tried).is_some_and(|&byte| byte != b'/')
        {
            (token, at) = (after, tried + 1);
            star = Some((after, at));
            continue;
        }
        let Some((after, tried)) = folders else { return false };
        let next = match tokens[after - 1] {
            Token::Folders => text[tried..].iter().position(|&byte| byte == b'/').map(|slash| tried + slash + 1),
            _ => (tried < text.len()).then_some(tried + 1),
        };
        let Some(next) = next else { return false };
        (token, at, star, folders) = (after, next, None, Some((after, next)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, matching: &[&str], others: &[&str]) {
        let pattern = Pattern::parse(line.as_bytes()).unwrap().unwrap();
        let fits = |path: &str| pattern.matches(path.trim_end_matches('/').as_bytes(), path.ends_with('/'));
        assert!(matching.iter().all(|path| fits(path)), "{line} matches {matching:?}");
        assert!(!others.iter().any(|path| fits(path)), "{line} does not match {others:?}");
    }

    /// The examples from git's manual. A trailing slash marks a folder.
    #[test]
    fn patterns_match_as_the_manual_of_git_says() {
        check("hello.*", &["hello.txt", "a/hello.java"], &["hello"]);
        check("/hello.*", &["hello.txt"], &["a/hello.java"]);
        check("foo/", &["foo/", "a/foo/"], &["foo", "a/foo"]);
        check("doc/frotz", &["doc/frotz", "doc/frotz/"], &["a/doc/frotz"]);
        check("foo/*", &["foo/test.json", "foo/bar/"], &["foo/bar/hello.c"]);
        check("**/foo", &["foo", "a/b/foo"], &["foobar"]);
        check("**/foo/bar", &["foo/bar", "a/foo/bar"], &["foo/a/bar"]);
        check("abc/**", &["abc/a", "abc/a/b"], &["abc/", "a/abc/b"]);
        check("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["ab", "a/xb"]);
        check("[a-zA-Z]", &["b", "Z"], &["1", "bb"]);
        check("\\!important!.txt", &["!important!.txt"], &["important!.txt"]);
        check("\\#a", &["#a"], &["a"]);
    }

    #[test]
    fn braces_are_letters_and_classes_match_no_slash() {
        check("*.{a,b}", &["x.{a,b}"], &["x.a", "x.b"]);
        check("a[!b]c/d", &["axc/d"], &["a/c/d"]);
        check("[[:digit:]x-]", &["7", "x", "-"], &["a", ":"]);
    }

    #[test]
    fn probable_slips_are_found() {
        let slip = |line: &str| Slip::new(line.as_bytes());
        let slips = [" Sounds/", "build/ # output", "*.{wav,png}", "Models\\Old"].map(slip);
        assert_eq!(slips, [Slip::Space, Slip::Comment, Slip::Braces, Slip::Backslash].map(Some));
        assert_eq!(["Models\\*", "\\#a", "a#b", "{a}", "b\\ "].map(slip), [None; 5]);
    }

    #[test]
    fn spaces_at_the_end_count_only_after_a_backslash() {
        let found: Vec<_> = lines(b"\xEF\xBB\xBFa  \r\n\n  \nb\\ \nc\\  \n\td\t").collect();
        let expected: [(usize, &[u8]); 4] = [(1, b"a"), (4, b"b\\ "), (5, b"c\\ "), (6, b"\td\t")];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_matches_nothing_is_a_fault() {
        let fault = |line: &str| Pattern::parse(line.as_bytes()).unwrap_err();
        assert!(["/", "!", "!/", "//"].into_iter().all(|line| fault(line) == Fault::Empty));
        assert!(["[", "[a", "[]", "[!]", "[[:alhpa:]]", "[\\"].into_iter().all(|line| fault(line) == Fault::Class));
        assert_eq!((fault("a\\"), fault("a\0"), fault(&"a".repeat(4097))), (Fault::Escape, Fault::Nul, Fault::TooLong));
        assert!(Pattern::parse(b"# [").unwrap().is_none());
    }
}
