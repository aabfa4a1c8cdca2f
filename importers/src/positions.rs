//! [`Positions`]: lines and columns of many byte offsets.

use rigmill_dom::Position;

/// Bytes between two checkpoints.
const STRIDE: usize = 256;

/// Turns byte offsets into positions, each in constant time, whatever the length of the lines.
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

    /// The position of the byte at `offset`, which begins a character.
    pub(crate) fn at(&self, offset: usize) -> Position {
        let offset = offset.min(self.bytes.len());
        let nearest = offset / STRIDE;
        let checkpoint = self.checkpoints.get(nearest).copied().unwrap_or_default();
        advance(self.bytes, nearest * STRIDE, offset, checkpoint)
    }
}

/// The position at `to`, given that at `from`. Lines end at LF, CR LF and lone CR.
fn advance(bytes: &[u8], from: usize, to: usize, mut position: Position) -> Position {
    for at in from..to {
        let byte = bytes[at];
        if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
            position = Position { line: position.line.saturating_add(1), column: 1 };
        } else if byte & 0xC0 != 0x80 {
            position.column = position.column.saturating_add(1);
        }
    }
    position
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
