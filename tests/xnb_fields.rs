//! Tests game data that is written to and read from `.xnb` field by field, in the way of a game's own type reader.

use rigmill_format::{Content, Data};
use serde_json::json;

use crate::support::{Project, files_below, outside};

const PARTICLE_READER: &str =
    "RobotGameData.ParticleSystem.ParticleReader, RobotGameData, Version=1.0.0.0, Culture=neutral";

const SCHEMA: &str = r#"
root = "Shop"
complete = true

[enum]
Kind = { None = 0, Sword = 4, Bow = 7 }

[record.Shop]
Name = "text"
Open = { type = "bool", default = true }
Items = { list = "Item" }
HasOwner = { present = "Owner" }
Owner = { type = "Owner", nullable = true }
Rate = "f32"

[record.Item]
Kind = "Kind"
Life = "u16"
PriceCount = { present = "Prices", count = "Count" }
Prices = { type = "Prices", nullable = true }

[record.Prices]
Count = "i32"
All = { list = "i16" }

[record.Owner]
Name = "text"
At = "vector2"
Picture = { type = "reference", in = "/" }
"#;

const SHOP: &str = "<Shop><Rate>0.5</Rate>
<Items>
  <Item><Prices><All><int>1</int><int>-2</int></All><Count>2</Count></Prices><Kind>Bow</Kind></Item>
  <Item><Life>513</Life></Item>
</Items>
<Owner><Picture>Images/Ann</Picture><Name>Ann</Name></Owner></Shop>";

/// What the reader reads from `SHOP`, written by hand.
const SHOP_FIELDS: &[&[u8]] = &[
    b"\0",                  // Name
    b"\x01",                // Open
    b"\x02\0\0\0",          // Items
    b"\x07\0\0\0",          // Kind
    b"\0\0",                // Life
    b"\x02\0\0\0",          // PriceCount
    b"\x02\0\0\0",          // Count
    b"\x02\0\0\0",          // All
    b"\x01\0\xfe\xff",      //
    b"\0\0\0\0",            // Kind
    b"\x01\x02",            // Life
    b"\0\0\0\0",            // PriceCount
    b"\x01",                // HasOwner
    b"\x03Ann",             // Name
    b"\0\0\0\0\0\0\0\0",    // At
    b"\x0d..\\Images\\Ann", // Picture
    b"\0\0\0\x3f",          // Rate
];

fn schema_rule(files: &str, more: &str) -> String {
    format!("[[rule]]\nmatch = \"{files}\"\nimporter = \"xml-data\"\nparams = {{ schema = \"schema.toml\"{more} }}\n")
}

fn fields_of(reader: &str) -> String {
    format!(", layout = \"fields\", reader = \"{reader}\"")
}

/// Creates a file whose asset is read by the reader with this name.
fn file(reader: &str, fields: &[u8]) -> Vec<u8> {
    let length = u8::try_from(reader.len()).unwrap();
    let body = [&[1, length][..], reader.as_bytes(), &[0; 4], &[0, 1], fields].concat();
    let size = u32::try_from(body.len() + 10).unwrap().to_le_bytes();
    [b"XNBw\x05\x01", size.as_slice(), &body].concat()
}

fn image() -> Vec<u8> {
    std::fs::read(crate::support::repository().join("content/Models/Textures/Grund_Frame.png")).unwrap()
}

fn shop(params: &str) -> Project {
    let project = Project::new();
    project.write("rigmill.toml", schema_rule("Data/*.shop", params));
    project.write("schema.toml", SCHEMA);
    project.write("Data/Ann.shop", SHOP);
    project.write("Images/Ann.png", image());
    project
}

/// Creates a project that reads the same data from an `.xnb` file.
fn reading(bytes: &[u8]) -> Project {
    let project = Project::new();
    let params = "data_reader = \"Game.ShopReader\", schema = \"schema.toml\", layout = \"fields\", \
                  reader = \"Game.ShopReader, Game\"";
    project.write("rigmill.toml", format!("[[rule]]\nmatch = \"Data/*.xnb\"\nparams = {{ {params} }}\n"));
    project.write("schema.toml", SCHEMA);
    project.write("Data/Ann.xnb", bytes);
    project.write("Images/Ann.png", image());
    project
}

fn load(project: &Project, name: &str) -> Data {
    Data::decode(&project.read(&format!("build/native/{name}.rmb"))).unwrap()
}

fn said(project: &Project) -> String {
    let built = project.build_with(&["--target", "xna"]);
    let diagnostics = built.diagnostics();
    assert_eq!((built.code, diagnostics.len()), (1, 1), "{diagnostics:?}");
    let part = |key: &str| diagnostics[0][key].as_str().unwrap_or_default();
    format!("{} {}; {}", part("code"), part("message"), part("help"))
}

#[test]
fn fields_are_written_in_the_schema_s_order_and_come_back() {
    let there = shop(&fields_of("Game.ShopReader, Game"));
    for target in ["native", "xna"] {
        let built = there.build_with(&["--target", target]);
        assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    }
    let expected = file("Game.ShopReader, Game", &SHOP_FIELDS.concat());
    let written = there.read("build/xna/Data/Ann.xnb");
    assert!(written == expected, "{written:x?}\n{expected:x?}");
    let back = reading(&written);
    for target in ["native", "xna"] {
        let built = back.build_with(&["--target", target]);
        assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    }
    assert_eq!(load(&back, "Data/Ann"), load(&there, "Data/Ann"));
    assert!(back.read("build/xna/Data/Ann.xnb") == written);
}

#[test]
fn the_layout_of_fields_needs_a_reader_and_a_complete_schema() {
    let cases = [
        (", layout = \"fields\"", "R0094 parameter `layout`: \"fields\" requires the `reader` parameter"),
        (
            ", reader = \"Game.R, Game\"",
            "R0094 parameter `reader`: a reader has no effect without `layout = \"fields\"`",
        ),
        (
            ", layout = \"fields\", reader = \"Game.R, Game\", root_type = \"int\"",
            "R0094 parameter `root_type`: not allowed",
        ),
    ];
    for (params, expected) in cases {
        let found = said(&shop(params));
        assert!(found.starts_with(expected), "{found}");
    }
    let without = shop("");
    let rule = "[[rule]]\nmatch = \"Data/*.shop\"\nimporter = \"xml-data\"\n\
                params = { layout = \"fields\", reader = \"Game.R, Game\" }\n";
    without.write("rigmill.toml", rule);
    assert_eq!(
        said(&without),
        "R0094 parameter `layout`: the game's type reader needs all fields in a fixed order, but the data has no complete schema \
         (for `Data/Ann.shop`); \
         set the importer's `schema` parameter to a schema with `complete = true`"
    );
}

#[test]
fn objects_of_a_game_s_reader_are_refused_where_the_schema_does_not_fit() {
    let fields = SHOP_FIELDS.concat();
    let changed = |at: usize, byte: u8| {
        let mut fields = fields.clone();
        fields[at] = byte;
        fields
    };
    let cases: &[(Vec<u8>, &str)] = &[
        ([&fields[..], &[0]].concat(), "R0206 the object: 1 byte follows the last field"),
        (fields[..fields.len() - 1].to_vec(), "R0203 the object: byte"),
        (changed(5, 0x7f), "R0203 the object: byte 6: 2130706434 items do not fit"),
        (changed(6, 5), "R0240 `Kind` is 5, which is not a value of its enum"),
        (changed(12, 3), "R0232 `Prices.Count` is 2, but the number before `Prices` is 3"),
    ];
    for (fields, expected) in cases {
        let found = said(&reading(&file("Game.ShopReader, Game", fields)));
        assert!(found.starts_with(expected), "{found}");
    }
    // A record that contains itself takes no bytes, however deep it is nested.
    let endless = reading(&file("Game.ShopReader, Game", b"\0"));
    endless.write("schema.toml", "root = \"R\"\ncomplete = true\n[record.R]\nR = \"R\"\n");
    let found = said(&endless);
    assert!(found.starts_with("R0230 values are nested more than 64 levels deep"), "{found}");
    let unknown = said(&reading(&file("Game.OtherReader, Game", &fields)));
    assert!(unknown.starts_with("R0204"), "{unknown}");
}

#[test]
#[cfg_attr(
    not(all(robotgame, robotgame_project)),
    ignore = "set RIGMILL_ROBOTGAME and RIGMILL_ROBOTGAME_PROJECT to the folders with RobotGame's files"
)]
fn particles_are_the_files_of_microsoft_s_pipeline_and_are_read_from_them() {
    let [there, back] = [Project::new(), Project::new()];
    let schema = include_str!("data/particle.schema.toml");
    let read = "data_reader = \"RobotGameData.ParticleSystem.ParticleReader\", ";
    let rule = |files: &str, read: &str| {
        let params = fields_of(PARTICLE_READER);
        format!("[[rule]]\nmatch = \"{files}\"\nparams = {{ {read}schema = \"schema.toml\"{params} }}\n")
    };
    there.write("rigmill.toml", rule("*.Particle", ""));
    back.write("rigmill.toml", rule("*.xnb", read));
    let mut names = Vec::new();
    for folder in ["RIGMILL_ROBOTGAME", "RIGMILL_ROBOTGAME_PROJECT"].map(outside) {
        let sources = files_below(&folder.join("content/Particles"));
        for source in sources.iter().filter(|path| path.extension().is_some_and(|it| it == "Particle")) {
            let name = source.file_stem().unwrap().to_str().unwrap().to_owned();
            there.write(&format!("{name}.Particle"), std::fs::read(source).unwrap());
            let genuine = std::fs::read(folder.join(format!("xnb/Particles/{name}.xnb"))).unwrap();
            back.write(&format!("{name}.xnb"), genuine);
            names.push(name);
        }
    }
    assert_eq!(names.len(), 11);
    for project in [&there, &back] {
        project.write("schema.toml", schema);
        for target in ["native", "xna"] {
            let built = project.build_with(&["--target", target]);
            assert_eq!(json!([built.code, built.diagnostics(), built.count("built")]), json!([0, [], 11]));
        }
    }
    for name in names {
        let genuine = back.read(&format!("{name}.xnb"));
        for project in [&there, &back] {
            assert!(project.read(&format!("build/xna/{name}.xnb")) == genuine, "{name}");
        }
        assert_eq!(load(&back, &name), load(&there, &name), "{name}");
    }
}
