//! Recognizes FBX files that arrived incomplete, or that were transferred as text.

use crate::codes;
use crate::report::{Problem, Result};

const NAME: &[u8] = b"Kaydara FBX Binary";
/// The first bytes of a binary file, which the byte order and the version follow.
pub(crate) const MAGIC: &[u8] = b"Kaydara FBX Binary  \0\x1a";
pub(crate) const HEAD: usize = MAGIC.len() + 5;
/// The last bytes of a binary file from programs of Autodesk or from Blender.
const FOOTER: [u8; 16] = *b"\xf8\x5a\x8c\x6a\xde\xf5\xd9\x7e\xec\xe9\x0c\xe3\x75\x8f\x29\x0b";
/// The length of a file with a footer is this number more than a multiple of 16.
const FOOTER_ALIGNMENT: usize = 12;
/// How many bytes in front of a binary file are searched for its name.
const IN_FRONT: usize = 8;
/// The first version whose lengths have 64 bits.
const WIDE: u32 = 7500;
/// The least number of line ends that tell whether all of them were converted.
const ENOUGH: usize = 4;
/// The least number of pairs of line ends to expect, and how many times less are too few.
const FEW: usize = 16;

/// Checks the first bytes of a file whose name for itself says that it is binary, and its last bytes.
pub(crate) fn check_head(bytes: &[u8]) -> Result<()> {
    let is_head = bytes.starts_with(MAGIC) || MAGIC.starts_with(bytes);
    let is_cut = is_head && !bytes.is_empty() && bytes.len() < HEAD;
    let first = &bytes[..bytes.len().min(IN_FRONT + NAME.len())];
    if first.windows(NAME.len()).position(|found| found == NAME).is_some_and(|at| at > 0) {
        return Err(as_text("bytes were added in front of its name"));
    }
    if let Some(what) = lost_bits(bytes) {
        return Err(as_text(what));
    }
    match bytes.strip_prefix(NAME) {
        _ if is_cut => Err(too_early(&format!("at byte {}", bytes.len()))),
        Some(rest) if !bytes.starts_with(MAGIC) => Err(match rest {
            [b' ', b' ', b' ', ..] => as_text("its zero bytes became spaces"),
            _ if !bytes.contains(&0) => as_text("its zero bytes are missing"),
            _ => as_text("the bytes after its name are wrong"),
        }),
        _ => Ok(()),
    }
}

/// Returns the problem of a file that cannot be read, or the reason of the problem, if the file shows it.
pub(crate) fn explained(problem: Problem, bytes: &[u8]) -> Problem {
    if problem.code() != codes::FBX_UNREADABLE.id {
        return problem;
    }
    let reason = match bytes.starts_with(MAGIC) {
        true => conversion(bytes).map(as_text).or_else(|| cut_record(bytes)),
        false => is_cut_text(bytes).then(|| too_early("in the middle of a record")),
    };
    reason.unwrap_or(problem)
}

pub(crate) fn too_early(place: &str) -> Problem {
    Problem::new(codes::FBX_UNREADABLE, format!("the file ends too early: {place}"), "copy or export the file again")
}

fn as_text(what: &str) -> Problem {
    let fact = format!("the binary FBX file was damaged by a transfer as text: {what}");
    let help = "transfer the file again in binary mode; in Git, write `*.fbx binary` in `.gitattributes`";
    Problem::new(codes::FBX_UNREADABLE, fact, help)
}

/// Returns how a transfer as text with seven bits changed a binary file.
fn lost_bits(bytes: &[u8]) -> Option<&'static str> {
    if bytes.ends_with(&FOOTER.map(|byte| byte & 0x7f)) {
        return Some("its bytes lost their highest bit");
    }
    let questions = FOOTER.map(|byte| if byte.is_ascii() { byte } else { b'?' });
    bytes.ends_with(&questions).then_some("its bytes from 128 became question marks")
}

/// Returns how a transfer as text changed a binary file.
fn conversion(bytes: &[u8]) -> Option<&'static str> {
    if !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok() {
        return Some("its bytes were converted to UTF-8");
    }
    let count = |byte: u8| bytes.iter().filter(|it| **it == byte).count();
    let (returns, feeds) = (count(b'\r'), count(b'\n'));
    let pairs = bytes.windows(2).filter(|pair| *pair == b"\r\n").count();
    // By chance, line ends of both kinds follow each other in this many places.
    let expected = returns.saturating_mul(feeds) / bytes.len().max(1);
    if feeds >= ENOUGH && pairs == feeds {
        return Some("each LF became CR LF");
    }
    if returns == 0 && count(b'\r' - 1).min(count(b'\r' + 1)) >= FEW {
        return Some("its CR bytes are missing, or became LF");
    }
    // The file is complete, but its length has changed.
    let has_moved = bytes.ends_with(&FOOTER) && bytes.len() % 16 != FOOTER_ALIGNMENT;
    let has_few = expected >= FEW && pairs < expected / FEW;
    (has_few || has_moved && pairs == 0 && feeds > 0).then_some("each CR LF became LF")
}

/// Returns the problem of the first record of a little-endian binary file that ends after the file, if there is one.
fn cut_record(bytes: &[u8]) -> Option<Problem> {
    let width = if is_wide(bytes)? { 8 } else { 4 };
    let mut at = HEAD;
    loop {
        let (end, name_at) = (number(bytes, at, width), at + 3 * width + 1);
        let (Some(end), Some(name_length)) = (end, bytes.get(name_at - 1)) else {
            return Some(too_early(&format!("at byte {}, where a record begins", bytes.len())));
        };
        if end == 0 {
            return None;
        }
        if end > bytes.len() {
            let name = &bytes[name_at..][..usize::from(*name_length).min(bytes.len() - name_at)];
            let name = String::from_utf8_lossy(name);
            let place = format!("the record {name:?} ends at byte {end}, but the file has {} bytes", bytes.len());
            return Some(too_early(&place));
        }
        if end <= at {
            return None;
        }
        at = end;
    }
}

/// Returns whether lengths in a little-endian binary file have 64 bits; `None` for other files.
pub(crate) fn is_wide(bytes: &[u8]) -> Option<bool> {
    let &[0, a, b, c, d, ..] = bytes.strip_prefix(MAGIC)? else { return None };
    Some(u32::from_le_bytes([a, b, c, d]) >= WIDE)
}

/// Reads a little-endian number of `width` bytes at a position.
pub(crate) fn number(bytes: &[u8], at: usize, width: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(width)?)?;
    let number = bytes.iter().rev().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
    usize::try_from(number).ok()
}

/// The structure of a text file: which bytes are within quotes, comments and records.
#[derive(Default)]
struct TextState {
    /// The number of records that are open.
    open: i64,
    is_quoted: bool,
    is_comment: bool,
}

impl TextState {
    /// Moves behind a byte. Returns whether the byte is part of the structure, not of a comment or a quoted text.
    fn read(&mut self, byte: u8) -> bool {
        match byte {
            b'"' if !self.is_comment => self.is_quoted = !self.is_quoted,
            b'\n' => self.is_comment = false,
            _ if self.is_quoted || self.is_comment => return false,
            b';' => {
                self.is_comment = true;
                return false;
            }
            b'{' => self.open += 1,
            b'}' => self.open -= 1,
            _ => {}
        }
        true
    }
}

/// Returns whether a text file ends within a record.
pub(crate) fn is_cut_text(bytes: &[u8]) -> bool {
    let (mut state, mut last) = (TextState::default(), b'}');
    for &byte in bytes {
        if state.read(byte) && !byte.is_ascii_whitespace() {
            last = byte;
        }
    }
    let is_fbx = bytes.windows(3).take(4096).any(|name| name == b"FBX");
    is_fbx && (state.open > 0 || state.is_quoted || last != b'}')
}

/// Returns whether a text file has a record with one of these names that is not within another record.
#[cfg(feature = "fbx")]
pub(crate) fn has_top_record(text: &[u8], names: &[&[u8]]) -> bool {
    let is_named = |before: &[u8], name: &[u8]| {
        before.strip_suffix(name).is_some_and(|rest| !rest.last().is_some_and(u8::is_ascii_alphanumeric))
    };
    let mut state = TextState::default();
    text.iter().enumerate().any(|(at, &byte)| {
        let begins_record = state.read(byte) && byte == b':' && state.open == 0;
        begins_record && names.iter().any(|name| is_named(text[..at].trim_ascii_end(), name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the message of a problem.
    fn fact(problem: Problem) -> String {
        rigmill_pipeline::Diagnostic::from(problem).message
    }

    fn unreadable() -> Problem {
        Problem::new(codes::FBX_UNREADABLE, "it is malformed".to_owned(), "export it again")
    }

    /// Returns a file with bytes as in compressed data.
    fn random(length: usize) -> Vec<u8> {
        let mut bytes = [MAGIC, &[0, 0xe8, 0x1c, 0, 0], &[255; 4], &[0; 9]].concat();
        let mut state = 1_u32;
        bytes.extend(
            std::iter::repeat_with(|| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.to_be_bytes()[0]
            })
            .take(length),
        );
        bytes
    }

    fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
        let mut made = Vec::new();
        let mut rest = bytes;
        while let Some((first, others)) = rest.split_first() {
            match rest.strip_prefix(from) {
                Some(after) => {
                    made.extend(to);
                    rest = after;
                }
                None => {
                    made.push(*first);
                    rest = others;
                }
            }
        }
        made
    }

    #[test]
    fn the_conversions_of_a_transfer_as_text_are_named() {
        let whole = random(4 << 20);
        assert_eq!(check_head(&whole), Ok(()));
        for (from, to, expected) in
            [(&b"\0"[..], &b" "[..], "its zero bytes became spaces"), (b"\0", b"", "its zero bytes are missing")]
        {
            let said = fact(check_head(&replaced(&whole, from, to)).unwrap_err());
            assert_eq!(said, format!("the binary FBX file was damaged by a transfer as text: {expected}"));
        }
        let utf8 = String::from_utf8_lossy(&whole).into_owned().into_bytes();
        let latin: String = whole.iter().map(|byte| char::from(*byte)).collect();
        for (bytes, expected) in [
            (utf8, "its bytes were converted to UTF-8"),
            (latin.into_bytes(), "its bytes were converted to UTF-8"),
            (replaced(&whole, b"\n", b"\r\n"), "each LF became CR LF"),
            (replaced(&whole, b"\r\n", b"\n"), "each CR LF became LF"),
        ] {
            assert_eq!(check_head(&bytes), Ok(()));
            let said = fact(explained(unreadable(), &bytes));
            assert_eq!(said, format!("the binary FBX file was damaged by a transfer as text: {expected}"));
        }
        assert!(fact(explained(unreadable(), &whole)).starts_with("the file ends too early: the record \""));
    }

    #[test]
    fn beginnings_of_a_file_end_too_early() {
        let whole = random(100);
        for length in 1..HEAD {
            let said = fact(check_head(&whole[..length]).unwrap_err());
            assert_eq!(said, format!("the file ends too early: at byte {length}"));
        }
        assert_eq!(check_head(b""), Ok(()));
        assert_eq!(check_head(b"Kaydras"), Ok(()));
    }
}
