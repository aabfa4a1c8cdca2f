//! Tests with malicious bytes.

use proptest::prelude::*;
use rigmill_test_random::{Random, cases};

use super::support::import;
use crate::tests::support::data_if_set;
use crate::{JsonData, TomlData, XmlData};

const XML: &str = "<XnaContent xmlns:F='Microsoft.Xna.Framework'><Asset Type='Game.A'><B Type='F:Color[]'>FF000000</B>\
    <C><Item><Key>a</Key><Value>1</Value></Item></C><D><Reference>#External1</Reference></D></Asset><ExternalReferences>\
    <ExternalReference ID='#External1'>x</ExternalReference></ExternalReferences></XnaContent>";
const PLAIN: &str = "<Level a='1'><Fov>45</Fov><At><X>1</X></At><S><U/><U>1 2</U></S></Level>";
const JSON: &str = "{\"a\": [1, -2.5e3, \"x\\u00e9\", null], \"b\": {\"c\": true}}";
const TOML: &str = "a = [1, 2.5, 'x']\n[b]\nc = 1979-05-27\n[[d]]\ne = {f = true}\n";
const SCHEMA: &str = "root = \"Level\"\n[record.Level]\nFov = { type = \"f32\", min = 1 }\nAt = \"vector3\"\nS = { list = \"U\" }\n\
    \"*\" = \"any\"\n[record.U]\nx = { type = \"reference\", in = \"/\" }\n";

/// Checks that the importers do not panic, and that they report something if they return nothing.
fn check(bytes: &[u8]) {
    for schema in [None, Some(SCHEMA)] {
        let all =
            [import::<XmlData>(bytes, schema), import::<JsonData>(bytes, schema), import::<TomlData>(bytes, schema)];
        assert!(all.iter().all(|(value, said)| value.is_some() || !said.is_empty()));
    }
}

proptest! {
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes);
    }

    #[test]
    fn any_notation(text in "(\\(|\\)|\\[|\\]|\\{|\\}|,|:|\"|'|\\\\|r#|#|//|/\\*|\\*/|a|Some|-|1|0x|e|\\.|\n| |é|<A>|</A>|\\\\u){0,40}") {
        check(text.as_bytes());
    }

    #[test]
    fn mutations(which in 0..4_usize, at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>(), insert: bool) {
        let mut bytes = [XML, PLAIN, JSON, TOML][which].as_bytes().to_vec();
        let at = at.index(bytes.len());
        if insert { bytes.insert(at, byte) } else { bytes[at] = byte }
        check(&bytes);
        bytes.truncate(cut.index(bytes.len()));
        check(&bytes);
    }

    #[test]
    fn any_schema(at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>()) {
        let mut schema = SCHEMA.as_bytes().to_vec();
        let at = at.index(schema.len());
        schema[at] = byte;
        schema.truncate(cut.index(schema.len()) + 1);
        if let Ok(schema) = String::from_utf8(schema) {
            let (value, said) = import::<XmlData>(PLAIN.as_bytes(), Some(&schema));
            prop_assert!(value.is_some() || !said.is_empty());
        }
    }
}

/// Returns real files, if there are any, and the files above.
fn xml_files() -> Vec<Vec<u8>> {
    let mut files = vec![XML.as_bytes().to_vec(), PLAIN.as_bytes().to_vec()];
    let real = ["Data/Players/SingleGrund.spec", "Data/Stage/FirstStage.level", "Particles/FirHa01.Particle"];
    if let Some(folder) = data_if_set("RIGMILL_ROBOTGAME") {
        files.extend(real.iter().map(|file| std::fs::read(folder.join("content").join(file)).unwrap()));
    }
    files
}

/// Changes a few bytes, and prefers changes that are typical of XML.
fn mutate(file: &mut Vec<u8>, random: &mut Random) {
    const PIECES: [&str; 12] =
        ["<", ">", "/>", "</", "<!--", "]]>", "&#0;", "&lt;", "\"", "<Item>", " Type='int[]'", "\u{feff}"];
    for _ in 0..=random.below(3) {
        let at = random.below(file.len());
        match random.below(5) {
            0 => file[at] ^= 1 << random.below(8),
            1 => drop(file.splice(at..at, PIECES[random.below(PIECES.len())].bytes())),
            2 => drop(file.drain(at..(at + random.below(64)).min(file.len()))),
            3 => {
                let piece: Vec<u8> = file[at..(at + random.below(64)).min(file.len())].to_vec();
                let to = random.below(file.len());
                file.splice(to..to, piece);
            }
            _ => file.truncate(at),
        }
        if file.is_empty() {
            file.push(b'<');
        }
    }
}

#[test]
fn mutations_of_xml_never_panic() {
    // Many of the small files, because each of them is read in microseconds.
    let (small, large): (Vec<_>, Vec<_>) = xml_files().into_iter().partition(|file| file.len() < 2_000);
    let mut random = Random::new(5);
    for number in 0..cases(100_000) {
        let pool = if number % 50 == 0 && !large.is_empty() { &large } else { &small };
        let mut file = pool[random.below(pool.len())].clone();
        mutate(&mut file, &mut random);
        let (value, said) = import::<XmlData>(&file, (number % 2 == 0).then_some(SCHEMA));
        assert!(value.is_some() || !said.is_empty());
    }
}

#[test]
fn the_valid_files_are_valid() {
    assert_eq!(import::<XmlData>(XML.as_bytes(), None).1, []);
    assert_eq!(import::<XmlData>(PLAIN.as_bytes(), None).1, []);
    assert_eq!(import::<JsonData>(JSON.as_bytes(), None).1, []);
    assert_eq!(import::<TomlData>(TOML.as_bytes(), None).1, []);
}
