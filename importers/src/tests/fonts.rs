//! Tests of font descriptions and the font files that they mean.

use std::io;
use std::path::Path;

use rigmill_dom::{FontSource, OutlineCommand};
use rigmill_pipeline::{Diagnostic, Digest, ImportContext, Importer, SourcePath, Sources};
use rigmill_test_random::Random;

use super::support::{clean, rendered};
use crate::{SpriteFont, SpriteFontParams};

const SOURCE: &str = "Fonts/Menu.spritefont";

/// A project with these files.
struct Files(Vec<(&'static str, Vec<u8>)>);

impl Sources for Files {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        let found = self.0.iter().find(|(name, _)| *name == path.as_str());
        Ok(found.map(|(_, bytes)| (bytes.clone(), Digest::from_bytes([0; 32]))))
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        if pattern.ends_with("/**/*") {
            return Ok(Vec::new());
        }
        assert_eq!(pattern, "**/*.{ttf,otf,ttc}");
        let fonts = self.0.iter().filter(|(name, _)| *name != SOURCE);
        let mut paths: Vec<_> = fonts.map(|(name, _)| SourcePath::new(name).unwrap()).collect();
        paths.sort();
        Ok(paths)
    }
}

/// Returns the sample game's font.
fn font() -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/Fonts/GrundDisplay.ttf")).unwrap()
}

/// Returns the sample game's font with different flags in the field `fsSelection` of its table `OS/2`.
fn font_of_style(flags: u8) -> Vec<u8> {
    let mut bytes = font();
    let entry = bytes.windows(4).position(|tag| tag == b"OS/2").unwrap();
    let table = u32::from_be_bytes(bytes[entry + 8..entry + 12].try_into().unwrap()) as usize;
    bytes[table + 63] = flags;
    bytes
}

fn import_files(files: Vec<(&'static str, Vec<u8>)>, font: Option<&str>) -> (Option<FontSource>, Vec<Diagnostic>) {
    let params = SpriteFontParams { font: font.map(str::to_owned), ..SpriteFontParams::default() };
    let (path, files) = (SourcePath::new(SOURCE).unwrap(), Files(files));
    let mut ctx = ImportContext::new(&path, &files);
    let value = SpriteFont.import(&mut ctx, &params).ok();
    (value, ctx.finish().1)
}

fn import(description: &str) -> (Option<FontSource>, Vec<Diagnostic>) {
    import_files(vec![(SOURCE, description.as_bytes().to_vec()), ("Fonts/Display.ttf", font())], None)
}

/// Returns a description with these elements.
fn described(elements: &str) -> String {
    format!(
        "<XnaContent xmlns:Graphics=\"Microsoft.Xna.Framework.Content.Pipeline.Graphics\">\n\
         <Asset Type=\"Graphics:FontDescription\">\n{elements}\n</Asset>\n</XnaContent>"
    )
}

const NAME: &str = "<FontName>Grund Display</FontName><Size>12</Size>";

fn region(start: &str, end: &str) -> String {
    format!(
        "<CharacterRegions><CharacterRegion><Start>{start}</Start><End>{end}</End></CharacterRegion></CharacterRegions>"
    )
}

#[test]
fn outlines_have_the_size_of_the_description() {
    let source = clean(import(&described(&format!("{NAME}<Spacing>-1.5</Spacing>{}", region("J", "L")))));
    assert_eq!((source.ascent, source.descent, source.line_gap), (14.0, 4.0, 0.0));
    assert_eq!((source.spacing, source.use_kerning, source.default_character), (-1.5, true, None));
    let characters: Vec<_> = source.glyphs.iter().map(|glyph| (glyph.character, glyph.advance)).collect();
    assert_eq!(characters, [('J', 12.0), ('K', 12.0), ('L', 12.0)]);
    // L consists of six rows of one square and a row of five. A square is two pixels wide, and the first begins half a square
    // from the left.
    let points: Vec<_> = source.glyphs[2].outline.iter().flat_map(OutlineCommand::points).collect();
    assert!(points.contains(&[1.0, 14.0]) && points.contains(&[11.0, 0.0]), "{points:?}");
    let row = |y: f32, right: f32| points.iter().filter(|[x, top]| *top == y && *x == right).count();
    assert_eq!((row(12.0, 3.0) > 0, row(2.0, 11.0) > 0, row(4.0, 11.0)), (true, true, 0));
    assert_eq!(source.glyphs[2].outline.iter().filter(|it| matches!(it, OutlineCommand::Close)).count(), 7);
}

#[test]
fn the_defaults_are_those_of_xnas_template() {
    let (source, diagnostics) = import(&described(NAME));
    let source = source.unwrap();
    assert_eq!((source.glyphs.len(), source.glyphs[0].character, source.glyphs[94].character), (95, ' ', '~'));
    assert_eq!((source.spacing, source.use_kerning), (0.0, true));
    let message = &diagnostics[0].message;
    assert!(message.starts_with("Fonts/Display.ttf: the font lacks 46 of 95 characters"), "{message}");
    // Characters that the font lacks have the font's replacement glyph.
    let outline = |character| &source.glyphs.iter().find(|glyph| glyph.character == character).unwrap().outline;
    assert_eq!(outline('a'), outline('~'));
    assert!(!outline('a').is_empty() && outline(' ').is_empty());
}

#[test]
fn regions_may_overlap_and_a_blank_is_a_character() {
    let regions = "<CharacterRegions>\
         <CharacterRegion><Start>&#32;</Start><End> </End></CharacterRegion>\
         <CharacterRegion><Start> A </Start><End>&#x43;</End></CharacterRegion>\
         <CharacterRegion><Start>B</Start><End>D</End></CharacterRegion></CharacterRegions>";
    let more = "<DefaultCharacter>D</DefaultCharacter><UseKerning>0</UseKerning>";
    let source = clean(import(&described(&format!("{NAME}{regions}{more}"))));
    let characters: String = source.glyphs.iter().map(|glyph| glyph.character).collect();
    assert_eq!((characters.as_str(), source.default_character, source.use_kerning), (" ABCD", Some('D'), false));
}

#[test]
fn problems_of_a_description_are_reported_with_their_places() {
    let cases = [
        (
            "<FontName> </FontName><Size>12</Size>",
            "error[R0301] 3:1: FontName is \"\", expected the name of a font family",
        ),
        ("<FontName>A</FontName>", "error[R0301] 2:1: the description has no `Size`"),
        ("<Size>12</Size>", "error[R0301] 2:1: the description has no `FontName`"),
        ("<FontName>A</FontName><Size>14pt</Size>", "error[R0301] 3:29: Size is \"14pt\", expected a number"),
        ("<FontName>A</FontName><Size>inf</Size>", "error[R0301] 3:29: Size is \"inf\", expected a number"),
        (
            "<FontName>A</FontName><Size>0</Size>",
            "error[R0302] 3:29: Size is 0, expected a number above 0, at most 768",
        ),
        ("<FontName>A</FontName><Size>769</Size>", "error[R0302] 3:29: Size is 769"),
        ("<FontName>A</FontName><Size>9</Size><Style>bold</Style>", "error[R0301] 3:44: Style is \"bold\""),
        ("<FontName>A</FontName><Size>9</Size><Spacing>1e9</Spacing>", "error[R0302] 3:46: Spacing is 1e9"),
        ("<FontName>A</FontName><Size>9</Size><UseKerning>True</UseKerning>", "error[R0301] 3:49: UseKerning is"),
        (
            "<FontName>A</FontName><Size>9</Size><DefaultCharacter>é</DefaultCharacter>",
            "error[R0302] 3:55: the default character 'é' is not in any region",
        ),
        (
            "<FontName>A</FontName><Size>9</Size><DefaultCharacter>ab</DefaultCharacter>",
            "error[R0301] 3:55: DefaultCharacter is \"ab\", expected one character",
        ),
        (
            "<FontName>A</FontName><Size>9</Size><CharacterRegions />",
            "error[R0301] 2:1: the description has no characters",
        ),
    ];
    for (elements, expected) in cases {
        let (source, diagnostics) = import(&described(elements));
        let text = rendered(&diagnostics);
        assert!(source.is_none() && text.contains(expected), "{elements}: {text}");
    }
    let regions = [
        (region("B", "A"), "error[R0302] 3:68: a region ends at 'A', before its start at 'B'"),
        (region("&#32;", "&#x10ffff;"), "error[R0303] 3:68: the regions contain more than 65536 characters"),
        (region("", "B"), "error[R0301]"),
        (region("32", "B"), "Start is \"32\", expected one character"),
        (region("32", "B"), "help: did you mean `&#32;`?"),
        (region("A", "Zz"), "help: write the character itself, such as `A`, or its number, such as `&#65;`"),
        ("<CharacterRegions><CharacterRegion/></CharacterRegions>".to_owned(), "a region lacks `Start` or `End`"),
    ];
    for (region, expected) in regions {
        let (source, diagnostics) = import(&described(&format!("{NAME}{region}")));
        let text = rendered(&diagnostics);
        assert!(source.is_none() && text.contains(expected), "{region}: {text}");
    }
    let documents = [
        ("<Font/>", "the root element is `Font`, expected `XnaContent`"),
        ("<XnaContent/>", "there is no `Asset` element"),
        ("<XnaContent><Asset/></XnaContent>", "the `Asset` has no `Type`"),
        ("<XnaContent><Asset Type=\"Game:Font\"/></XnaContent>", "the asset has the type \"Game:Font\""),
    ];
    for (document, expected) in documents {
        let text = rendered(&import(document).1);
        assert!(text.contains("error[R0300]") && text.contains(expected), "{document}: {text}");
    }
}

#[test]
fn what_a_description_does_not_have_is_reported() {
    let (source, diagnostics) =
        import(&described(&format!("{NAME}<Colour>red</Colour><Size>9</Size>{}", region("A", "B"))));
    assert_eq!(source.unwrap().glyphs.len(), 2);
    let codes: Vec<_> = diagnostics.iter().map(|it| &*it.code).collect();
    assert_eq!(codes, ["R0030", "R0032"]);
}

#[test]
fn the_file_next_to_the_description_comes_first_and_the_style_decides() {
    const REGULAR: u8 = 0x40;
    const BOLD: u8 = 0x20;
    let bold = described(&format!("{NAME}<Style>Bold</Style>{}", region("A", "B")));
    let files = |description: &str, styles: [u8; 2]| {
        let [above, beside] = styles.map(font_of_style);
        vec![(SOURCE, description.as_bytes().to_vec()), ("A.ttf", above), ("Fonts/Z.ttf", beside)]
    };
    clean(import_files(files(&bold, [BOLD, REGULAR]), None));
    let only_regular = import_files(files(&bold, [REGULAR, REGULAR]), None).1;
    let expected = "error[R0305] 3:57: the project has the font \"Grund Display\" only as Regular";
    assert!(rendered(&only_regular).starts_with(expected), "{only_regular:?}");
    let misspelt = rendered(&import(&described(&NAME.replace("Display", "Dispaly"))).1);
    assert!(
        misspelt.starts_with("error[R0304] 3:11: no font file in the project contains the font \"Grund Dispaly\""),
        "{misspelt}"
    );
    assert!(misspelt.ends_with("= help: did you mean `Grund Display`?\n"), "{misspelt}");
    // A file named by the rule is used whatever its style.
    let (source, named) = import_files(files(&bold, [REGULAR, REGULAR]), Some("A.ttf"));
    assert!(source.is_some() && rendered(&named).starts_with("warning[R0305]"), "{named:?}");
    for (path, expected) in [("B.ttf", "R0304"), ("../A.ttf", "R0304"), (SOURCE, "R0306")] {
        let (source, named) = import_files(files(&bold, [REGULAR, REGULAR]), Some(path));
        assert!(source.is_none() && named[0].code == expected, "{path}: {named:?}");
        assert_eq!(named[0].parameter.as_deref(), Some("font"), "{path}");
    }
    // As in MonoGame, the font is found by the name of its file.
    let by_file = bold.replace("Grund Display", "z").replace("Bold", "Regular");
    clean(import_files(files(&by_file, [BOLD, REGULAR]), None));
}

#[test]
fn variable_components_are_refused() {
    let mut bytes = font();
    let entry = bytes.windows(4).position(|tag| tag == b"OS/2").unwrap();
    bytes[entry..entry + 4].copy_from_slice(b"VARC");
    let description = described(&format!("{NAME}{}", region("A", "B")));
    let (value, diagnostics) =
        import_files(vec![(SOURCE, description.into_bytes()), ("Fonts/Display.ttf", bytes)], None);
    assert!(value.is_none());
    let found = diagnostics.iter().find(|it| it.code == "R0306").unwrap();
    assert!(found.message.contains("variable components"), "{}", found.message);
}

#[test]
fn damaged_fonts_give_outlines_or_a_diagnostic() {
    let whole = font();
    let description = described(&format!("{NAME}{}", region("A", "Z")));
    let check = |bytes: Vec<u8>| {
        let files = vec![(SOURCE, description.as_bytes().to_vec()), ("Fonts/Display.ttf", bytes)];
        let (source, diagnostics) = import_files(files, Some("Fonts/Display.ttf"));
        assert!(source.is_some() || !diagnostics.is_empty());
    };
    for length in (0..whole.len()).step_by(97) {
        check(whole[..length].to_vec());
    }
    let mut random = Random::new(7);
    for _ in 0..2000 {
        let mut bytes = whole.clone();
        for _ in 0..1 + random.below(8) {
            // The table directory and the table headers are damaged more often than outlines.
            let at = if random.once_in(2) { random.below(1024) } else { random.below(bytes.len()) };
            bytes[at] = *random.pick(&[0, 1, 0x7f, 0x80, 0xff, bytes[at] ^ 1]);
        }
        check(bytes);
    }
}
