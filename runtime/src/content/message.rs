//! [`Message`]: the parts of a `rigmill watch --message-format json` line that a running game needs.
//!
//! Reads one JSON object per line. It keeps two members and skips all others. Any bytes are safe input. Parsing takes one pass
//! and does not recurse.

/// The maximum nesting depth of skipped values.
const MAX_DEPTH: usize = 32;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// Files of this asset changed or were removed.
    Reload(String),
    /// Files of any asset may have changed.
    ReloadAll,
}

impl Message {
    /// Parses a line, with or without its line break. `None` for other messages, and for text that is not a message.
    pub(crate) fn parse(line: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(line).ok()?;
        let mut reader = Reader { rest: text.trim_ascii() };
        let (mut reason, mut asset) = (None, None);
        reader.take(b'{')?;
        if !reader.takes(b'}') {
            loop {
                let name = reader.string()?;
                reader.take(b':')?;
                match name.as_str() {
                    "reason" if reason.is_none() => reason = Some(reader.string()?),
                    "asset" if asset.is_none() && reader.next() == Some(b'"') => asset = Some(reader.string()?),
                    // If a member occurs twice, different readers would read it differently.
                    "reason" | "asset" if reader.next() == Some(b'"') => return None,
                    _ => reader.skip()?,
                }
                if !reader.takes(b',') {
                    break;
                }
            }
            reader.take(b'}')?;
        }
        match (reason?.as_str(), asset) {
            ("reload", Some(asset)) if reader.rest.is_empty() => Some(Self::Reload(asset)),
            ("reload-all", _) if reader.rest.is_empty() => Some(Self::ReloadAll),
            _ => None,
        }
    }
}

/// The unread rest of a line.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// The next byte that is not whitespace.
    fn next(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
        self.rest.bytes().next()
    }

    fn takes(&mut self, byte: u8) -> bool {
        let found = self.next() == Some(byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        self.takes(byte).then_some(())
    }

    fn string(&mut self) -> Option<String> {
        self.take(b'"')?;
        let mut text = String::new();
        loop {
            let plain = self.rest.find(|c: char| c == '"' || c == '\\' || c < ' ')?;
            text.push_str(&self.rest[..plain]);
            let end = self.rest.as_bytes()[plain];
            self.rest = &self.rest[plain + 1..];
            match end {
                b'"' => return Some(text),
                b'\\' => text.push(self.escape()?),
                _ => return None,
            }
        }
    }

    /// The character of an escape sequence, after the backslash.
    fn escape(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let kind = chars.next()?;
        self.rest = chars.as_str();
        Some(match kind {
            '"' | '\\' | '/' => kind,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.code_point(),
            _ => return None,
        })
    }

    /// Four hexadecimal digits, or two groups of four with `\u` between them, which are a surrogate pair.
    fn code_point(&mut self) -> Option<char> {
        let unit = self.code_unit()?;
        if !(0xd800..0xdc00).contains(&unit) {
            return char::from_u32(unit);
        }
        self.rest = self.rest.strip_prefix("\\u")?;
        let low = self.code_unit()?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
        char::from_u32(0x1_0000 + ((unit - 0xd800) << 10) + low)
    }

    fn code_unit(&mut self) -> Option<u32> {
        let digits = self.rest.get(..4)?;
        self.rest = &self.rest[4..];
        let hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if hexadecimal { u32::from_str_radix(digits, 16).ok() } else { None }
    }

    /// Skips a value. Brackets are only counted, and strings are parsed so that brackets in strings do not count.
    fn skip(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.next()? {
                b'"' => drop(self.string()?),
                bracket @ (b'{' | b'[') => {
                    self.take(bracket)?;
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return None;
                    }
                    continue;
                }
                bracket @ (b'}' | b']') => {
                    self.take(bracket)?;
                    depth = depth.checked_sub(1)?;
                }
                between @ (b',' | b':') if depth > 0 => {
                    self.take(between)?;
                    continue;
                }
                _ => self.word()?,
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Skips a number, `true`, `false` or `null`.
    fn word(&mut self) -> Option<()> {
        let end = self.rest.find(|c: char| c != '+' && c != '-' && c != '.' && !c.is_ascii_alphanumeric())?;
        self.rest = &self.rest[end..];
        (end > 0).then_some(())
    }
}
