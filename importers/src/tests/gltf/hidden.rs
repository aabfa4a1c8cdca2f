//! Tests of the extension `KHR_node_visibility`.

use serde_json::json;

use super::support::{import, refused, scene, scene_with};
use super::writer::Writer;

/// Returns a file of nodes that all place a triangle, with these extensions and children.
fn file(nodes: &[(serde_json::Value, &[usize])]) -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mesh = file.push("meshes", json!({ "primitives": [{ "attributes": { "POSITION": positions } }] }));
    for (index, (visibility, children)) in nodes.iter().enumerate() {
        let mut node = json!({ "name": format!("N{index}"), "mesh": mesh, "extensions": visibility });
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        file.node(node);
    }
    file.json["extensionsUsed"] = json!(["KHR_node_visibility"]);
    file
}

fn visible(visible: bool) -> serde_json::Value {
    json!({ "KHR_node_visibility": { "visible": visible } })
}

#[test]
fn hidden_nodes_and_what_hangs_on_them_lose_their_meshes() {
    let none = || json!({});
    let mut file = file(&[
        (none(), &[1, 2]),
        (visible(false), &[3]),
        (json!({ "KHR_node_visibility": {} }), &[]),
        // The children of a hidden node are always hidden.
        (visible(true), &[]),
    ]);
    file.json["extensionsRequired"] = json!(["KHR_node_visibility"]);
    let (found, said) = import(&file.glb());
    let meshes: Vec<_> = found.unwrap().nodes.iter().map(|node| (node.name.clone(), node.mesh.is_some())).collect();
    let known = [("N0", true), ("N1", false), ("N3", false), ("N2", true)];
    assert_eq!(meshes, known.map(|(name, mesh)| (name.to_owned(), mesh)));
    let said: Vec<_> = said.iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
    assert_eq!(said, [r#"R0109: 2 meshes of hidden nodes are left out: "N1", "N3""#]);
    let kept = scene_with(&file, "hidden = \"keep\"");
    assert!(kept.nodes.iter().all(|node| node.mesh.is_some()));
}

#[test]
fn a_file_that_shows_all_nodes_says_nothing() {
    let file = file(&[(visible(true), &[1]), (json!({}), &[])]);
    assert_eq!(scene(&file).meshes.len(), 1);
}

#[test]
fn a_visibility_that_is_none_is_refused() {
    for wrong in [json!({ "visible": 1 }), json!(7), json!({ "visible": "no" })] {
        let file = file(&[(json!({ "KHR_node_visibility": wrong }), &[])]);
        assert!(refused(&file.glb()).starts_with("R0140: the glTF file cannot be read: invalid type"), "{wrong}");
    }
}
