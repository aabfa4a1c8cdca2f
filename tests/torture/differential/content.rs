//! Random sources of every type that depends on other assets or files. They use few names, so that they often refer to, replace
//! and miss each other.

use std::fs;

use rigmill_test_random::Random;
use serde_json::json;

use super::program::Program;
use crate::support::{clip, repository};

/// A path relative to the project's folder, and the bytes of its file.
pub(super) type Source = (String, Vec<u8>);

/// The environment variables that sources query.
pub(super) const VARIABLES: [&str; 3] = ["RIGMILL_TEST_A", "RIGMILL_TEST_B", "RIGMILL_TEST_C"];

/// The number of probes. Each mostly queries probes with lower numbers, because otherwise all would be in cycles.
const PROBES: usize = 14;

const FOLDERS: [&str; 4] = ["", "a/", "b/", "a/deep/"];

/// Returns a source of a project for a program.
pub(super) fn source(program: Program, random: &mut Random) -> Source {
    if program == Program::WithProbes && !random.once_in(3) { probe(random) } else { of_a_game(random) }
}

fn of_a_game(random: &mut Random) -> Source {
    match random.below(17) {
        0..=2 => (format!("clips/c{}.Animation", random.below(5)), any_clip(random)),
        3 => (format!("packed/k{}.Animation", random.below(4)), any_clip(random)),
        4 => (format!("sampled/s{}.Animation", random.below(3)), any_clip(random)),
        5 => skeleton(random),
        6 => actions(random),
        7 => (format!("data/u{}.spec", random.below(4)), unit(random)),
        8 => schema(random),
        9 => thing(random),
        10 => stream(random),
        11 => model(random),
        12 => buffer(random),
        13 => image(random),
        14 => (format!("raw/r{}.dat", random.below(3)), number(random).into()),
        15 => table(random),
        _ => scene(random),
    }
}

fn number(random: &mut Random) -> String {
    random.below(100).to_string()
}

fn any_clip(random: &mut Random) -> Vec<u8> {
    let text = clip(&[&number(random), &number(random)]);
    match random.below(12) {
        0 => b"broken".to_vec(),
        1 => text.replace("<BoneName>B<", "<BoneName>Other<").into(),
        // A source whose imported value is unchanged.
        2 => format!("{text}\n<!-- {} -->", number(random)).into(),
        _ => text.into(),
    }
}

fn skeleton(random: &mut Random) -> Source {
    let bone = random.pick(&["B", "B", "B", "C"]);
    let x = random.below(3);
    let text = format!(
        "[[bone]]\nname = \"Root\"\n\n[[bone]]\nname = \"{bone}\"\nparent = \"Root\"\ntranslation = [{x}.0, 1.0, 0.0]\n"
    );
    (format!("rigs/{}.skeleton.toml", random.pick(&["S", "S", "T"])), text.into())
}

fn actions(random: &mut Random) -> Source {
    let clip = random.pick(&["c0", "c1", "c2", "none", "c0@x", "/packed/k0"]);
    let skeleton = random.pick(&["S", "T", "none"]);
    let text = format!(
        "skeleton = \"/rigs/{skeleton}.skeleton\"\n\n[[layer]]\nname = \"lower\"\n\n[[layer.action]]\nname = \"Idle\"\n\
         clip = \"{clip}\"\nmode = \"repeat\"\nblend = 0.{}\n",
        random.below(9)
    );
    (format!("clips/{}.actions.toml", random.pick(&["hero", "foe"])), text.into())
}

fn unit(random: &mut Random) -> Vec<u8> {
    let target = random.pick(&["/clips/hero.actions", "/clips/foe.actions", "/clips/hero.actions", "/none"]);
    let life = random.below(120);
    format!("<Unit><Life>{life}</Life><Actions>{target}</Actions></Unit>").into()
}

/// A schema. Some are larger than allowed, so that only their size is queried.
fn schema(random: &mut Random) -> Source {
    let most = random.pick(&[50, 100, 100, 200]);
    let mut text = format!(
        "root = \"Unit\"\n[record.Unit]\nLife = {{ type = \"u32\", max = {most} }}\n\
         Actions = {{ type = \"reference\", asset = \"ActionSet\" }}\n"
    );
    if random.once_in(5) {
        text = "\0".repeat((4 << 20) + 1 + random.below(2));
    }
    ("data/unit.schema.toml".to_owned(), text.into())
}

/// Data in one of two forms, or its schema.
fn thing(random: &mut Random) -> Source {
    let n = random.below(9);
    match random.below(3) {
        0 => (format!("data/d{}.data.json", random.below(2)), format!("{{ \"n\": {n} }}").into()),
        1 => (format!("data/d{}.data.toml", random.below(3)), format!("n = {n}\n").into()),
        _ => {
            let kind = random.pick(&["u8", "f32", "text"]);
            ("data/thing.schema.toml".to_owned(), format!("root = \"Thing\"\n[record.Thing]\nn = \"{kind}\"\n").into())
        }
    }
}

/// One of the two files of a curve stream.
fn stream(random: &mut Random) -> Source {
    let folder = repository().join("content/Animation/Curves");
    let suffix = random.pick(&["", "Index"]);
    let mut bytes = fs::read(folder.join(format!("Nod{suffix}.txt"))).unwrap();
    if random.once_in(3) {
        let at = random.below(bytes.len());
        bytes[at] ^= 1;
    }
    (format!("curves/{}{suffix}.txt", random.pick(&["n", "m"])), bytes)
}

/// A model of one triangle, whose buffer and texture are in other files.
fn model(random: &mut Random) -> Source {
    let model = random.below(3);
    let texture = random.pick(&["skin.bmp", "../images/skin.png", "C:\\art\\metal.tga", "images/metal.bmp"]);
    let document = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "B", "mesh": 0, "translation": [random.below(3), 0, 0] }],
        "meshes": [{ "name": "M", "primitives": [{ "attributes": { "POSITION": 0, "TEXCOORD_0": 1 }, "material": 0 }] }],
        "materials": [{ "name": "skin", "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }],
        "textures": [{ "source": 0 }], "images": [{ "uri": texture }],
        "buffers": [{ "uri": format!("m{}.bin", random.below(2)), "byteLength": 60 }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }, { "buffer": 0, "byteOffset": 36, "byteLength": 24 }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [9, 9, 9] },
            { "bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2" }
        ]
    });
    (format!("models/m{model}.gltf"), document.to_string().into())
}

fn buffer(random: &mut Random) -> Source {
    let size = random.below(4) as f32;
    let numbers = [0.0, 0.0, 0.0, size + 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0_f32];
    let mut bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    if random.once_in(6) {
        bytes.truncate(20);
    }
    (format!("models/m{}.bin", random.below(2)), bytes)
}

fn image(random: &mut Random) -> Source {
    let folder = random.pick(&["models", "images", "models/images", "textures"]);
    let name = random.pick(&["skin", "metal", "Skin", "metal_N"]);
    let mut bytes = bitmap(random.byte());
    if random.once_in(8) {
        bytes.truncate(30);
    }
    (format!("{folder}/{name}.bmp"), bytes)
}

/// A bitmap of 2 by 2 pixels in one shade of grey.
fn bitmap(grey: u8) -> Vec<u8> {
    let words: [u32; 13] = [70, 0, 54, 40, 2, 2, 0x0018_0001, 0, 16, 0, 0, 0, 0];
    let header = b"BM".iter().copied().chain(words.iter().flat_map(|word| word.to_le_bytes()));
    let row = [grey, grey, grey, grey, grey, grey, 0, 0];
    header.chain(row).chain(row).collect()
}

fn table(random: &mut Random) -> Source {
    let folder = repository().join("content/Models");
    let name = random.pick(&["Grund.breath.toml", "Grund.spring.toml"]);
    let mut text = fs::read_to_string(folder.join(name)).unwrap();
    text += &format!("# {}\n", random.below(3));
    (format!("rigs/{name}"), text.into())
}

/// A small FBX file with animations, or a truncated one.
fn scene(random: &mut Random) -> Source {
    let mut bytes = fs::read(repository().join("content/Models/Levels/Yard_Collision.fbx")).unwrap();
    if random.once_in(4) {
        bytes.truncate(100);
    }
    (format!("models/{}.fbx", random.pick(&["yard", "wall_Collision"])), bytes)
}

/// A source that consists of queries.
fn probe(random: &mut Random) -> Source {
    let number = random.below(PROBES);
    let mut text = String::new();
    for _ in 0..random.below(6) {
        text += &question(number, random);
        text.push('\n');
    }
    if random.once_in(20) {
        text += "broken\n";
    }
    (format!("{}.probe", probe_name(number)), text.into())
}

fn probe_name(number: usize) -> String {
    format!("{}p{number}", FOLDERS[number % FOLDERS.len()])
}

fn question(asking: usize, random: &mut Random) -> String {
    let file = random.pick(&["a/x.txt", "b/y.txt", "a/deep/z.txt", "raw/r0.dat", "clips/c0.Animation"]);
    let glob = random.pick(&["**/*.probe", "a/*", "b/**", "raw/*.dat", "*.probe", "{a,b}/*.txt"]);
    let below = if asking == 0 || random.once_in(8) { PROBES } else { asking };
    let other = probe_name(random.below(below));
    let label = random.pick(&["", "", "", "@x", "@y"]);
    match random.below(19) {
        0 => format!("env {}", random.pick(&VARIABLES)),
        1 => format!("exists {file}"),
        2 => format!("read {file}"),
        3 => format!("small {file}"),
        4 => format!("list {glob}"),
        5 => format!("listed {glob}"),
        6..=8 => format!("value {other}{label}"),
        9..=10 => format!("need {other}{label}"),
        11..=12 => format!("refer {other}{label}"),
        13 => format!("refer-to {other}.probe"),
        14 => format!("named {}", other.to_uppercase()),
        15 => format!("product {}", random.pick(&["@x", "@y"])),
        16 => format!("warn {}", random.below(9)),
        17 => format!("read {other}.probe"),
        _ => format!("text {}", random.below(9)),
    }
}

/// A file next to the sources that is not an asset.
pub(super) fn other_file(random: &mut Random) -> Source {
    let path = random.pick(&["a/x.txt", "b/y.txt", "a/deep/z.txt"]);
    (path.to_string(), "z".repeat(random.below(90)).into())
}
