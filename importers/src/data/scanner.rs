//! [`Scanner`]: the characters of JSON.

use super::budget::Budget;
use crate::codes;
use crate::problems::{Problems, Stop, words};
use crate::span::Span;

/// Reads a text character by character and reports its syntax errors.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    pub(super) problems: Problems<'t>,
    pub(super) budget: Budget,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str, problems: Problems<'t>) -> Self {
        Self { text, at: 0, problems, budget: Budget::new() }
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// What is left.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes past the next character.
    pub(super) fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Goes past a text, if it is what comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    /// Goes past all characters of a kind, and gives them.
    pub(super) fn while_is(&mut self, is: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = rest.find(|character| !is(character)).map_or(rest, |end| &rest[..end]);
        self.at += taken.len();
        taken
    }

    pub(super) const fn since(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// Counts a value that begins here.
    pub(super) fn enter(&mut self, depth: usize) -> Result<(), Stop> {
        let span = self.here();
        self.budget.enter(depth, &mut self.problems, span)
    }

    fn here(&self) -> Span {
        Span::new(self.at, self.at + self.peek().map_or(0, char::len_utf8))
    }

    /// Reports a syntax error here.
    pub(super) fn wrong(&mut self, fact: impl Into<String>) -> Stop {
        let span = self.here();
        self.wrong_at(span, fact)
    }

    pub(super) fn wrong_at(&mut self, span: Span, fact: impl Into<String>) -> Stop {
        self.problems.fatal(codes::DATA_SYNTAX, span, || words(fact, "fix the JSON"))
    }

    /// The character of four hexadecimal digits, or of two such where they are halves.
    pub(super) fn escaped_unit(&mut self) -> Result<char, Stop> {
        let start = self.at;
        let first = self.hexadecimal(4)?;
        let code = if (0xD800..0xDC00).contains(&first) && self.eat("\\u") {
            match self.hexadecimal(4)? {
                second @ 0xDC00..0xE000 => 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00),
                second => second,
            }
        } else {
            first
        };
        let is_half = (0xD800..0xDC00).contains(&first) && code < 0x1_0000;
        let span = self.since(start);
        match char::from_u32(code).filter(|_| !is_half) {
            Some(character) => Ok(character),
            None => Err(self.wrong_at(span, "half a character")),
        }
    }

    pub(super) fn hexadecimal(&mut self, digits: usize) -> Result<u32, Stop> {
        let found = self.rest().get(..digits).filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match found.and_then(|text| u32::from_str_radix(text, 16).ok()) {
            Some(code) => {
                self.at += digits;
                Ok(code)
            }
            None => Err(self.wrong(format!("expected {digits} hexadecimal digits"))),
        }
    }
}
