//! `xml-data` without a schema.

use std::fs;

use rigmill_dom::DataValue;
use rigmill_pipeline::Digest;

use super::support::{import, shown};
use crate::XmlData;
use crate::tests::support::{clean, rendered, robotgame};

#[track_caller]
fn reads(xml: &str, expected: &str) {
    assert_eq!(shown(&clean(import::<XmlData>(xml.as_bytes(), None)).root), expected);
}

#[test]
fn texts_stay_as_they_are_written() {
    reads("<A><B>0012</B><C>1e5</C><D> x </D><E>\n</E><F/></A>", r#"A{B: "0012", C: "1e5", D: " x ", E: "", F: ""}"#);
    reads("<A><B><!-- c -->4<!-- c -->5&lt;<![CDATA[&]]></B></A>", r#"A{B: "45<&"}"#);
    reads("<A>text</A>", r#""text""#);
}

#[test]
fn elements_of_one_name_are_a_list() {
    reads("<A><B>1</B><B>2</B></A>", r#"A["1", "2"]"#);
    reads("<A><L><B><C/></B><B/></L></A>", r#"A{L: [B{C: ""}, ""]}"#);
    reads("<A><B>1</B><C/><B>2</B></A>", r#"A{B: ["1", "2"], C: ""}"#);
    reads("<A><B>1</B></A>", r#"A{B: "1"}"#);
}

#[test]
fn attributes_are_fields_and_those_of_xsi_say_more() {
    let head = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns='urn:x'";
    reads(&format!("<A {head} id='7'>t</A>"), r#"A{id: "7", $text: "t"}"#);
    reads(&format!("<A {head}><B xsi:nil='true'/><C xsi:type='D' e='1'/></A>"), r#"A{B: Null, C: D{e: "1"}}"#);
}

#[test]
fn positions_are_those_of_the_texts_and_no_part_of_the_digest() {
    let of = |xml: &str| clean(import::<XmlData>(xml.as_bytes(), None));
    let source = of("<A>\n  <B> 1 </B>\n</A>");
    let DataValue::Record(record) = &source.root.value else { panic!() };
    let field = &record.fields[0];
    assert_eq!((field.name.position.line, field.name.position.column), (2, 3));
    assert_eq!((field.value.position.line, field.value.position.column), (2, 7));
    assert_eq!(Digest::of_value(&source).unwrap(), Digest::of_value(&of("<A><B> 1 </B></A>")).unwrap());
}

const XNA: &str = r#"<XnaContent xmlns:F="Microsoft.Xna.Framework" xmlns:Generic="System.Collections.Generic">"#;

#[track_caller]
fn reads_asset(asset: &str, expected: &str) {
    reads(&format!("{XNA}{asset}</XnaContent>"), expected);
}

#[test]
fn xna_assets_are_of_the_types_that_they_name() {
    reads_asset("<Asset Type='int'> 7 </Asset>", "I32(7)");
    reads_asset("<Asset Type='float[]'>1 -0.5 1e3</Asset>", "float[][F32(1.0), F32(-0.5), F32(1000.0)]");
    reads_asset(
        "<Asset Type='F:Vector2[]'>1 2 3 4</Asset>",
        "Microsoft.Xna.Framework.Vector2[][Vector2([1.0, 2.0]), Vector2([3.0, 4.0])]",
    );
    reads_asset("<Asset Type='string[]'><Item>a b</Item></Asset>", r#"string[]["a b"]"#);
    reads_asset("<Asset Type='F:Color'>FF102030</Asset>", "Color([16, 32, 48, 255])");
    reads_asset(
        "<Asset Type='F:BoundingSphere'><Center>1 2 3</Center><Radius>4</Radius></Asset>",
        "BoundingSphere([1.0, 2.0, 3.0, 4.0])",
    );
    reads_asset(
        "<Asset Type='Generic:Dictionary[string,int]'><Item><Key>a</Key><Value>1</Value></Item></Asset>",
        r#"System.Collections.Generic.Dictionary[string,int]<"a": I32(1)>"#,
    );
}

#[test]
fn xna_types_of_a_game_keep_their_names() {
    let asset = "<Asset Type='Game.Level'><Name>Sand</Name><Ghost Null='true'/><Spawns><Item><At>1 2</At></Item></Spawns>\
        <Kind Type='Game.Kind'>Open</Kind><Sky><Reference>#External1</Reference></Sky></Asset>\
        <ExternalReferences><ExternalReference ID='#External1' TargetType='F:Graphics.Texture2D'>../Sky.png\
        </ExternalReference></ExternalReferences>";
    let expected =
        r#"Game.Level{Name: "Sand", Ghost: Null, Spawns: [{At: "1 2"}], Kind: Game.Kind:"Open", Sky: -> Sky.png}"#;
    reads_asset(asset, expected);
}

#[test]
fn an_item_s_own_type_wins_over_that_of_its_list() {
    reads_asset(
        "<Asset Type='Generic:List[Game.Item]'><Item Type='Game.Sword'><Edge>1</Edge></Item><Item><Name>x</Name></Item></Asset>",
        r#"System.Collections.Generic.List[Game.Item][Game.Sword{Edge: "1"}, Game.Item{Name: "x"}]"#,
    );
    reads_asset(
        "<Asset Type='Generic:List[object]'><Item Type='string'>a</Item><Item Type='int'>1</Item>\
         <Item Type='Generic:List[int]'>1 2</Item><Item Type='Game.Kind'>Open</Item></Asset>",
        r#"System.Collections.Generic.List[object]["a", I32(1), System.Collections.Generic.List[int][I32(1), I32(2)], Game.Kind:"Open"]"#,
    );
    reads_asset(
        "<Asset Type='Generic:Dictionary[string,Game.Item]'><Item><Key>a</Key><Value Type='Game.Bow'><At>1</At></Value></Item></Asset>",
        r#"System.Collections.Generic.Dictionary[string,Game.Item]<"a": Game.Bow{At: "1"}>"#,
    );
}

#[test]
fn types_that_game_data_has_no_kinds_for_are_reported() {
    let cases = [
        ("System.TimeSpan", "PT1.5S", "\"PT1.5S\"", "a string"),
        ("System.Decimal", " 1.10 ", "\" 1.10 \"", "a string"),
        ("System.DateTime[]", "<Item>2011-03-04</Item>", "System.DateTime[][\"2011-03-04\"]", "a string"),
        (
            "F:Curve",
            "<PreLoop>Linear</PreLoop><Keys>0 1 0 0 Smooth</Keys>",
            "Microsoft.Xna.Framework.Curve{PreLoop: \"Linear\", Keys: \"0 1 0 0 Smooth\"}",
            "a record of strings",
        ),
    ];
    for (name, content, expected, becomes) in cases {
        let xml = format!("{XNA}<Asset Type='{name}'>{content}</Asset></XnaContent>");
        let (value, said) = import::<XmlData>(xml.as_bytes(), None);
        assert_eq!(shown(&value.unwrap().root), expected);
        assert!(said.len() == 1 && said[0].code == "R0250" && said[0].message.contains(becomes), "{said:?}");
    }
    reads_asset(
        "<Asset Type='Generic:List[Game.Kind]'><Item>Open</Item></Asset>",
        "System.Collections.Generic.List[Game.Kind][Game.Kind:\"Open\"]",
    );
}

#[track_caller]
fn refused(xml: &str, expected: &str) {
    let (value, said) = import::<XmlData>(xml.as_bytes(), None);
    assert!(value.is_none());
    let lines: String =
        rendered(&said).lines().filter(|line| !line.starts_with("  |")).map(|it| format!("{it}\n")).collect();
    assert_eq!(lines, expected.trim_start());
}

#[test]
fn what_cannot_be_read_is_reported() {
    let asset = |asset: &str| format!("{XNA}\n{asset}\n</XnaContent>");
    refused(
        &asset("<Asset Type='Generic:List[int'/>"),
        "
error[R0238] 2:8: the type name \"Generic:List[int\" is not valid: a `]` is missing
  = help: write the type name as XNA does, such as `Generic:List[int]`
",
    );
    refused(
        &asset("<Asset Type='Game.Node'><Next><Reference>#Resource1</Reference></Next></Asset>"),
        "
error[R0237] 2:42: shared resources are not supported
  = help: replace each reference with a copy of the resource, or make the resource a separate asset and refer to it
",
    );
    refused(
        &asset(
            "<Asset Type='Generic:Dictionary[int,int]'><Item><Key>1</Key><Value>1</Value></Item><Item><Key> 1</Key>\
             <Value>2</Value></Item></Asset>",
        ),
        "
error[R0236] 2:96: a key of a map occurs twice
  = help: remove one of the two entries
",
    );
    refused(
        &asset("<Asset Type='int'>x</Asset>"),
        "
error[R0232] 2:19: `Asset` is \"x\", expected a whole number
  = help: write a value of the expected type
",
    );
    refused(
        &asset("<Asset Type='F:Vector3[]'>1 2 3 4</Asset>"),
        "
error[R0232] 2:27: `Asset` has 4 numbers, expected 3 for each value
  = help: add the missing numbers
",
    );
    refused(
        &asset("<Asset Type='Game.A'><B><Reference>#External2</Reference></B></Asset>"),
        "
error[R0241] 2:22: there is no `ExternalReference` with the ID \"#External2\"
  = help: in `ExternalReferences`, write the path of a file in this project, relative to this file
",
    );
    refused(
        &asset(""),
        "
error[R0239] 1:1: there is no `Asset` element
  = help: put the data inside `<Asset Type=\"…\">`
",
    );
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn the_games_own_files_are_read_without_a_word() {
    let folder = robotgame();
    let files = [
        (
            "Data/Players/SingleGrund.spec",
            "GamePlayerSpec{UnitType: \"Grund\", UnitClass: \"LightMech\", Life: \"3500\"",
        ),
        ("Data/Stage/FirstStage.level", "GameLevelInfo{GamePlayType: \"StageClear\", VictoryConditionType: "),
        ("Particles/FirstStage.ParticleList", "ParticleReaderList{ParticleReaderElements: [ParticleReaderElement{"),
        (
            "Particles/BstBp05.Particle",
            "ParticleSequenceInfo{TimeSequencesInfo: [TimeSequenceInfo{StartTime: \"0.054670\"",
        ),
        ("Particles/EnvFi01.Particle", "ParticleSequenceInfo{TimeSequencesInfo: "),
        ("Particles/ExpLM01.Particle", "ParticleSequenceInfo{TimeSequencesInfo: "),
        ("Particles/FirHa01.Particle", "ParticleSequenceInfo{TimeSequencesInfo: "),
    ];
    for (file, expected) in files {
        let bytes = fs::read(folder.join("content").join(file)).unwrap();
        let found = shown(&clean(import::<XmlData>(&bytes, None)).root);
        assert!(found.starts_with(expected), "{file}: {found:.200}");
    }
}
