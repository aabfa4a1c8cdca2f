//! Tests fonts: every number, and the texels of a character.

use serde_json::{Value, json};

use super::{built, index, list, numbers, read, readers};
use crate::fonts::{SQUARES, game};
use crate::support::outside;

/// Returns the texels of a character: red, green, blue and alpha in hexadecimal, row by row.
fn texels(font: &Value, character: &str) -> Vec<String> {
    let at = list(&font["characters"]).iter().position(|it| it == character).unwrap();
    let [left, top, width, height] = [0, 1, 2, 3].map(|part| index(&font["glyphs"][at][part]));
    let rows = list(&font["texture"]["levels"][0]["rows"]).iter().map(|row| row.as_str().unwrap());
    rows.skip(top).take(height).map(|row| row[8 * left..8 * (left + width)].to_owned()).collect()
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn fonts_have_their_characters() {
    for (compression, format) in [("none", "Color"), ("bc2", "Dxt3")] {
        let rule = format!("[[rule]]\nmatch = \"**/*.spritefont\"\nparams = {{ compression = \"{compression}\" }}\n");
        let project = game(&rule);
        let file = &built(&project, &["Fonts/Display"])[0];
        let names = ["SpriteFontReader", "Texture2DReader", "ListReader", "RectangleReader"];
        let more = ["ListReader", "CharReader", "ListReader", "Vector3Reader"];
        assert_eq!(readers(file), [names, more].concat());
        let font = &file["content"];
        assert_eq!(font["texture"]["format"], format);
        assert_eq!((index(&font["lineSpacing"]), &font["defaultCharacter"]), (18, &json!("?")));
        let at = list(&font["characters"]).iter().position(|it| it == "L").unwrap();
        assert_eq!(numbers::<3>(&font["kerning"][at]), [1.0, 10.0, 1.0]);
        assert_eq!(numbers::<4>(&font["cropping"][at]), [0.0, 0.0, 10.0, 18.0]);
        let expected: Vec<String> =
            SQUARES.iter().map(|row| row.replace('#', "ffffffff").replace('.', "00000000")).collect();
        assert_eq!(texels(font, "L"), expected);
    }
}

#[test]
#[cfg_attr(
    not(all(robotgame_project, mono)),
    ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder of RobotGame's content project; needs mcs and mono"
)]
fn microsofts_font_is_read_to_its_end() {
    let file = outside("RIGMILL_ROBOTGAME_PROJECT").join("xnb/Font/SmallArial.xnb");
    let font = &read(&[file])[0]["content"];
    assert_eq!((list(&font["characters"]).len(), index(&font["lineSpacing"])), (95, 22));
}
