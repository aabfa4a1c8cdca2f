//! Tests of plain values, which become game data.

use rigmill_dom::{DataValue, XnbSource};
use rigmill_pipeline::Level;
use rigmill_test_random::{Random, cases};

use super::hostile::{check, mutate};
use crate::tests::data::support::shown;
use crate::tests::support::import_with;
use crate::{Xnb, XnbParams};

const MSCORLIB: &str = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
const FRAMEWORK: &str = "Microsoft.Xna.Framework, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553";

/// Returns a file with these type readers. Their namespace and the assemblies of .NET and XNA types are left out of the names.
fn file(readers: &[&str], content: &[u8]) -> Vec<u8> {
    let mut body = vec![u8::try_from(readers.len()).unwrap()];
    for reader in readers {
        let name = match reader.split_once('`') {
            None if reader.contains(',') => (*reader).to_owned(),
            None => format!("Microsoft.Xna.Framework.Content.{reader}Reader"),
            Some((name, arguments)) => {
                let arguments = arguments.replace("{S}", MSCORLIB).replace("{X}", FRAMEWORK);
                format!("Microsoft.Xna.Framework.Content.{name}Reader`{arguments}")
            }
        };
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        match name.len() {
            0..128 => body.push(length[0]),
            _ => body.extend([length[0] | 0x80, length[1] << 1 | length[0] >> 7]),
        }
        body.extend(name.as_bytes());
        body.extend([0; 4]);
    }
    body.push(0);
    body.extend(content);
    let size = u32::try_from(body.len() + 10).unwrap().to_le_bytes();
    [b"XNBw\x05\x01", size.as_slice(), &body].concat()
}

fn import(readers: &[&str], content: &[u8]) -> (Result<String, String>, Vec<String>) {
    let (source, said) = import_with::<Xnb>(&file(readers, content), &XnbParams::default());
    let (errors, warnings): (Vec<_>, Vec<_>) = said.iter().partition(|said| said.level == Level::Error);
    let warnings = warnings.iter().map(|said| format!("{} {}", said.code, said.message)).collect();
    match source {
        Some(XnbSource::Data(data)) => (Ok(shown(&data.root)), warnings),
        Some(other) => (Err(format!("a {}", other.name())), warnings),
        None => (Err(errors.iter().map(|said| format!("{} {}", said.code, said.message)).collect()), warnings),
    }
}

const CASES: &[(&[&str], &[u8], &str)] = &[
    (&["String"], b"\x01\x05Grund", "\"Grund\""),
    (&["Boolean"], b"\x01\x01", "Bool(true)"),
    (&["Char"], "\x01é".as_bytes(), "Char('é')"),
    (&["SByte"], b"\x01\xff", "I8(-1)"),
    (&["Int16"], b"\x01\xff\x7f", "I16(32767)"),
    (&["UInt64"], b"\x01\xff\xff\xff\xff\xff\xff\xff\xff", "U64(18446744073709551615)"),
    (&["Single"], b"\x01\0\0\x80\x7f", "F32(inf)"),
    (&["Vector2"], b"\x01\0\0\x80\x3f\0\0\0\xc0", "Vector2([1.0, -2.0])"),
    (&["Color"], b"\x01\x01\x02\x03\x04", "Color([1, 2, 3, 4])"),
    (&["Point"], b"\x01\x01\0\0\0\xff\xff\xff\xff", "Point([1, -1])"),
    (&["ExternalReference"], b"\x01\x0d..\\Textures\\A", "R0205"),
    (&["ExternalReference"], b"\x01\x0aTextures\\A", "-> Textures/A"),
    (&["Array`1[[System.Byte, {S}]]", "Byte"], b"\x01\x02\0\0\0\x05\x06", "Bytes([5, 6])"),
    (
        &["List`1[[System.Byte, {S}]]", "Byte"],
        b"\x01\x01\0\0\0\x05",
        "System.Collections.Generic.List[System.Byte][U8(5)]",
    ),
    (&["Array`1[[System.String, {S}]]", "String"], b"\x01\x02\0\0\0\x02\x01a\0", "System.String[][\"a\", Null]"),
    (
        &["List`1[[System.Nullable`1[[System.Int32, {S}]], {S}]]", "Nullable`1[[System.Int32, {S}]]", "Int32"],
        b"\x01\x02\0\0\0\0\x01\x07\0\0\0",
        "System.Collections.Generic.List[System.Nullable[System.Int32]][Null, I32(7)]",
    ),
    (
        &["Dictionary`2[[System.String, {S}],[System.Object, {S}]]", "String", "Vector2", "Boolean"],
        b"\x01\x02\0\0\0\x02\x01a\x03\0\0\0\0\0\0\0\0\x02\x01b\x04\x01",
        "System.Collections.Generic.Dictionary[System.String,System.Object]<\"a\": Vector2([0.0, 0.0]), \"b\": Bool(true)>",
    ),
    (&["Enum`1[[Game.Kind, Game]]", "Int32"], b"\x01\x02\0\0\0", "Game.Kind, Game:I32(2)"),
    (
        &["List`1[[Game.Kind, Game]]", "Enum`1[[Game.Kind, Game]]", "Byte"],
        b"\x01\x02\0\0\0\x02\x03",
        "System.Collections.Generic.List[[Game.Kind, Game]][Game.Kind, Game:U8(2), Game.Kind, Game:U8(3)]",
    ),
    (
        &["Array`1[[Microsoft.Xna.Framework.Graphics.Texture2D, G]]", "ExternalReference"],
        b"\x01\x02\0\0\0\x02\x01A\x02\0",
        "Microsoft.Xna.Framework.Graphics.Texture2D[], G[-> A, Null]",
    ),
    (&["Vector3"], b"\x00", "R0205"),
    (&["List`1[[System.Byte, {S}]]", "Byte"], b"\x01\x05\0\0\0\x05", "R0203"),
    (
        &["List`1[[Microsoft.Xna.Framework.Curve, {X}]]", "Curve"],
        b"\x01\x01\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0",
        "R0208",
    ),
    (&["Dictionary`2[[System.Byte, {S}],[System.Byte, {S}]]", "Byte"], b"\x01\x02\0\0\0\x01\x02\x01\x03", "R0205"),
];

#[test]
fn plain_values_are_game_data() {
    for (readers, content, expected) in CASES {
        let (found, warnings) = import(readers, content);
        let is_expected = match &found {
            Ok(found) => found == expected,
            Err(found) => found.starts_with(expected),
        };
        assert!(is_expected && warnings.is_empty(), "{readers:?}: {found:?} {warnings:?}");
    }
}

#[test]
fn what_game_data_has_no_kind_for_is_reported_and_becomes_another() {
    let cases: &[(&[&str], &[u8], &str, &str)] = &[
        (&["TimeSpan"], b"\x01\x80\x96\x98\0\0\0\0\0", "\"00:00:01\"", "TimeSpan values become strings"),
        (&["DateTime"], b"\x01\0\0\0\0\0\0\0\x40", "\"0001-01-01T00:00:00Z\"", "DateTime values become strings"),
        (
            &["List`1[[System.Decimal, {S}]]", "Decimal"],
            b"\x01\x01\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x80",
            "System.Collections.Generic.List[System.String][\"-0.5\"]",
            "Decimal values become strings",
        ),
    ];
    for (readers, content, expected, warning) in cases {
        let (found, warnings) = import(readers, content);
        assert_eq!(found.as_deref(), Ok(*expected));
        assert!(
            warnings.len() == 1 && warnings[0].starts_with("R0210") && warnings[0].contains(warning),
            "{warnings:?}"
        );
    }
}

/// XNA and FNA look up every reader in the table before they read a value.
#[test]
fn readers_that_nobody_has_are_refused_even_unused() {
    let reflective = "Reflective`1[[Game.Level, Game]]";
    let cases: &[(&[&str], &[u8], &str, bool)] = &[
        (&["Int32", "Texture", "VertexDeclaration", "Video"], b"\x01\x07\0\0\0", "", true),
        (&["Int32", "Game.Reader, Game"], b"\x01\x07\0\0\0", "`Game.Reader, Game` is unknown", true),
        (&["Int32", "Nobody"], b"\x01\x07\0\0\0", "NobodyReader` is unknown", true),
        (&["Int32", reflective], b"\x01\x07\0\0\0", "the fields of the class `Game.Level, Game`", true),
        (&[reflective], b"\x01\x07\0\0\0", "the fields of the class `Game.Level, Game`", false),
        (&["Game.Reader, Game"], b"\x01\x07\0\0\0", "`Game.Reader, Game` is unknown", false),
        (&["Video"], b"\x01\x07\0\0\0", "cannot read values of the type reader", false),
    ];
    for (readers, content, reported, is_lenient) in cases {
        let (found, _) = import(readers, content);
        let strict = match &found {
            Ok(found) => reported.is_empty() && found == "I32(7)",
            Err(found) => !reported.is_empty() && found.starts_with("R0204") && found.contains(reported),
        };
        assert!(strict, "{readers:?}: {found:?}");
        let params = XnbParams { lenient: true, ..XnbParams::default() };
        let (source, said) = import_with::<Xnb>(&file(readers, content), &params);
        let warned = said.iter().any(|said| said.level == Level::Warning && said.code == "R0204");
        assert_eq!(source.is_some(), *is_lenient, "{readers:?}: {said:?}");
        assert!(!is_lenient || warned != reported.is_empty(), "{readers:?}: {said:?}");
    }
}

#[test]
fn many_values_are_refused_before_they_cost_memory() {
    let count = 1_100_000;
    let bools = [b"\x01".as_slice(), &u32::to_le_bytes(count), &vec![1; count as usize]].concat();
    let (found, _) = import(&["List`1[[System.Boolean, {S}]]", "Boolean"], &bools);
    assert!(found.as_ref().is_err_and(|found| found.starts_with("R0207")), "{:.200}", found.unwrap_or_default());
    // Bytes take no more memory than in the file.
    let (source, _) =
        import_with::<Xnb>(&file(&["Array`1[[System.Byte, {S}]]", "Byte"], &bools), &XnbParams::default());
    let Some(XnbSource::Data(data)) = source else { panic!("no data") };
    assert!(matches!(data.root.value, DataValue::Bytes(bytes) if bytes.len() == count as usize));
}

#[test]
fn mutations_never_panic() {
    let files: Vec<Vec<u8>> = CASES.iter().map(|(readers, content, _)| file(readers, content)).collect();
    let mut random = Random::new(11);
    for _ in 0..cases(20_000) {
        let mut file = files[random.below(files.len())].clone();
        mutate(&mut file, &mut random);
        if file.len() >= 10 {
            let size = u32::try_from(file.len()).unwrap();
            file[6..10].copy_from_slice(&size.to_le_bytes());
        }
        check(&file, &XnbParams { lenient: random.below(2) == 0, ..XnbParams::default() });
    }
}
