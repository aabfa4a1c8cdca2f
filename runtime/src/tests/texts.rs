//! Sizes and layouts of texts, computed by hand from XNA's rules.

use rigmill_format as format;

use crate::content::Font;
use crate::text::{Glyph, TextError};

/// `A` has negative bearings on both sides, `B` has none, `C` is higher than a line, and `*` is the default character.
fn font(default_character: Option<char>) -> Font {
    let glyph = |character, left, cropping, kerning| Glyph { character, bounds: [left, 0, 4, 4], cropping, kerning };
    let glyphs = vec![
        glyph('*', 0, [0, 2, 4, 10], [1.0, 4.0, 1.0]),
        glyph('A', 4, [0, 1, 4, 10], [-2.0, 4.0, -1.0]),
        glyph('B', 8, [1, 3, 4, 10], [0.0, 4.0, 0.0]),
        glyph('C', 12, [0, -1, 4, 15], [1.5, 4.0, 2.0]),
    ];
    let texture = format::Texture { width: 16, height: 4, mips: vec![vec![0; 256]], ..Default::default() };
    let font = format::Font { glyphs, line_spacing: 12, spacing: 0.5, default_character, texture };
    Font::from_owned(&font).unwrap()
}

fn positions(font: &Font, text: &str) -> Vec<(usize, char, [f32; 2])> {
    font.layout(text).map(Result::unwrap).map(|quad| (quad.at, quad.character, quad.position)).collect()
}

#[test]
fn a_text_is_as_wide_as_its_widest_line() {
    let font = font(None);
    let cases = [
        ("", [0.0, 0.0]),
        ("\r", [0.0, 12.0]),
        ("B", [4.0, 12.0]),
        // The first bearing does not extend beyond the line, and the last bearing does not make it narrower.
        ("A", [4.0, 12.0]),
        // 4 and -1, then 0.5 and -2, then 4.
        ("AA", [5.5, 12.0]),
        ("BB", [8.5, 12.0]),
        // A positive bearing at the end counts.
        ("C", [7.5, 15.0]),
        ("B\nBB", [8.5, 24.0]),
        ("BB\r\nB", [8.5, 24.0]),
        // Only the height of the last line is that of its highest character.
        ("C\nB", [7.5, 24.0]),
        ("B\nC", [7.5, 27.0]),
        ("B\n", [4.0, 24.0]),
    ];
    for (text, size) in cases {
        assert_eq!(font.measure(text), Ok(size), "{text:?}");
    }
}

#[test]
fn characters_are_drawn_where_the_pen_is() {
    let font = font(None);
    let expected =
        [(0, 'A', [0.0, 1.0]), (1, 'B', [3.0 + 0.5 + 1.0, 3.0]), (3, 'C', [1.5, 11.0]), (4, 'A', [6.0, 13.0])];
    assert_eq!(positions(&font, "AB\nCA"), expected);
    assert_eq!(font.layout("B").next().unwrap().unwrap().bounds, [8, 0, 4, 4]);
}

#[test]
fn the_default_character_stands_for_those_that_the_font_lacks() {
    let with = font(Some('*'));
    assert_eq!(positions(&with, "é…"), [(0, '*', [1.0, 2.0]), (2, '*', [6.0 + 0.5 + 1.0, 2.0])]);
    assert_eq!(with.measure("é"), with.measure("*"));
    let without = font(None);
    let missing = TextError::MissingCharacter { character: '…', at: 1 };
    assert_eq!(without.measure("B…B"), Err(missing));
    let quads: Vec<_> = without.layout("B…B").collect();
    assert!(matches!(quads.as_slice(), [Ok(_), Err(error)] if *error == missing), "{quads:?}");
}
