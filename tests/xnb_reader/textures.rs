//! Tests textures, cube maps and compiled effects: every texel of every level is the source's, and every byte of an effect is
//! the compiler's.

use serde_json::{Value, json};

use super::{built, index, list};
use crate::support::Project;

/// The texels of four quarters, from the left and the top, and their values in the single texel of the last level.
pub(super) struct Picture {
    quarters: [[u8; 4]; 4],
    mean: [u8; 4],
}

/// Reds and alphas that are on blocks' scales of four and eight steps.
pub(super) const OPAQUE: Picture =
    Picture { quarters: [[255, 0, 0, 255], [170, 0, 0, 255], [85, 0, 0, 255], [0, 0, 0, 255]], mean: [128, 0, 0, 255] };
const CLEAR: Picture = Picture {
    quarters: [[255, 0, 0, 108], [170, 0, 0, 171], [85, 0, 0, 234], [0, 0, 0, 255]],
    // Colours are weighted by their alpha.
    mean: [100, 0, 0, 192],
};
const SIDE: usize = 8;

impl Picture {
    fn texel(&self, x: usize, y: usize, side: usize) -> [u8; 4] {
        if side == 1 { self.mean } else { self.quarters[2 * (2 * y / side) + 2 * x / side] }
    }

    pub(super) fn png(&self) -> Vec<u8> {
        let row = |y: usize| [0].into_iter().chain((0..SIDE).flat_map(move |x| self.texel(x, y, SIDE)));
        png(SIDE, &(0..SIDE).flat_map(row).collect::<Vec<u8>>())
    }
}

/// Creates a square RGBA image. Each of the `rows` begins with the number of its filter, and is not compressed.
fn png(side: usize, rows: &[u8]) -> Vec<u8> {
    let big = |number: usize| u32::try_from(number).unwrap().to_be_bytes();
    let length = u16::try_from(rows.len()).unwrap();
    let stored =
        [&[0x78, 0x01, 0x01], &length.to_le_bytes()[..], &(!length).to_le_bytes(), rows, &adler(rows)].concat();
    let header = [&big(side)[..], &big(side), &[8, 6, 0, 0, 0]].concat();
    let chunk = |name: &[u8], data: &[u8]| {
        let body = [name, data].concat();
        [&big(data.len())[..], &body, &crc(&body)].concat()
    };
    [b"\x89PNG\r\n\x1a\n", &chunk(b"IHDR", &header)[..], &chunk(b"IDAT", &stored), &chunk(b"IEND", &[])].concat()
}

fn adler(bytes: &[u8]) -> [u8; 4] {
    let (a, b) = bytes.iter().fold((1, 0), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    ((b << 16) | a).to_be_bytes()
}

fn crc(bytes: &[u8]) -> [u8; 4] {
    let step = |crc: u32| (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
    let crc = bytes.iter().fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)));
    (!crc).to_be_bytes()
}

/// Returns the largest error of a level's texels.
fn off(level: &Value, picture: &Picture) -> u8 {
    let [width, height] = ["width", "height"].map(|name| index(&level[name]));
    assert_eq!((width, list(&level["rows"]).len()), (height, height));
    let rows = list(&level["rows"]).iter().map(|row| row.as_str().unwrap());
    let mut most = 0;
    for (y, row) in rows.enumerate() {
        assert_eq!(row.len(), 8 * width);
        for (at, expected) in (0..width).flat_map(|x| picture.texel(x, y, width)).enumerate() {
            let found = u8::from_str_radix(&row[2 * at..2 * at + 2], 16).unwrap();
            most = most.max(found.abs_diff(expected));
        }
    }
    most
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn textures_have_their_levels_and_texels() {
    let cases = [("Color", "none", &CLEAR, 1), ("Dxt1", "bc1", &OPAQUE, 4), ("Dxt5", "bc3", &CLEAR, 4)];
    let project = Project::new();
    let mut rules = String::new();
    for (name, compression, picture, _) in cases {
        project.write(&format!("{name}.png"), picture.png());
        let params = format!("{{ srgb = false, compression = \"{compression}\" }}");
        rules += &format!("[[rule]]\nmatch = \"{name}.png\"\nparams = {params}\n");
    }
    rules += "[[rule]]\nmatch = \"Flat.png\"\nparams = { mips = false }\n";
    project.write("Flat.png", OPAQUE.png());
    project.write("rigmill.toml", rules);
    let assets = ["Color", "Dxt1", "Dxt5", "Flat"];
    let files = built(&project, &assets);
    for (file, (format, _, picture, most)) in files.iter().zip(cases) {
        let texture = &file["content"];
        assert_eq!((&texture["format"], &texture["width"], &texture["height"]), (&json!(format), &json!(8), &json!(8)));
        let sides: Vec<_> = list(&texture["levels"]).iter().map(|level| index(&level["width"])).collect();
        assert_eq!(sides, [8, 4, 2, 1], "{format}");
        for level in list(&texture["levels"]) {
            let off = off(level, picture);
            assert!(off <= most, "{format}: off by {off}: {level}");
        }
    }
    let flat = &files[3]["content"];
    assert_eq!((&flat["format"], list(&flat["levels"]).len()), (&json!("Color"), 1));
    assert_eq!(off(&flat["levels"][0], &OPAQUE), 0);
}

/// Returns the colour of a texel in a cube map. Each face, column and row has its own colour.
fn of_face(face: u8, x: u8, y: u8) -> [u8; 4] {
    [face * 40, x * 60, y * 70, 255 - face]
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn cube_maps_have_their_faces_levels_and_texels() {
    let project = Project::new();
    let coordinates = || (0..4_u8).flat_map(|y| (0..4_u8).map(move |x| (x, y)));
    let faces: Vec<[u8; 4]> = (0..6).flat_map(|face| coordinates().map(move |(x, y)| of_face(face, x, y))).collect();
    project.write("Sky.dds", cube_of_rgba(4, &faces));
    project.write("Blocks.dds", cube_of_rgba(4, &faces));
    let rule =
        |name: &str, params: &str| format!("[[rule]]\nmatch = \"{name}.dds\"\nparams = {{ srgb = false, {params} }}\n");
    project.write("rigmill.toml", rule("Sky", "mips = false") + &rule("Blocks", "compression = \"dxt\""));
    let files = built(&project, &["Sky", "Blocks"]);
    let [sky, blocks] = [&files[0]["content"], &files[1]["content"]];
    assert_eq!((&sky["format"], &sky["size"], list(&sky["faces"]).len()), (&json!("Color"), &json!(4), 6));
    for (face, levels) in (0..6).zip(list(&sky["faces"])) {
        assert_eq!(list(levels).len(), 1);
        let hex = |texels: Vec<[u8; 4]>| texels.concat().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let rows = (0..4).map(|y| json!(hex((0..4).map(|x| of_face(face, x, y)).collect())));
        assert_eq!(list(&list(levels)[0]["rows"]), rows.collect::<Vec<_>>(), "face {face}");
    }
    // One face is not opaque, so all faces have alpha.
    assert_eq!(blocks["format"], "Dxt5");
    assert!(list(&blocks["faces"]).iter().all(|levels| list(levels).len() == 3));
}

/// Creates a DDS file with six faces of red, green, blue, alpha.
fn cube_of_rgba(size: u32, texels: &[[u8; 4]]) -> Vec<u8> {
    let mut words = vec![0x2053_4444_u32, 124, 0x1007, size, size, 0, 0, 0];
    words.extend([0; 11]);
    words.extend([32, 0x41, 0, 32, 0xff, 0xff00, 0x00ff_0000, 0xff00_0000, 0x1008, 0xfe00, 0, 0, 0]);
    words.iter().flat_map(|word| word.to_le_bytes()).chain(texels.concat()).collect()
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn compiled_effects_are_the_compilers_bytes() {
    let project = Project::new();
    project.write("Glow.fx", "technique T { pass P { } }");
    project.write("Glow.mgfxo", b"MGFX\x0a\x01effect");
    project.write("Toon.fxo", [0x01, 0x09, 0xff, 0xfe, 7]);
    let files = built(&project, &["Glow", "Toon"]);
    assert_eq!(files[0]["content"]["bytes"], "4d4746580a01656666656374");
    assert_eq!(files[1]["content"]["bytes"], "0109fffe07");
}
