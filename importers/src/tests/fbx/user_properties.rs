//! Tests of user-defined properties, with both importers.

use rigmill_dom::{DataValue, Scene};

use super::support::{as_in_file, scene};
use super::writer::{Record, Value, model, number, scene as file, text, user};
use crate::tests::support::{import_with, robotgame};
use crate::{Fbx, FbxParams};

/// Returns the properties of a file's only node, which must be the same from both importers.
fn imported(properties: Vec<Record>) -> Vec<(String, DataValue)> {
    let bytes = file(vec![model(1, "Node", "Null", properties)], &[(1, 0, None)]);
    let of = |scene: Option<Scene>| scene.unwrap().nodes[0].properties.clone();
    let found = of(import_with::<Fbx>(&bytes, &FbxParams::default()).0);
    #[cfg(feature = "fbx-dom")]
    assert_eq!(of(import_with::<crate::FbxDom>(&bytes, &FbxParams::default()).0), found);
    found
}

#[test]
fn every_type_of_value_is_read() {
    let properties = vec![
        user("Text", "KString", vec![text("a ~ b")]),
        user("Empty", "KString", vec![text("")]),
        user("Flag", "bool", vec![Value::Int(1)]),
        user("Off", "Bool", vec![Value::Int(0)]),
        user("Count", "int", vec![Value::Int(-7)]),
        user("Choice", "enum", vec![Value::Int(1), text("left~right~both")]),
        user("NoChoice", "Enum", vec![Value::Int(5), text("left~right")]),
        user("Number", "double", vec![Value::Double(0.25)]),
        user("Vector", "Vector3D", vec![Value::Double(1.0), Value::Double(2.0), Value::Double(3.0)]),
        user("Color", "Color", vec![Value::Double(1.0), Value::Double(0.5), Value::Double(0.0)]),
        user("Odd", "SomethingElse", vec![Value::Double(2.5)]),
        user("OddText", "SomethingElse", vec![text("odd")]),
        user("Group", "Compound", vec![]),
        user("Endless", "double", vec![Value::Double(f64::INFINITY)]),
        number("NotTheUser", 3),
        user("Twice", "int", vec![Value::Int(1)]),
        user("Twice", "int", vec![Value::Int(2)]),
    ];
    let words = |word: &str| DataValue::Text(word.to_owned());
    let expected = [
        ("Choice", words("right")),
        ("Color", DataValue::Vector3([1.0, 0.5, 0.0])),
        ("Count", DataValue::I64(-7)),
        ("Empty", words("")),
        ("Flag", DataValue::Bool(true)),
        ("NoChoice", DataValue::I64(5)),
        ("Number", DataValue::F64(0.25)),
        ("Odd", DataValue::F64(2.5)),
        ("OddText", words("odd")),
        ("Off", DataValue::Bool(false)),
        ("Text", words("a ~ b")),
        ("Twice", DataValue::I64(2)),
        ("Vector", DataValue::Vector3([1.0, 2.0, 3.0])),
    ];
    assert_eq!(imported(properties), expected.map(|(name, value)| (name.to_owned(), value)));
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn the_player_s_meshes_name_their_maps() {
    let scene = scene(&robotgame().join("content/Models/Mech/Players/Grund.FBX"), &as_in_file());
    for node in &scene.nodes {
        let map = |name| match node.property(name) {
            Some(DataValue::Text(text)) => Some(text.as_str()),
            Some(other) => panic!("{other:?}"),
            None => None,
        };
        let expected = match (node.mesh.is_some(), map("NormalMap")) {
            (false, map) => map,
            (true, Some("Grund_New_Add_1_Normal.dds")) => Some("Grund_New_Add_1_Specular.dds"),
            (true, Some("Texture_Grund_Gray_Normal.dds")) => Some("Texture_Grund_Gray_Specular.dds"),
            (true, other) => panic!("{}: {other:?}", node.name),
        };
        assert_eq!(map("SpecularMap"), expected, "{}", node.name);
    }
}
