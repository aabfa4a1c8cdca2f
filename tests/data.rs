//! Tests game data: built by the program, loaded by the runtime, and checked against schemas.

use std::path::Path;

use rigmill_runtime::Content;
use rigmill_runtime::content::{Data, DataKind};
use serde_json::{Value, json};

use crate::support::files::relative;
use crate::support::{Built, Project, outside};

const LEVEL_SCHEMA: &str = include_str!("data/level.schema.toml");
const LEVEL_RULE: &str = "[[rule]]\nmatch = \"**/*.level\"\nparams = { schema = \"Data/level.schema.toml\" }\n";
const LEVEL: &str = "Data/Stage/FirstStage.level";

/// Creates a project with the game's own data. The game provides only one of the unit, weapon and item files that its level
/// refers to, so the others are created with a single element each.
fn robotgame() -> Project {
    let content = outside("RIGMILL_ROBOTGAME").join("content");
    let project = Project::new();
    for folder in ["Data", "Particles"] {
        for path in crate::support::files_below(&content.join(folder)) {
            let name = relative(&path, &content);
            project.write(&name, std::fs::read(&path).unwrap());
        }
    }
    project
}

fn with_schema() -> Project {
    let project = robotgame();
    for unit in ["Enemies/Duskmas", "Enemies/Hammer", "Enemies/Maoming", "Enemies/Tiger", "Items/MagazineBox"] {
        project.write(&format!("Data/{unit}.spec"), "<Spec><Life>1</Life></Spec>");
    }
    for unit in ["Items/RemedyBox", "Players/PlayerHandgun", "Players/PlayerShotgun"] {
        project.write(&format!("Data/{unit}.spec"), "<Spec><Life>1</Life></Spec>");
    }
    project.write("Data/level.schema.toml", LEVEL_SCHEMA);
    project.write("rigmill.toml", LEVEL_RULE);
    project
}

fn inspected(project: &Project, asset: &str) -> Value {
    let file = project.native().join(asset).with_extension("rmb");
    let output = project.command("inspect").arg("--json").arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the texts between the tags of a real file, except for white space. The files have a simple form, so this reads them
/// without Rigmill's own importer.
fn texts(xml: &str) -> Vec<String> {
    let mut xml = xml.to_owned();
    while let Some(start) = xml.find("<!--") {
        let end = start + xml[start..].find("-->").unwrap() + 3;
        xml.replace_range(start..end, "");
    }
    let pieces = xml.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| text);
    pieces.filter(|text| !text.trim().is_empty()).map(str::to_owned).collect()
}

fn leaves(tree: &Value, found: &mut Vec<String>) {
    match tree {
        Value::Array(items) => items.iter().for_each(|item| leaves(item, found)),
        Value::Object(fields) => {
            fields.iter().filter(|(name, _)| *name != "$type").for_each(|(_, it)| leaves(it, found))
        }
        leaf => found.push(leaf.as_str().unwrap().to_owned()),
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn the_games_data_builds_and_keeps_every_text() {
    let project = robotgame();
    let built = project.build();
    assert_eq!((built.code, built.count("built"), built.diagnostics().len()), (0, 7, 0), "{:?}", built.diagnostics());
    let files = [
        "Data/Players/SingleGrund.spec",
        LEVEL,
        "Particles/BstBp05.Particle",
        "Particles/EnvFi01.Particle",
        "Particles/ExpLM01.Particle",
        "Particles/FirHa01.Particle",
        "Particles/FirstStage.ParticleList",
    ];
    // serde_json returns the fields of an object sorted by name, so both sides are sorted.
    for file in files {
        let found = inspected(&project, file);
        assert_eq!(found["type"], "Data");
        let mut kept = Vec::new();
        leaves(&found["tree"], &mut kept);
        kept.retain(|text| !text.is_empty());
        let mut expected = texts(&String::from_utf8(project.read(file)).unwrap());
        assert!(expected.len() > 20);
        kept.sort();
        expected.sort();
        assert_eq!(kept, expected, "{file}");
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn a_level_with_its_schema_is_typed() {
    let project = with_schema();
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    let level = &inspected(&project, LEVEL)["tree"];
    assert_eq!((&level["FOV"], &level["FogEnable"]), (&json!(45.0), &json!(false)));
    assert_eq!(level["LightingDirection"], json!([1.0, -1.0, 1.0]));
    assert_eq!(level["ParticleListFile"], "Particles/FirstStage");
    assert_eq!(level["EnemyInLevelList"].as_array().unwrap().len(), 11);
    let content = Content::open(project.native()).unwrap();
    let data = content.load::<Data>("Data/Stage/FirstStage").unwrap();
    let root = data.view().root();
    let enemy = root.get("EnemyInLevelList").unwrap().items().nth(1).unwrap();
    assert_eq!(enemy.get("SpawnTime").unwrap().as_f32(), Some(2.2));
    assert_eq!(enemy.get("SpawnPoint").unwrap().as_floats(), Some([-5.0, 0.0, -135.0]));
    assert_eq!(enemy.get("SpecFilePath").unwrap().kind(), DataKind::Reference);
    assert_eq!(enemy.get("StartAi").unwrap().as_str(), Some("Move"));
    assert_eq!(project.build().count("fresh"), built.count("built"));
}

fn reported(built: &Built) -> Vec<String> {
    let line = |it: &&Value| {
        let [code, file, message, help] = ["code", "file", "message", "help"].map(|key| it[key].as_str().unwrap());
        let file = Path::new(file).file_name().unwrap().to_str().unwrap();
        format!("{code} {file}:{}:{}: {message}; {help}", it["line"], it["column"])
    };
    built.diagnostics().iter().map(line).collect()
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn a_misspelt_element_and_a_missing_file_are_found_with_line_and_column() {
    let project = with_schema();
    let level = String::from_utf8(project.read(LEVEL)).unwrap();
    project.write(LEVEL, level.replacen("<FogEnable>false</FogEnable>", "<FogEnabel>false</FogEnabel>", 1));
    let built = project.build();
    assert_eq!(built.code, 1);
    let misspelt = "R0234 FirstStage.level:17:2: unknown field `FogEnabel`; did you mean `FogEnable`?";
    assert_eq!(reported(&built), [misspelt]);
    project.write(LEVEL, level.replacen("Data/Enemies/Maoming.spec", "Data/Enemies/Maomin.spec", 1));
    let missing = "R0247 FirstStage.level:140:18: there is no asset for the file `Data/Enemies/Maomin.spec`; \
        did you mean `/Data/Enemies/Maoming`?";
    assert_eq!(reported(&project.build()), [missing]);
    // The reference is a dependency: when the file appears, the level is built completely.
    project.write("Data/Enemies/Maomin.spec", "<Spec/>");
    let built = project.build();
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
}

#[test]
fn a_schema_is_a_dependency() {
    let project = Project::new();
    project.write("rigmill.toml", LEVEL_RULE);
    project.write("A.level", "<Level><Fov>200</Fov></Level>");
    project.write("B.spec", "<Spec/>");
    let built = project.build();
    assert_eq!((built.code, built.diagnostics()[0]["code"].as_str()), (1, Some("R0243")));
    let schema = |most: u32| format!("root = \"Level\"\n[record.Level]\nFov = {{ type = \"u8\", max = {most} }}\n");
    project.write("Data/level.schema.toml", schema(180));
    assert_eq!(
        reported(&project.build()),
        ["R0233 A.level:1:13: `Fov` is 200, expected at most 180; write a number in the allowed range"]
    );
    project.write("Data/level.schema.toml", schema(250));
    let built = project.build();
    assert_eq!((built.code, built.count("built"), built.count("fresh")), (0, 1, 1));
    assert_eq!(inspected(&project, "A.level")["tree"], json!({ "$type": "Level", "Fov": 200 }));
}

#[test]
fn a_games_own_types_are_read_from_data_with_and_without_a_schema() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Unit {
        name: String,
        life: u32,
        at: [f32; 3],
        speed: Option<f32>,
        class: Class,
        weapons: Vec<Weapon>,
    }
    #[derive(Debug, PartialEq, serde::Deserialize)]
    enum Class {
        Light,
        Heavy,
    }
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Weapon {
        #[serde(rename = "Path")]
        path: String,
    }
    let source = "<Unit><name>0012</name><life>300</life><at><X>1</X><Y>2</Y><Z>-3</Z></at><class>Heavy</class>\
        <weapons><Weapon><Path>A</Path></Weapon><Weapon><Path>B</Path></Weapon></weapons></Unit>";
    let schema = "root = \"Unit\"\n[record.Unit]\nname = \"text\"\nlife = \"u32\"\nat = \"vector3\"\n\
        class = { values = [\"Light\", \"Heavy\"] }\nweapons = { list = \"Weapon\" }\n[record.Weapon]\nPath = \"text\"\n";
    let project = Project::new();
    project.write("Plain.spec", source);
    project.write("Typed.spec", source);
    project.write("unit.schema.toml", schema);
    project.write("rigmill.toml", "[[rule]]\nmatch = \"Typed.spec\"\nparams = { schema = \"unit.schema.toml\" }\n");
    let built = project.build();
    assert_eq!(built.code, 0, "{:?}", built.diagnostics());
    let content = Content::open(project.native()).unwrap();
    for asset in ["Plain", "Typed"] {
        let data = content.load::<Data>(asset).unwrap();
        let unit: Unit = data.get().unwrap();
        let weapons = ["A", "B"].map(|path| Weapon { path: path.to_owned() }).into();
        let name = "0012".to_owned();
        let expected = Unit { name, life: 300, at: [1.0, 2.0, -3.0], speed: None, class: Class::Heavy, weapons };
        assert_eq!(unit, expected, "{asset}");
        assert!(data.get::<Vec<u8>>().is_err());
        let part = rigmill_runtime::content::data_value::<[f32; 3]>(data.view().root().get("at").unwrap());
        assert_eq!(part, Ok([1.0, 2.0, -3.0]));
    }
}

#[test]
fn people_see_the_tree() {
    let project = Project::new();
    project.write("A.spec", "<Spec><Life>1</Life><L><B>x</B><B>y</B></L></Spec>");
    project.build();
    let output = project.command("inspect").arg(project.native().join("A.rmb")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let tree = "5 values\n  record of 2, Spec\n    Life: \"1\"\n    L: list of 2\n      \"x\"\n      \"y\"";
    assert!(text.contains(tree), "{text}");
}

#[test]
fn the_sample_games_unit_is_typed_and_refers_to_what_it_plays() {
    let project = Project::copy_of(&crate::support::repository().join("content"));
    assert_eq!(project.build().code, 0);
    let content = Content::open(project.native()).unwrap();
    let unit = content.load::<Data>("Data/Grund").unwrap();
    let root = unit.view().root();
    assert_eq!(root.get("Life").unwrap().kind(), DataKind::U32);
    let actions = root.get("Actions").unwrap().as_str().unwrap();
    content.load::<rigmill_runtime::content::ActionSet>(actions).unwrap();
}
