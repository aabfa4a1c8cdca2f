use rigmill_format::{AlignedBytes, Content, Font, FontView, MAX_GLYPHS};

use crate::samples::font;

fn problem(change: impl FnOnce(&mut Font)) -> String {
    let mut font = font();
    change(&mut font);
    font.encode().unwrap_err().to_string()
}

#[test]
fn a_view_finds_characters_and_the_default_for_others() {
    let file = AlignedBytes::from_slice(&font().encode().unwrap());
    let view = FontView::parse(&file).unwrap();
    assert_eq!((view.len(), view.line_spacing(), view.spacing()), (2, 6, 0.75));
    assert_eq!((view.texture().width(), view.texture().bytes().len()), (8, 128));
    assert_eq!(view.glyph('A'), Some(font().glyphs[0]));
    assert_eq!((view.glyph('B'), view.glyph_or_default('B')), (None, Some(font().glyphs[1])));
    let without = Font { default_character: None, ..font() };
    let file = AlignedBytes::from_slice(&without.encode().unwrap());
    assert_eq!(FontView::parse(&file).unwrap().glyph_or_default('B'), None);
}

#[test]
fn a_font_without_characters_is_one() {
    let empty = Font { glyphs: Vec::new(), default_character: None, ..font() };
    assert_eq!(Font::decode(&empty.encode().unwrap()).unwrap(), empty);
}

#[test]
fn broken_rules_are_named() {
    let wrong = |rest: &str| format!("the font is not valid: {rest}");
    assert_eq!(problem(|it| it.glyphs.swap(0, 1)), wrong("'A' does not follow the previous character"));
    assert_eq!(problem(|it| it.glyphs[1].character = 'A'), wrong("'A' does not follow the previous character"));
    assert_eq!(problem(|it| it.default_character = Some('B')), wrong("the default character 0x42 is not in the font"));
    assert_eq!(problem(|it| it.spacing = f32::NAN), wrong("the spacing is NaN, expected a finite number"));
    assert_eq!(
        problem(|it| it.glyphs[0].kerning[2] = f32::INFINITY),
        wrong("a bearing or the width of 'A' is not finite")
    );
    for (at, found) in [(0, -1), (0, 7), (1, 2), (2, -1), (3, i32::MAX)] {
        let message = problem(|it| it.glyphs[0].bounds[at] = found);
        assert!(message.starts_with(&wrong("'A' is at [")), "{message}");
        assert!(message.ends_with("outside the texture of 8 x 4 pixels"), "{message}");
    }
    let texture = problem(|it| it.texture.width = 0);
    assert!(texture.contains("0 x 4"), "{texture}");
    let many = problem(|it| {
        let glyph = it.glyphs[0];
        let all = ('\0'..).take(MAX_GLYPHS + 1).map(|character| rigmill_format::Glyph { character, ..glyph });
        it.glyphs = all.collect();
    });
    assert_eq!(many, wrong("it has 65537 characters, but at most 65536 are allowed"));
}
