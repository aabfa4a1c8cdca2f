//! Tests plain values in `.xnb` files: imported as game data for any target, and written again.

use rigmill_format::{Content, Data, DataValue};
use serde_json::json;

use crate::support::{Project, outside, repository};

const MSCORLIB: &str = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
const FRAMEWORK: &str = "Microsoft.Xna.Framework, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553";

/// Creates a file in the form of XNA's pipeline. In the type readers' names, the namespace and the assemblies of .NET's (`{S}`)
/// and XNA's (`{X}`) types are abbreviated.
pub(crate) fn file(readers: &[&str], content: &[u8]) -> Vec<u8> {
    let mut body = vec![u8::try_from(readers.len()).unwrap()];
    for reader in readers {
        let (name, arguments) = reader.split_at(reader.find('`').unwrap_or(reader.len()));
        let arguments = arguments.replace("{S}", MSCORLIB).replace("{X}", FRAMEWORK);
        let name = format!("Microsoft.Xna.Framework.Content.{name}Reader{arguments}");
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

const PLAIN: &[(&str, &[&str], &[u8])] = &[
    ("String", &["String"], b"\x01\x05Grund"),
    ("Boolean", &["Boolean"], b"\x01\x01"),
    ("Char", &["Char"], "\x01é".as_bytes()),
    ("SByte", &["SByte"], b"\x01\xff"),
    ("UInt16", &["UInt16"], b"\x01\xff\x7f"),
    ("Int64", &["Int64"], b"\x01\xff\xff\xff\xff\xff\xff\xff\x7f"),
    ("Single", &["Single"], b"\x01\x01\0\xc0\x7f"),
    ("Double", &["Double"], b"\x01\0\0\0\0\0\0\0\x80"),
    ("Vector2", &["Vector2"], b"\x01\0\0\x80\x3f\0\0\0\xc0"),
    ("Quaternion", &["Quaternion"], b"\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x3f"),
    ("Matrix", &["Matrix"], b"\x01\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\x05\0\0\0\x06\0\0\0\x07\0\0\0\x08\0\0\0\x09\0\0\0\x0a\0\0\0\x0b\0\0\0\x0c\0\0\0\x0d\0\0\0\x0e\0\0\0\x0f\0\0\0\x10\0\0\0"),
    ("Color", &["Color"], b"\x01\x01\x02\x03\x04"),
    ("Sphere", &["BoundingSphere"], b"\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x3f"),
    ("Box", &["BoundingBox"], b"\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x3f\0\0\x80\x3f\0\0\x80\x3f"),
    ("Rectangle", &["Rectangle"], b"\x01\x01\0\0\0\x02\0\0\0\xff\xff\xff\xff\x04\0\0\0"),
    ("Bytes", &["Array`1[[System.Byte, {S}]]", "Byte"], b"\x01\x02\0\0\0\x05\x06"),
    ("ByteList", &["List`1[[System.Byte, {S}]]", "Byte"], b"\x01\x02\0\0\0\x05\x06"),
    (
        "Vectors",
        &["Array`1[[Microsoft.Xna.Framework.Vector3, {X}]]", "Vector3"],
        b"\x01\x01\0\0\0\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40",
    ),
    ("Texts", &["List`1[[System.String, {S}]]", "String"], b"\x01\x03\0\0\0\x02\x01a\0\x02\x01b"),
    (
        "Nullables",
        &["List`1[[System.Nullable`1[[System.Int32, {S}]], {S}]]", "Nullable`1[[System.Int32, {S}]]", "Int32"],
        b"\x01\x02\0\0\0\0\x01\x07\0\0\0",
    ),
    (
        "Nested",
        &[
            "Dictionary`2[[System.String, {S}],[System.Collections.Generic.List`1[[System.Int32, {S}]], {S}]]",
            "String",
            "List`1[[System.Int32, {S}]]",
            "Int32",
        ],
        b"\x01\x02\0\0\0\x02\x01a\x03\x01\0\0\0\x07\0\0\0\x02\x01b\x03\0\0\0\0",
    ),
    (
        "Objects",
        &["Dictionary`2[[System.String, {S}],[System.Object, {S}]]", "String", "Vector2", "Boolean"],
        b"\x01\x02\0\0\0\x02\x01a\x03\0\0\0\0\0\0\0\0\x02\x01b\x04\x01",
    ),
    ("Enum", &["Enum`1[[Game.Kind, Game, Version=1.0.0.0, Culture=neutral]]", "Byte"], b"\x01\x02"),
    (
        "Enums",
        &[
            "Dictionary`2[[Game.Kind, Game],[System.Nullable`1[[Game.Kind, Game]], {S}]]",
            "Enum`1[[Game.Kind, Game]]",
            "Int32",
            "Nullable`1[[Game.Kind, Game]]",
        ],
        b"\x01\x02\0\0\0\x01\0\0\0\x01\x02\0\0\0\x02\0\0\0\0",
    ),
    ("Ship", &["ExternalReference"], b"\x01\x0e..\\Models\\Yard"),
    ("Link", &["ExternalReference"], b"\x01\x0e..\\Images\\Bark"),
    (
        "Links",
        &["Array`1[[Microsoft.Xna.Framework.Graphics.Texture2D, Microsoft.Xna.Framework.Graphics]]", "ExternalReference"],
        b"\x01\x03\0\0\0\x02\x0e..\\Images\\Bark\0\x02\x0e..\\Images\\Leaf",
    ),
];

/// Creates a project of all plain files, and of the model and the images that some of them refer to.
fn project() -> Project {
    let project = Project::new();
    project.write("rigmill.toml", "");
    for (name, readers, content) in PLAIN {
        project.write(&format!("Data/{name}.xnb"), file(readers, content));
    }
    let image = std::fs::read(repository().join("content/Models/Textures/Grund_Frame.png")).unwrap();
    let model = std::fs::read(repository().join("content/Models/Levels/Yard_Collision.fbx")).unwrap();
    project.write("Models/Yard.fbx", model);
    ["Bark", "Leaf"].iter().for_each(|name| project.write(&format!("Images/{name}.png"), &image));
    project
}

fn load(project: &Project, name: &str) -> DataValue {
    Data::decode(&project.read(&format!("build/native/{name}.rmb"))).unwrap().root
}

#[test]
fn plain_values_are_built_and_come_back_byte_for_byte() {
    let project = project();
    for target in ["native", "xna"] {
        let built = project.build_with(&["--target", target]);
        assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
        assert_eq!(built.count("built"), u64::try_from(PLAIN.len()).unwrap() + 3);
    }
    for (name, readers, content) in PLAIN {
        let expected = file(readers, content);
        assert!(project.read(&format!("build/xna/Data/{name}.xnb")) == expected, "{name}");
        assert_ne!(load(&project, &format!("Data/{name}")), DataValue::Null, "{name}");
    }
    assert_eq!(load(&project, "Data/Color"), DataValue::Color([1, 2, 3, 4]));
    assert_eq!(load(&project, "Data/Link"), DataValue::Reference("Images/Bark".to_owned()));
    assert_eq!(load(&project, "Data/Ship"), DataValue::Reference("Models/Yard.model".to_owned()));
}

#[test]
fn an_external_reference_is_a_dependency() {
    let project = project();
    assert_eq!(project.build().code, 0);
    std::fs::remove_file(project.root().join("Images/Leaf.png")).unwrap();
    let built = project.build();
    let codes: Vec<_> = built.diagnostics().iter().map(|said| said["code"].as_str().unwrap().to_owned()).collect();
    assert_eq!((built.code, codes), (1, vec!["R0247".to_owned()]));
}

#[test]
fn inspect_shows_the_tree_as_the_project_sees_it() {
    let project = project();
    for (name, expected) in [("Link", json!("Images/Bark")), ("Texts", json!(["a", null, "b"]))] {
        let output =
            project.command("inspect").arg("--json").arg(project.root().join(format!("Data/{name}.xnb"))).output();
        let output = output.unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let shown: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&shown["tree"], &shown["xnb"]["version"]), (&expected, &json!(5)));
    }
}

#[test]
fn inspect_shows_header_and_readers_of_what_cannot_be_read() {
    let project = Project::new();
    project.write("Own.xnb", file(&["String"], b"\x02\x01"));
    let inspect = |json: bool| {
        let mut command = project.command("inspect");
        command.args(json.then_some("--json")).arg(project.root().join("Own.xnb"));
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        // In JSON, the error is the second line of the results.
        let [shown, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(
            (shown.clone() + &error).contains("type reader 2 does not exist: the file has only 1"),
            "{shown}{error}"
        );
        if json { shown.lines().next().unwrap().to_owned() } else { shown }
    };
    let shown = inspect(false);
    assert!(shown.contains("XNB version 5, platform w, HiDef"), "{shown}");
    assert!(shown.contains("reader 1 Microsoft.Xna.Framework.Content.StringReader"), "{shown}");
    let shown: serde_json::Value = serde_json::from_str(&inspect(true)).unwrap();
    assert_eq!(shown["xnb"]["readers"][0], "Microsoft.Xna.Framework.Content.StringReader");
}

#[test]
fn data_of_other_sources_is_read_back_as_it_was_typed() {
    let there = Project::new();
    let data = json!({
        "name": "Grund", "life": 120, "ratios": [1, 0.5], "tags": ["a", null],
        "drops": [{"item": "box", "odds": 0.25}, {"item": "key", "odds": 1.0}],
    });
    there.write("Unit.data.json", data.to_string());
    let prices = "[[rule]]\nmatch = \"Prices.data.toml\"\nparams = { root_type = \"System.Collections.Generic.Dictionary[string,int]\" }\n";
    there.write("rigmill.toml", prices);
    there.write("Prices.data.toml", "box = 10\nkey = 3\n");
    assert_eq!(there.build_with(&["--target", "xna"]).code, 0);
    let back = Project::new();
    for name in ["Unit", "Prices"] {
        back.write(&format!("{name}.xnb"), there.read(&format!("build/xna/{name}.data.xnb")));
    }
    assert_eq!(back.build().code, 0);
    let inspected = back.command("inspect").arg("--json").arg(back.native().join("Unit.rmb")).output().unwrap();
    let tree = serde_json::from_slice::<serde_json::Value>(&inspected.stdout).unwrap()["tree"].clone();
    let expected = json!({
        "name": "Grund", "life": 120, "ratios": [1.0, 0.5], "tags": ["a", null],
        "drops": [{"item": "box", "odds": 0.25}, {"item": "key", "odds": 1.0}],
    });
    assert_eq!(tree, expected);
    let DataValue::Map(prices) = load(&back, "Prices") else { panic!("no map") };
    assert_eq!(prices.type_name, "System.Collections.Generic.Dictionary[System.String,System.Int32]");
    assert_eq!(prices.entries[0], (DataValue::Text("box".to_owned()), DataValue::I32(10)));
}

#[test]
fn what_a_writer_refused_is_built_when_its_parameters_are_mended() {
    let project = Project::new();
    project.write("Names.data.json", "[\"a\"]");
    let rule = |params: &str| format!("[[rule]]\nmatch = \"*.json\"\nparams = {{ {params} }}\n");
    let build = |params: &str| {
        project.write("rigmill.toml", rule(params));
        project.build_with(&["--target", "xna"])
    };
    let changed = |was: &str, now: &str| {
        format!("Names.data: built [parameter changed: root_type of the writer: {was} -> {now}] import; process; write")
    };
    let refused = build("root_type = \"int\"");
    assert_eq!((refused.code, &refused.diagnostics()[0]["code"]), (1, &json!("R0093")));
    assert_eq!(build("root_type = \"int\"").code, 1);
    let fixed = build("root_type = \"string[]\"");
    assert_eq!((fixed.code, fixed.changes()), (0, vec![changed("\"int\"", "\"string[]\"")]));
    assert_eq!(build("root_type = \"int\"").code, 1);
    let fixed = build("");
    assert_eq!((fixed.code, fixed.changes()), (0, vec![changed("\"int\"", "unset")]));
    assert_eq!(build("").count("fresh"), 1);
}

#[test]
fn a_value_that_a_writer_does_not_take_is_a_fault_of_the_manifest() {
    let project = Project::new();
    project.write("Names.data.json", "[\"a\"]");
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*.json\"\nparams = { profile = \"Hidef\" }\n");
    let built = project.build_with(&["--target", "xna"]);
    let reported = built.diagnostics()[0];
    assert_eq!(
        (built.code, &reported["code"], &reported["line"], &reported["column"]),
        (2, &json!("R0003"), &json!(3), &json!(22))
    );
    // The writers of other targets were not queried.
    assert_eq!(project.build().code, 0);
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn the_game_s_data_builds_for_xna() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let sources = ["Data/Players/SingleGrund.spec", "Data/Stage/FirstStage.level", "Particles/FirHa01.Particle"];
    let [there, back] = [Project::new(), Project::new()];
    for source in sources {
        there.write(source, std::fs::read(folder.join("content").join(source)).unwrap());
    }
    assert_eq!(there.build_with(&["--target", "xna"]).count("built"), 3);
    for source in sources {
        let name = source.rsplit_once('.').unwrap().0;
        back.write(&format!("{name}.xnb"), there.read(&format!("build/xna/{name}.xnb")));
    }
    for target in ["native", "xna"] {
        assert_eq!(back.build_with(&["--target", target]).count("built"), 3);
    }
    for source in sources {
        let name = format!("build/xna/{}.xnb", source.rsplit_once('.').unwrap().0);
        assert!(back.read(&name) == there.read(&name), "{name}");
    }
}
