//! [`Positions`]: the lines and columns of many byte offsets.

use rigmill_dom::Position;

/// The number of bytes between two checkpoints. A byte can count them, which the compiler turns into fast code.
const STRIDE: usize = 128;

/// Converts byte offsets to positions. Each conversion takes constant time, however long the lines are.
pub(crate) struct Positions<'a> {
    bytes: &'a [u8],
    /// The position at every multiple of [`STRIDE`].
    checkpoints: Vec<Position>,
}

impl<'a> Positions<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut checkpoints = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let mut position = Position::START;
        checkpoints.push(position);
        for start in (STRIDE..=bytes.len()).step_by(STRIDE) {
            position = advance(bytes, start - STRIDE, start, position);
            checkpoints.push(position);
        }
        Self { bytes, checkpoints }
    }

    /// Returns the position of the byte at `offset`, which must begin a character.
    pub(crate) fn at(&self, offset: usize) -> Position {
        let offset = offset.min(self.bytes.len());
        let nearest = offset / STRIDE;
        let checkpoint = self.checkpoints.get(nearest).copied().unwrap_or_default();
        advance(self.bytes, nearest * STRIDE, offset, checkpoint)
    }
}

/// Returns the position of `to`, given the position of `from`, which is at most [`STRIDE`] bytes before `to`. Lines end at LF,
/// CR LF and a single CR.
fn advance(bytes: &[u8], from: usize, to: usize, position: Position) -> Position {
    let part = &bytes[from..to];
    if part.contains(&b'\r') {
        return (from..to).fold(position, |position, at| step(position, bytes[at], bytes.get(at + 1).copied()));
    }
    let lines = count(part, |byte| byte == b'\n');
    match part.iter().rposition(|byte| *byte == b'\n') {
        Some(last) => Position {
            line: position.line.saturating_add(lines),
            column: count(&part[last + 1..], begins_character).saturating_add(1),
        },
        None => Position { column: position.column.saturating_add(count(part, begins_character)), ..position },
    }
}

/// Returns the position after a byte.
fn step(position: Position, byte: u8, next: Option<u8>) -> Position {
    if byte == b'\n' || (byte == b'\r' && next != Some(b'\n')) {
        Position { line: position.line.saturating_add(1), column: 1 }
    } else {
        Position { column: position.column.saturating_add(u32::from(begins_character(byte))), ..position }
    }
}

const fn begins_character(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

fn count(bytes: &[u8], counts: impl Fn(u8) -> bool) -> u32 {
    bytes.iter().map(|byte| u8::from(counts(*byte))).sum::<u8>().into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rigmill_pipeline::SourceText;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_the_source_text(text in "([aé骨\r\n]|\r\n| ){0,900}") {
            let source = SourceText::new(text.clone());
            let positions = Positions::new(&text);
            for (offset, _) in text.char_indices() {
                let Position { line, column } = positions.at(offset);
                prop_assert_eq!((line, column), source.position(offset));
            }
        }
    }
}
