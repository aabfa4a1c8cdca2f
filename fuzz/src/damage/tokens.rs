//! [`Token`]: a piece of a text.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Letters and digits, beginning with a letter.
    Name,
    /// Characters that begin with a digit, a sign or a dot.
    Number,
    /// One opening bracket.
    Open,
    /// Any other character.
    Mark,
    /// White space.
    Space,
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
}

/// Splits a text into tokens, without gaps.
pub(super) fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 3);
    let mut start = 0;
    while start < text.len() {
        let kind = kind(text[start], text.get(start + 1).copied());
        let length = text[start + 1..].iter().take_while(|byte| continues(kind, **byte)).count();
        let end = start + 1 + length;
        tokens.push(Token { kind, range: start..end });
        start = end;
    }
    tokens
}

fn kind(first: u8, second: Option<u8>) -> TokenKind {
    match first {
        b'0'..=b'9' => TokenKind::Number,
        b'-' | b'+' | b'.' if second.is_some_and(|it| it.is_ascii_digit()) => TokenKind::Number,
        b'<' | b'[' | b'{' | b'(' => TokenKind::Open,
        b' ' | b'\t' | b'\r' | b'\n' => TokenKind::Space,
        _ if is_letter(first) => TokenKind::Name,
        _ => TokenKind::Mark,
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn continues(kind: TokenKind, byte: u8) -> bool {
    match kind {
        TokenKind::Name => is_letter(byte) || byte.is_ascii_digit(),
        TokenKind::Number => byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'),
        TokenKind::Space => matches!(byte, b' ' | b'\t' | b'\r' | b'\n'),
        TokenKind::Open | TokenKind::Mark => false,
    }
}
