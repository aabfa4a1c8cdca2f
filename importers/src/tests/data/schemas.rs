//! Schemas.

use rigmill_pipeline::Diagnostic;

use super::support::{import, shown};
use crate::XmlData;
use crate::tests::support::clean;

const SCHEMA: &str = r#"
root = "Level"

[enum]
Mode = ["Single", "Versus"]

[record.Level]
Mode = { type = "Mode", required = true }
Fov = { type = "f32", min = 1, max = 179 }
Fog = "bool"
Life = "u16"
Sun = "vector3"
Sky = { type = "color", nullable = true }
Spec = { type = "reference", in = "/", label = ".model", asset = "Model" }
Near = "reference"
Spawns = { list = "Spawn" }
Times = { list = "f32" }
Tag = { list = "text", flat = true }
Costs = { map = "i32" }
Kind = { values = ["a", "b"] }
Notes = "any"

[record.Spawn]
At = { type = "vector2", required = true }
"*" = "text"
"#;

#[track_caller]
fn reads(fields: &str, expected: &str) {
    let xml = format!("<Level><Mode>Single</Mode>{fields}</Level>");
    let found = shown(&clean(import::<XmlData>(xml.as_bytes(), Some(SCHEMA))).root);
    assert_eq!(found, format!("Level{{Mode: Mode:\"Single\"{expected}}}"));
}

#[test]
fn values_are_of_the_types_that_the_schema_gives() {
    reads("<Fov>45</Fov><Fog>true</Fog><Life> 300 </Life>", ", Fov: F32(45.0), Fog: Bool(true), Life: U16(300)");
    reads("<Sun><X>1</X><Z>-2.5</Z></Sun>", ", Sun: Vector3([1.0, 0.0, -2.5])");
    reads("<Sun>1, 2 3</Sun><Sky>1 2 3</Sky>", ", Sun: Vector3([1.0, 2.0, 3.0]), Sky: Color([1, 2, 3, 255])");
    reads(
        "<Spec>Models/Tiger.fbx</Spec><Near>Tiger.spec</Near>",
        ", Spec: -> Models/Tiger.fbx.model, Near: -> Data/Tiger.spec",
    );
    reads(
        "<Spawns><Spawn><At>1 2</At><Any>x</Any></Spawn></Spawns>",
        ", Spawns: [Spawn{At: Vector2([1.0, 2.0]), Any: \"x\"}]",
    );
    reads("<Spawns>\n</Spawns><Times>1 2</Times>", ", Spawns: [], Times: [F32(1.0), F32(2.0)]");
    reads("<Times><float>1</float><float>2</float></Times>", ", Times: [F32(1.0), F32(2.0)]");
    reads("<Tag>a</Tag><Fog>0</Fog><Tag>b</Tag>", ", Tag: [\"a\", \"b\"], Fog: Bool(false)");
    reads("<Costs><x>1</x><y>-2</y></Costs><Kind>b</Kind>", ", Costs: <\"x\": I32(1), \"y\": I32(-2)>, Kind: :\"b\"");
    reads("<Notes><B>1</B><B>2</B></Notes>", ", Notes: [\"1\", \"2\"]");
}

fn lines(said: &[Diagnostic]) -> Vec<String> {
    let line = |it: &Diagnostic| {
        let location =
            it.location.as_ref().map(|location| format!(" {}:{}", location.line, location.column)).unwrap_or_default();
        format!("{}{location}: {}; {}", it.code, it.message, it.help.as_deref().unwrap_or("none"))
    };
    said.iter().map(line).collect()
}

#[track_caller]
fn refused(xml: &str, expected: &[&str]) {
    let (value, said) = import::<XmlData>(xml.as_bytes(), Some(SCHEMA));
    assert!(value.is_none());
    assert_eq!(lines(&said), expected);
}

#[test]
fn what_the_schema_does_not_allow_is_reported_at_its_position() {
    refused(
        "<Level>\n <Mod>Single</Mod>\n <Fov>180</Fov>\n <Life>70000</Life>\n <Life>1</Life>\n <Fog>yes</Fog>\n</Level>",
        &[
            "R0234 2:2: unknown field `Mod`; did you mean `Mode`?",
            "R0233 3:7: `Fov` is 180, expected 1 to 179; write a number in the allowed range",
            "R0233 4:8: `Life` is 70000, expected 0 to 65535; write a number in the allowed range",
            "R0236 5:2: the field `Life` occurs twice; remove one of the two fields",
            "R0232 6:7: `Fog` is \"yes\", expected `true` or `false`; write a value of the expected type",
        ],
    );
    refused(
        "<Level>\n <Sun><X>1</X><Y>a</Y></Sun>\n <Spawns><Spwan/></Spawns>\n <Spec>../../x</Spec>\n <Kind>c</Kind></Level>",
        &[
            "R0235 1:1: `Mode` is missing in `Level`; add `Mode`",
            "R0232 2:18: `Sun` is \"a\", expected a vector3 of 3 numbers: `X`, `Y`, `Z`; write a value of the expected type",
            "R0234 3:10: unknown field `Spwan`; did you mean `Spawn`?",
            "R0241 4:8: `Spec` does not refer to an asset: the path `../../x` points outside the project folder; write the path of an asset in this project",
            "R0240 5:8: `Kind` is \"c\", which is not a value of its enum; use one of these names: `a`, `b`",
        ],
    );
    refused(
        "<Lvl/>",
        &[
            "R0239 1:1: the root element is `Lvl`, expected `Level`; set `schema` to the right schema in a rule for this file, or correct the root element",
        ],
    );
    refused(
        "<Level><Mode>Singel</Mode><Spawns><Spawn/></Spawns></Level>",
        &[
            "R0240 1:14: `Mode` is \"Singel\", which is not a value of its enum; did you mean `Single`?",
            "R0235 1:35: `At` is missing in `Spawn`; add `At`",
        ],
    );
}

#[test]
fn what_looks_right_in_other_notations_gets_a_remedy_that_works() {
    let head = "<Level><Mode>Single</Mode>";
    for (fields, expected) in [
        (
            "<Near> </Near>",
            "R0241 1:33: `Near` is empty, expected the path of an asset; write the path of an asset, or remove `Near`",
        ),
        (
            "<Sky>#ffD080</Sky>",
            "R0232 1:32: `Sky` is \"#ffD080\", expected a color: `R`, `G`, `B` and `A`, from 0 to 255 each, or eight hexadecimal digits; write `FFffD080`: alpha, red, green and blue, with two digits each",
        ),
        (
            "<Sky>#FFD08040</Sky>",
            "R0232 1:32: `Sky` is \"#FFD08040\", expected a color: `R`, `G`, `B` and `A`, from 0 to 255 each, or eight hexadecimal digits; write `40FFD080`: alpha, red, green and blue, with two digits each",
        ),
        (
            "<Spawns><Spawn><At>1 2</At><X><Y>1</Y></X></Spawn></Spawns>",
            "R0232 1:54: `X` is a record, expected a string; write a string, or change the type in the schema",
        ),
    ] {
        refused(&format!("{head}{fields}</Level>"), &[expected]);
    }
    let schema = "root = \"A\"\ncomplete = true\n[record.A]\nHasPull = { present = \"Pull\" }\nPull = { type = \"B\", nullable = true }\n[record.B]\nX = \"i32\"\n";
    let said = |xml: &str| lines(&import::<XmlData>(xml.as_bytes(), Some(schema)).1);
    let computed = "`HasPull` must not be in the file: Rigmill computes it from `Pull`; remove `HasPull`";
    assert_eq!(said("<A><HasPull>true</HasPull></A>"), [format!("R0234 1:4: {computed}")]);
    assert_eq!(
        said("<A><HazPull>1</HazPull></A>"),
        ["R0234 1:4: unknown field `HazPull`; use one of these names: `Pull`"]
    );
}

#[test]
fn a_schema_that_is_wrong_is_reported_in_its_own_file() {
    let said = |schema: &str| {
        let (value, said) = import::<XmlData>(b"<Level/>", Some(schema));
        assert!(value.is_none());
        assert!(said.iter().all(|it| it.file.as_ref().unwrap().as_str() == "Data/schema.toml"), "{said:?}");
        lines(&said)
    };
    assert_eq!(
        said(
            "root = \"Level\"\n[record.Level]\nA = \"f23\"\nB = { type = \"f32\", mni = 1 }\nC = { list = \"x\", map = \"y\" }\nD = 3\nE = { type = \"text\", min = 1 }"
        ),
        [
            "R0246 3:5: there is no type `f23`; did you mean `f32`?",
            "R0245 4:21: unknown key `mni`; did you mean `min`?",
            "R0246 5:5: the field must have exactly one of the keys `type`, `list`, `map`, `values` and `present`, but has 2; write one of these keys, as in `{ type = \"f32\" }`",
            "R0246 6:5: expected the name of a type or a table such as `{ type = \"f32\", min = 0 }`, but found an integer; write the name of a type in quotes, such as `\"f32\"`",
            "R0246 7:22: `text` cannot have `min`; remove `min`, which only numbers, vectors and other values of several numbers can have",
        ]
    );
    assert_eq!(
        said(
            "root = \"Level\"\n[enum]\nMode = [\"a\", \"b\", \"a\"]\nNone = []\nLevel = [\"x\"]\n[record.Level]\nA = { list = \"f32\", min = 1 }\nB = { map = \"f32\", max = 1 }\nC = { type = \"reference\", max = 1 }\nD = { type = \"Mode\", max = 1 }\nE = { list = { type = \"f32\", min = 1, max = 2 } }\nF = { type = \"f32\", min = 2, max = 1 }\nG = { values = [\"a\", \"a\"] }"
        ),
        [
            "R0246 3:8: the value \"a\" occurs twice; list each value once",
            "R0246 4:8: the enum has no values; add at least one value",
            "R0246 5:1: `Level` is the name of an enum and of a record; rename the enum or the record",
            "R0246 7:21: a list cannot have `min`; move `min` into the inner type, as in `{ list = { type = \"f32\", min = … } }`",
            "R0246 8:20: a map cannot have `max`; move `max` into the inner type, as in `{ map = { type = \"f32\", max = … } }`",
            "R0246 9:27: a reference cannot have `max`; remove `max`, which only numbers, vectors and other values of several numbers can have",
            "R0246 10:22: an enum cannot have `max`; remove `max`, which only numbers, vectors and other values of several numbers can have",
            "R0246 12:14: `min` (2) is above `max` (1); swap `min` and `max`",
            "R0246 13:16: the value \"a\" occurs twice; list each value once",
        ]
    );
    assert_eq!(
        said("root = \"Level\"\n[record.Level]\nA = \"float\"\nB = { list = \"System.String\" }\nC = \"Integer\""),
        [
            "R0246 3:5: there is no type `float`; did you mean `f32`?",
            "R0246 4:14: there is no type `System.String`; did you mean `text`?",
            "R0246 5:5: there is no type `Integer`; did you mean `i32`?",
        ]
    );
    assert_eq!(
        said(
            "root = \"Level\"\n[enum]\nMode = [\"Single\", \"Versus\"]\n[record.Level]\nA = { type = \"text\", min = \"a\", flat = true }\nB = { type = \"f32\", min = \"a\", nullable = \"yes\" }\nC = { type = \"Mode\", default = \"Add\" }\nD = { list = \"text\", element = \"x\", flat = true, key = \"i32\" }\nE = { list = { type = \"f32\", required = true } }\nF = { type = \"Level\", default = 1 }\nG = { list = \"reference\", in = \"/\" }"
        ),
        [
            "R0246 5:22: `text` cannot have `min`; remove `min`, which only numbers, vectors and other values of several numbers can have",
            "R0246 5:33: `text` cannot have `flat`; remove `flat`, which only lists can have",
            "R0246 6:27: `min` is a string, expected a number; write a number, as in `min = 0`",
            "R0246 6:43: `nullable` is a string, expected `true` or `false`; write `true` or `false`, as in `nullable = true`",
            "R0246 7:32: `default` is \"Add\", which is not a value of the enum; use one of these names: `Single`, `Versus`",
            "R0246 8:22: a list cannot have `element`; remove `element`, which only lists without `flat = true` can have",
            "R0246 8:50: a list cannot have `key`; remove `key`, which only maps can have",
            "R0246 9:30: `f32` cannot have `required`; remove `required`, which only fields of records can have",
            "R0246 10:23: a record cannot have `default`; remove `default`, which only basic types and enums can have",
            "R0246 11:27: a list cannot have `in`; move `in` into the inner type, as in `{ list = { type = \"reference\", in = … } }`",
        ]
    );
    assert_eq!(
        said(
            "root = \"Level\"\n[record.Level]\nA = { type = \"reference\", asset = \"Skelton\" }\nB = { type = \"reference\", asset = \"\", label = \"skeleton\" }\nC = { type = \"reference\", asset = [\"x\"] }\nD = { type = \"reference\", in = \"../..\" }"
        ),
        [
            "R0246 3:35: `asset` is \"Skelton\", which is not a content type; did you mean `Skeleton`?",
            "R0246 4:35: `asset` is \"\", which is not a content type; use one of these names: `AnimationSequence`, `CompressedClip`, `CurveClip`, `Skeleton`, `Model`, `CollisionMesh`, `Motion`, `ActionSet`, `Data`, `Texture`, `SampledClip`, `Breath`, `SpringBones`, `UniformClip`, `Font`, `TextureCube`, `Sound`, `ClipEvents`, `ClipWeights`",
            "R0246 4:47: `label` is \"skeleton\", but a label begins with `.` or `@`; write `label = \".skeleton\"`, or `label = \"@skeleton\"` for a clip",
            "R0246 5:35: `asset` is an array, expected a string; write a string, as in `asset = \"…\"`",
            "R0246 6:32: `in` is \"../..\", which is not a folder in the project; write a folder in the project, such as `in = \"/Models\"`; `/` is the project folder",
        ]
    );
    assert_eq!(
        said("[record.A]"),
        ["R0246 1:1: `root` is missing; add `root = \"…\"`, the name of a record, above the tables"]
    );
    assert!(said("root = ")[0].starts_with("R0244 1:"));
}

#[test]
fn a_schema_that_is_not_there_is_reported_with_the_one_that_was_probably_meant() {
    use rigmill_pipeline::{ImportContext, Importer, MemorySources, SourcePath};

    let mut files = MemorySources::new();
    for path in ["Data/unit.schema.toml", "Old/unit.schema.toml", "Data/level.schema.toml"] {
        files = files.with_file(path, SCHEMA).unwrap();
    }
    let path = SourcePath::new("a.level").unwrap();
    for (schema, expected) in [
        ("x.toml", "there is no schema `x.toml`; write the path of the schema, relative to the project folder"),
        (
            "../x",
            "the path `../x` points outside the project folder; write the path of the schema, relative to the project folder",
        ),
        (
            "Data/units.schema.toml",
            "there is no schema `Data/units.schema.toml`; did you mean `Data/unit.schema.toml`?",
        ),
        ("level.schema.toml", "there is no schema `level.schema.toml`; did you mean `Data/level.schema.toml`?"),
        (
            "/home/me/Old/unit.schema.toml",
            "`/home/me/Old/unit.schema.toml` is an absolute path; did you mean `Old/unit.schema.toml`?",
        ),
        ("Data", "`Data` is a folder, expected a schema; write the path of the schema, relative to the project folder"),
    ] {
        let mut ctx = ImportContext::new(&path, &files);
        let params = crate::DataParams { schema: Some(schema.to_owned()) };
        assert!(XmlData.import(&mut ctx, &params).is_err());
        let said = ctx.finish().1;
        let line = format!("{}; {}", said[0].message, said[0].help.as_deref().unwrap_or_default());
        assert_eq!((said[0].code.as_ref(), line), ("R0243", format!("parameter `schema`: {expected}")));
    }
}
