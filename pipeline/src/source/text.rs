//! [`SourceText`]: the text of a source, which converts byte offsets to lines and columns.

use std::sync::OnceLock;

use crate::Location;

/// The length of the longest excerpt in a [`Location`], in characters. A longer line is cut around the highlight.
const EXCERPT: usize = 160;

/// The decoded text of a source. It converts byte offsets to lines, columns and excerpts.
#[derive(Debug)]
pub struct SourceText {
    text: String,
    /// Computed on first use: most sources have no diagnostics.
    line_starts: OnceLock<Vec<usize>>,
}

impl SourceText {
    /// Creates a source with this text. LF, CR LF and a single CR end a line.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self { text, line_starts: OnceLock::new() }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the line and column of a byte offset, both counted from 1. The column is in characters. An offset past the end
    /// or inside a character counts as the nearest character before it.
    #[must_use]
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let (line, start) = self.line_of(offset);
        let column = self.text[start..self.floor(offset).max(start)].chars().count() + 1;
        (saturate(line + 1), saturate(column))
    }

    /// Returns the location of the bytes `start..end`. Its excerpt is the line on which the bytes begin.
    #[must_use]
    pub fn location(&self, start: usize, end: usize) -> Location {
        let (line, column) = self.position(start);
        let (index, line_start) = self.line_of(start);
        let line_end = self.line_starts().get(index + 1).copied().unwrap_or(self.text.len());
        let text = self.text[line_start..line_end].trim_end_matches(['\r', '\n']);
        let stop =
            self.floor(end).clamp(self.floor(start), line_start + text.len().max(self.floor(start) - line_start));
        let length = self.text[self.floor(start)..stop].chars().count();
        Location::with_excerpt(line, column, text, column as usize - 1, length.max(1), EXCERPT)
    }

    /// Returns the location at a line and column, both counted from 1, with this line as its excerpt; `None` if the text does
    /// not have this line.
    #[must_use]
    pub fn location_at(&self, line: u32, column: u32) -> Option<Location> {
        let start = *self.line_starts().get(line.checked_sub(1)? as usize)?;
        let before = self.text[start..].chars().take(column.saturating_sub(1) as usize).map(char::len_utf8);
        let offset = start + before.sum::<usize>();
        Some(self.location(offset, offset + 1)).filter(|location| location.line == line)
    }

    fn line_starts(&self) -> &[usize] {
        self.line_starts.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let ends_line = |at: usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            std::iter::once(0).chain((0..bytes.len()).filter(|&at| ends_line(at)).map(|at| at + 1)).collect()
        })
    }

    fn line_of(&self, offset: usize) -> (usize, usize) {
        let index = self.line_starts().partition_point(|&start| start <= offset).saturating_sub(1);
        (index, self.line_starts().get(index).copied().unwrap_or(0))
    }

    fn floor(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        (0..=offset).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0)
    }
}

fn saturate(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_end_on_any_newline() {
        let text = SourceText::new("é骨x\r\nb\rc\n".to_owned());
        assert_eq!(text.position(0), (1, 1));
        assert_eq!(text.position(5), (1, 3));
        assert_eq!(text.position(8), (2, 1));
        assert_eq!(text.position(10), (3, 1));
        assert_eq!(text.position(999), (4, 1));
    }

    #[test]
    fn a_place_carries_its_line_and_what_to_highlight() {
        let text = SourceText::new("one\n  <KeyCount>x</KeyCount>\n".to_owned());
        let location = text.location(16, 17);
        assert_eq!((location.line, location.column), (2, 13));
        assert_eq!(location.excerpt.as_deref(), Some("  <KeyCount>x</KeyCount>"));
        assert_eq!((location.highlight_start, location.highlight_length), (12, 1));
    }

    #[test]
    fn long_lines_are_cut_around_the_highlight() {
        let line = format!("{}HERE{}", "a".repeat(5000), "b".repeat(5000));
        let location = SourceText::new(line).location(5000, 5004);
        let excerpt: Vec<char> = location.excerpt.unwrap().chars().collect();
        assert!(excerpt.len() <= EXCERPT + 2);
        let start = location.highlight_start as usize;
        assert_eq!(excerpt[start..start + 4].iter().collect::<String>(), "HERE");
    }

    #[test]
    fn a_line_and_column_give_the_place_back() {
        let text = SourceText::new("one\n  é<Key>\n".to_owned());
        let location = text.location_at(2, 4).unwrap();
        assert_eq!((location.line, location.column, location.excerpt.as_deref()), (2, 4, Some("  é<Key>")));
        assert_eq!(text.location_at(9, 1), None);
        assert_eq!(text.location_at(0, 1), None);
        assert_eq!(text.location_at(1, 99), None);
    }

    #[test]
    fn any_offsets_give_a_place() {
        for text in ["", "\n", "é", "a\r\nb"] {
            for start in 0..6 {
                for end in 0..6 {
                    let _ = SourceText::new(text.to_owned()).location(start, end);
                }
            }
        }
    }
}
