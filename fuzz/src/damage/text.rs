//! Damages text, such as XML, JSON and TOML.

use rigmill_test_random::Random;

use super::tokens::{Token, TokenKind, tokens};
use super::{bytes, extremes};

/// The maximum number of bytes of repeated or nested tokens.
const REPEATED: usize = 16 << 10;
/// Characters that end names, open brackets, refer or escape.
const MARKS: [&str; 24] = [
    "<",
    ">",
    "/>",
    "</",
    "&",
    "&#0;",
    "&lt;",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "=",
    "#",
    "\\u0000",
    "\\",
    "\n",
    "\u{feff}",
    "\u{1F600}",
    "..",
    "null",
];

/// Returns a damaged copy; `None` for bytes that are not text, or empty.
pub(super) fn damage(text: &[u8], other: &[u8], rounds: usize, random: &mut Random) -> Option<Vec<u8>> {
    let head = &text[..text.len().min(256)];
    if text.is_empty() || head.iter().any(|byte| *byte < b'\t') {
        return None;
    }
    let mut text = text.to_vec();
    for _ in 0..rounds {
        text = once(&text, other, random);
    }
    Some(text)
}

fn once(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return other.to_vec();
    }
    let at = random.below(tokens.len());
    let few = (at + 1 + random.below(8)).min(tokens.len());
    let piece = tokens[at].range.start..tokens[few - 1].range.end;
    match random.below(13) {
        0 => spliced(text, piece, &[]),
        1 => spliced(text, piece.end..piece.end, &text[piece.clone()]),
        2..=4 => with_number(text, &tokens, random),
        5 | 6 => with_name(text, &tokens, random),
        7 => nested(text, &tokens, random),
        8 => spliced(text, piece.start..piece.start, random.pick(&MARKS).as_bytes()),
        9 => spliced(text, piece, random.pick(&MARKS).as_bytes()),
        10 => with_lines(text, random),
        11 => spliced(text, piece, &other[bytes::span(other.len(), random)]),
        _ => {
            let mut text = text.to_vec();
            bytes::damage(&mut text, other, random);
            text
        }
    }
}

/// Returns the text with a part replaced.
fn spliced(text: &[u8], part: std::ops::Range<usize>, new: &[u8]) -> Vec<u8> {
    [&text[..part.start], new, &text[part.end..]].concat()
}

/// Returns a random token of a kind.
fn any<'a>(tokens: &'a [Token], kind: TokenKind, random: &mut Random) -> Option<&'a Token> {
    let start = random.below(tokens.len());
    tokens[start..].iter().chain(&tokens[..start]).find(|token| token.kind == kind)
}

fn with_number(text: &[u8], tokens: &[Token], random: &mut Random) -> Vec<u8> {
    let Some(number) = any(tokens, TokenKind::Number, random) else { return text.to_vec() };
    let other = any(tokens, TokenKind::Number, random).map_or(&b"0"[..], |other| &text[other.range.clone()]);
    let new = if random.once_in(4) { other } else { random.pick(&extremes::TEXTS).as_bytes() };
    spliced(text, number.range.clone(), new)
}

/// Returns the text with a name replaced by another of its names, or by a longer form of the same name.
fn with_name(text: &[u8], tokens: &[Token], random: &mut Random) -> Vec<u8> {
    let Some(name) = any(tokens, TokenKind::Name, random) else { return text.to_vec() };
    let Some(other) = any(tokens, TokenKind::Name, random) else { return text.to_vec() };
    let new = text[other.range.clone()].to_vec();
    let new = if random.once_in(16) { new.repeat(1 + REPEATED / new.len().max(1) / 4) } else { new };
    spliced(text, name.range.clone(), &new)
}

/// Returns the text with the tokens from an opening bracket repeated, which causes deep nesting.
fn nested(text: &[u8], tokens: &[Token], random: &mut Random) -> Vec<u8> {
    let Some(open) = any(tokens, TokenKind::Open, random) else { return text.to_vec() };
    let start = open.range.start;
    let length = [1, 2, 4, 8, 16, 40][random.below(6)];
    let piece = &text[start..(start + length).min(text.len())];
    let times = [3, 40, 300, REPEATED][random.below(4)].min(REPEATED / piece.len().max(1));
    spliced(text, start..start, &piece.repeat(times))
}

/// Returns the text with a line repeated, moved or removed.
fn with_lines(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let (from, to) = (random.below(lines.len()), random.below(lines.len()));
    let line = lines[from];
    if random.once_in(2) {
        lines.remove(from);
    }
    if random.once_in(2) {
        let to = to.min(lines.len());
        let times = if random.once_in(8) { (REPEATED / line.len().max(1)).min(200) } else { 1 };
        lines.splice(to..to, std::iter::repeat_n(line, times));
    }
    lines.concat()
}
