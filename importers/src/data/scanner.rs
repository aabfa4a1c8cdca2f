//! [`Scanner`]: reads the characters of JSON.

use super::budget::Budget;
use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::Span;

/// Reads a text character by character.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    budget: Budget,
}

impl<'t> Scanner<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0, budget: Budget::new() }
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Returns the remaining text.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub(super) fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Consumes `text` if it comes next, and returns whether it did.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    /// Consumes all characters up to the first for which `is` returns false.
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
    pub(super) fn enter(&mut self, depth: usize) -> Result<()> {
        let span = self.here();
        self.budget.enter(depth, span)
    }

    fn here(&self) -> Span {
        Span::new(self.at, self.at + self.peek().map_or(0, char::len_utf8))
    }

    /// Creates the problem that the text is not valid JSON here.
    pub(super) fn wrong(&self, fact: impl Into<String>) -> Problem {
        if self.rest().starts_with("//") || self.rest().starts_with("/*") {
            let span = Span::new(self.at, self.at + 2);
            return Problem::new(codes::DATA_SYNTAX, "JSON has no comments", "remove the comment").at(span);
        }
        syntax_error(self.here(), fact)
    }

    /// Consumes the comma between two values, if it comes next.
    ///
    /// # Errors
    /// If there is no value after the comma, but the bracket `close`.
    pub(super) fn comma(&mut self, close: &str) -> Result<bool> {
        let start = self.at;
        if !self.eat(",") {
            return Ok(false);
        }
        let span = self.since(start);
        if self.rest().trim_start().starts_with(close) {
            let fact = format!("there is no value between `,` and `{close}`");
            return Err(Problem::new(codes::DATA_SYNTAX, fact, "remove the comma").at(span));
        }
        Ok(true)
    }

    /// Reads a character written as four hexadecimal digits, or as two surrogates of four digits each.
    pub(super) fn escaped_unit(&mut self) -> Result<char> {
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
            None => Err(syntax_error(span, "incomplete surrogate pair")),
        }
    }

    fn hexadecimal(&mut self, digits: usize) -> Result<u32> {
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

/// Creates the problem for text that is not valid JSON.
pub(super) fn syntax_error(span: Span, fact: impl Into<String>) -> Problem {
    Problem::new(codes::DATA_SYNTAX, fact, "fix the JSON").at(span)
}
