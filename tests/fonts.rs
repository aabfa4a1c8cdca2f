//! Tests fonts, from their descriptions and files to texts in a game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use rigmill_format::{AlignedBytes, Content as _, Font, FontView, TextureFormat};
use rigmill_runtime::Content;
use rigmill_runtime::content;

use crate::support::{Project, outside, repository};

/// `L` in the sample game's font at 12 points. Each square is two pixels wide.
pub(crate) const SQUARES: [&str; 14] = [
    "##........",
    "##........",
    "##........",
    "##........",
    "##........",
    "##........",
    "##........",
    "##........",
    "##........",
    "##........",
    "##........",
    "##........",
    "##########",
    "##########",
];

/// Creates a game with the sample game's font, and a manifest.
pub(crate) fn game(manifest: &str) -> Project {
    let project = Project::new();
    for name in ["Fonts/GrundDisplay.ttf", "Fonts/Display.spritefont"] {
        project.write(name, fs::read(repository().join("content").join(name)).unwrap());
    }
    project.write("rigmill.toml", manifest);
    project
}

fn description(name: &str, more: &str) -> String {
    format!(
        "<XnaContent xmlns:Graphics=\"Microsoft.Xna.Framework.Content.Pipeline.Graphics\">\n\
         <Asset Type=\"Graphics:FontDescription\"><FontName>{name}</FontName><Size>12</Size>{more}\
         <CharacterRegions><CharacterRegion><Start>A</Start><End>C</End></CharacterRegion></CharacterRegions></Asset>\n\
         </XnaContent>"
    )
}

/// Returns the codes and messages of a build.
fn said(project: &Project) -> Vec<String> {
    let built = project.build();
    let diagnostics = built.diagnostics();
    let parts = diagnostics.iter().map(|it| ["code", "message"].map(|name| it[name].as_str().unwrap()).join(" "));
    parts.collect()
}

#[test]
fn a_description_becomes_a_font_in_which_texts_are_laid_out() {
    let project = game("");
    assert_eq!(said(&project), [""; 0]);
    assert_eq!(project.build().changes(), [""; 0]);
    let content = Content::open(project.native()).unwrap();
    let font = content.load::<content::Font>("Fonts/Display").unwrap();
    let view = font.view();
    assert_eq!((view.len(), view.line_spacing(), view.default_character()), (49, 18, Some('?')));
    let texture = view.texture();
    assert!(texture.width().is_power_of_two() && texture.height().is_multiple_of(4));
    assert_eq!((texture.format(), texture.srgb()), (TextureFormat::Rgba8, false));
    let glyph = view.glyph('L').unwrap();
    assert_eq!((glyph.cropping, glyph.kerning), ([0, 0, 10, 18], [1.0, 10.0, 1.0]));
    let [left, top, width, height] = glyph.bounds.map(|it| usize::try_from(it).unwrap());
    assert_eq!([width, height], [10, 14]);
    for (y, row) in SQUARES.iter().enumerate() {
        for (x, square) in row.bytes().enumerate() {
            let at = 4 * ((top + y) * texture.width() as usize + left + x);
            assert_eq!(texture.bytes()[at..at + 4], [if square == b'#' { 255 } else { 0 }; 4], "{x} {y}");
        }
    }
    // Each character is 12 pixels wide and each line 18 pixels high. The comma is one square high.
    assert_eq!(font.measure("RE-\nAD,Y"), Ok([48.0, 36.0]));
    let quads: Vec<_> = font.layout("L\nL").map(|quad| quad.unwrap().position).collect();
    assert_eq!(quads, [[1.0, 0.0], [1.0, 18.0]]);
}

#[test]
fn the_sample_games_play_script_lays_a_text_out() {
    let content = repository().join("content");
    let project = game("");
    let script = fs::read_to_string(content.join("text.play")).unwrap();
    project.write("text.play", script);
    let output = project.command("play").args(["text.play", "--content", "."]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(line["text"], "GRUND: 100%\nREADY");
    assert_eq!(line["glyphs"].as_array().unwrap().len(), 16);
}

#[test]
fn a_font_file_is_found_by_its_family_and_rebuilds_its_descriptions() {
    let project = game("");
    project.write("Texts/Small.spritefont", description("GRUND display", ""));
    assert_eq!((said(&project), project.build().changes().len()), (vec![], 0));
    let font = fs::read(project.root().join("Fonts/GrundDisplay.ttf")).unwrap();
    // Changes the outline of a character that the second description does not contain, so only the first is processed again.
    let mut changed = font.clone();
    let glyphs = changed.windows(4).position(|tag| tag == b"glyf").unwrap();
    let start = u32::from_be_bytes(changed[glyphs + 8..glyphs + 12].try_into().unwrap()) as usize;
    let length = u32::from_be_bytes(changed[glyphs + 12..glyphs + 16].try_into().unwrap()) as usize;
    // The last coordinate of the last character, `Z`, is before the padding.
    changed[start + length - 40] ^= 1;
    project.write("Fonts/GrundDisplay.ttf", changed);
    assert_eq!(
        project.build().changes(),
        [
            "Fonts/Display: built [file changed: Fonts/GrundDisplay.ttf] import; process; write",
            "Texts/Small: fresh [file changed: Fonts/GrundDisplay.ttf] import",
        ]
    );
    fs::remove_file(project.root().join("Fonts/GrundDisplay.ttf")).unwrap();
    let messages = said(&project);
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(
        messages[0].starts_with("R0304 no font file in the project contains the font \"Grund Display\""),
        "{messages:?}"
    );
}

#[test]
fn a_font_that_is_not_there_is_an_error_that_says_what_is() {
    let project = game("");
    project.write("Fonts/Arial.spritefont", description("Arial", ""));
    project.write("Fonts/Bold.spritefont", description("Grund Display", "<Style>Bold, Italic</Style>"));
    project.write("Fonts/Odd.ttf", "no font");
    let messages = said(&project);
    assert_eq!(
        messages,
        [
            "R0304 no font file in the project contains the font \"Arial\"; the project has \"Grund Display\"; `Fonts/Odd.ttf` cannot be read as a font",
            "R0305 the project has the font \"Grund Display\" only as Regular, not as Bold, Italic",
        ]
    );
    fs::remove_file(project.root().join("Fonts/Odd.ttf")).unwrap();
    project.write(
        "rigmill.toml",
        "[[rule]]\nmatch = \"Fonts/{Arial,Bold}.spritefont\"\nparams = { font = \"Fonts/GrundDisplay.ttf\" }\n",
    );
    let messages = said(&project);
    assert_eq!(
        messages,
        [
            "R0305 `Style` is Bold, Italic, but the font in `Fonts/GrundDisplay.ttf` is Regular; Rigmill uses the font unchanged",
        ]
    );
}

/// Creates a bitmap of rectangles next to each other, surrounded by magenta, with these sizes and colours.
fn image_of(rectangles: &[([usize; 2], [u8; 3])]) -> Vec<u8> {
    let height = 2 + rectangles.iter().map(|(size, _)| size[1]).max().unwrap();
    let mut rows = vec![vec![[255, 0, 255]]; height];
    for ([own_width, own_height], color) in rectangles {
        for (y, row) in rows.iter_mut().enumerate() {
            let is_inside = (1..=*own_height).contains(&y);
            row.extend(std::iter::repeat_n(if is_inside { *color } else { [255, 0, 255] }, *own_width));
            row.push([255, 0, 255]);
        }
    }
    // A bitmap's rows are padded to a multiple of four bytes and begin with the lowest. Blue comes first.
    let width = rows[0].len();
    let row =
        |row: &Vec<[u8; 3]>| [row.iter().flat_map(|[r, g, b]| [*b, *g, *r]).collect(), vec![0; width % 4]].concat();
    let pixels: Vec<u8> = rows.iter().rev().flat_map(row).collect();
    let [width, height, size] = [width, height, pixels.len()].map(|it| u32::try_from(it).unwrap());
    let words = [54 + size, 0, 54, 40, width, height, 0x0018_0001, 0, size, 0, 0, 0, 0];
    let header = b"BM".iter().copied().chain(words.iter().flat_map(|word| word.to_le_bytes()));
    header.chain(pixels).collect()
}

#[test]
fn a_font_texture_is_cut_into_characters() {
    let project = Project::new();
    project.write("Score.bmp", image_of(&[([2, 3], [200, 0, 0]), ([3, 1], [0, 200, 0])]));
    let params = "{ first_character = \"0\", default_character = \"1\", spacing = 2 }";
    project.write(
        "rigmill.toml",
        format!("[[rule]]\nmatch = \"*.bmp\"\nprocessor = \"font-texture\"\nparams = {params}\n"),
    );
    assert_eq!(said(&project), [""; 0]);
    let file = AlignedBytes::from_slice(&project.read("build/native/Score.rmb"));
    let font = FontView::parse(&file).unwrap().to_owned();
    let glyphs: Vec<_> = font.glyphs.iter().map(|it| (it.character, it.cropping, it.kerning)).collect();
    assert_eq!(glyphs, [('0', [0, 0, 2, 3], [0.0, 2.0, 0.0]), ('1', [0, 0, 3, 1], [0.0, 3.0, 0.0])]);
    assert_eq!((font.line_spacing, font.spacing, font.default_character), (3, 2.0, Some('1')));
    let [left, top, ..] = font.glyphs[1].bounds.map(|it| usize::try_from(it).unwrap());
    let at = 4 * (top * font.texture.width as usize + left);
    assert_eq!(font.texture.mips[0][at..at + 12], [0, 200, 0, 255].repeat(3));
}

/// Builds one file for a target and reads the result.
fn built(project: &Project, target: &str, file: &str) -> Vec<u8> {
    let built = project.build_with(&["--target", target]);
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    project.read(&format!("build/{target}/{file}"))
}

#[test]
fn fonts_come_back_byte_for_byte() {
    for compression in ["none", "bc2"] {
        let rule = format!("[[rule]]\nmatch = \"**/*.spritefont\"\nparams = {{ compression = \"{compression}\" }}\n");
        let first = game(&rule);
        let bytes = built(&first, "xna", "Fonts/Display.xnb");
        let again = Project::new();
        again.write("Display.xnb", bytes.clone());
        assert!(built(&again, "xna", "Display.xnb") == bytes, "{compression}");
        let native = Font::decode(&built(&again, "native", "Display.rmb")).unwrap();
        assert_eq!(native, Font::decode(&built(&first, "native", "Fonts/Display.rmb")).unwrap());
    }
}

#[test]
#[cfg_attr(
    not(robotgame_project),
    ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder of RobotGame's content project"
)]
fn microsofts_font_comes_back_byte_for_byte() {
    let genuine = fs::read(outside("RIGMILL_ROBOTGAME_PROJECT").join("xnb/Font/SmallArial.xnb")).unwrap();
    let project = Project::new();
    project.write("SmallArial.xnb", genuine.clone());
    assert!(built(&project, "xna", "SmallArial.xnb") == genuine);
    let font = Font::decode(&built(&project, "native", "SmallArial.rmb")).unwrap();
    assert_eq!((font.glyphs.len(), font.line_spacing, font.texture.format), (95, 22, TextureFormat::Bc2));
    // XNA stores white and coverage in four steps. Each colour index corresponds to an alpha index.
    let numbers = [(0, 1), (5, 3), (10, 2), (15, 0)];
    for block in font.texture.mips[0].chunks_exact(16) {
        let alphas = u64::from_le_bytes(block[..8].try_into().unwrap());
        let colors = u32::from_le_bytes(block[12..].try_into().unwrap());
        assert_eq!(block[8..12], [255, 255, 0, 0]);
        for texel in 0..16 {
            let pair = (alphas >> (4 * texel) & 15, colors >> (2 * texel) & 3);
            assert!(numbers.contains(&pair), "{pair:?}");
        }
    }
}

#[test]
#[cfg_attr(
    not(robotgame_project),
    ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder of RobotGame's content project"
)]
fn microsofts_description_is_built_with_a_font_of_the_project() {
    let folder = outside("RIGMILL_ROBOTGAME_PROJECT");
    let project = game("[[rule]]\nmatch = \"SmallArial.spritefont\"\nparams = { font = \"Fonts/GrundDisplay.ttf\" }\n");
    project.write("SmallArial.spritefont", fs::read(folder.join("content/Font/SmallArial.spritefont")).unwrap());
    let messages = said(&project);
    assert_eq!(messages.len(), 1, "{messages:?}");
    // The sample game's font contains 49 of the 95 characters.
    assert!(messages[0].contains("the font lacks 46 of 95 characters"), "{messages:?}");
    let file = AlignedBytes::from_slice(&project.read("build/native/SmallArial.rmb"));
    let font = FontView::parse(&file).unwrap();
    // 14 points are 18 2/3 pixels. A line is nine of the em's eight squares high.
    assert_eq!((font.len(), font.line_spacing()), (95, 21));
}

/// The positions of characters, by their sizes.
type Places = BTreeMap<[i32; 2], BTreeSet<[i32; 2]>>;

/// Returns the size of a font's texture, and the positions of its characters by size.
fn places(font: &Font) -> ([u32; 2], Places) {
    let mut places = Places::new();
    for [left, top, width, height] in font.glyphs.iter().map(|glyph| glyph.bounds) {
        places.entry([width, height]).or_default().insert([left, top]);
    }
    ([font.texture.width, font.texture.height], places)
}

#[test]
#[cfg_attr(
    not(robotgame_project),
    ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder of RobotGame's content project"
)]
fn characters_are_packed_as_xna_packed_them() {
    let folder = outside("RIGMILL_ROBOTGAME_PROJECT");
    let project = Project::new();
    project.write("SmallArial.xnb", fs::read(folder.join("xnb/Font/SmallArial.xnb")).unwrap());
    let genuine = Font::decode(&built(&project, "native", "SmallArial.rmb")).unwrap();
    // Rectangles of the same sizes, each with a different colour.
    let sizes = genuine.glyphs.iter().map(|glyph| [2, 3].map(|part| usize::try_from(glyph.bounds[part]).unwrap()));
    let rectangles: Vec<_> = sizes.zip(0..).map(|(size, number)| (size, [0, 0, number])).collect();
    let packed = Project::new();
    packed.write("Sizes.bmp", image_of(&rectangles));
    packed.write("rigmill.toml", "[[rule]]\nmatch = \"*.bmp\"\nprocessor = \"font-texture\"\n");
    let packed = Font::decode(&built(&packed, "native", "Sizes.rmb")).unwrap();
    assert_eq!(packed.glyphs.len(), 95);
    assert_eq!(places(&packed), places(&genuine));
}
