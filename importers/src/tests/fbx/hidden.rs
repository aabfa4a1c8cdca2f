//! Tests of hidden parts of a file, with both importers.

use std::fs;

use rigmill_dom::Scene;
use rigmill_pipeline::Diagnostic;

use super::support::as_in_file;
use super::writer::{
    Record, TICKS, Value, curve, curve_node, geometry, layer, model, number, object, record, scene, stack,
};
use super::xnb::model as xnb_model;
use crate::tests::support::{data, import_with};
use crate::{Fbx, FbxParams, Hidden};

/// Returns the scene and the messages of both importers, which must agree.
fn both(bytes: &[u8], hidden: Hidden) -> (Scene, Vec<String>) {
    let params = FbxParams { hidden, ..FbxParams::default() };
    let found = made(import_with::<Fbx>(bytes, &params));
    #[cfg(feature = "fbx-dom")]
    {
        let other = made(import_with::<crate::FbxDom>(bytes, &params));
        assert_eq!((names(&found.0), &found.1), (names(&other.0), &other.1));
    }
    found
}

fn made((scene, said): (Option<Scene>, Vec<Diagnostic>)) -> (Scene, Vec<String>) {
    let said = said.iter().map(|it| format!("{}: {}", it.code, it.message));
    (scene.unwrap(), said.collect())
}

/// Returns the names of the nodes. A `*` marks nodes that place a mesh.
fn names(scene: &Scene) -> String {
    let name = |node: &rigmill_dom::SceneNode| format!("{}{}", node.name, if node.mesh.is_some() { "*" } else { "" });
    scene.nodes.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Returns a file of nodes that each place a triangle, with their properties and parents.
fn file(nodes: &[(i64, Option<i64>, Vec<Record>)], more: Vec<Record>, links: &[(i64, i64, Option<&str>)]) -> Vec<u8> {
    let triangle = || Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let (mut objects, mut connections) = (Vec::new(), links.to_vec());
    for (id, parent, properties) in nodes {
        objects.push(model(*id, &format!("N{id}"), "Mesh", properties.clone()));
        objects.push(geometry(id + 1000, triangle(), vec![0, 1, -3]));
        connections.push((id + 1000, *id, None));
        connections.extend(parent.map(|parent| (*id, parent, None)));
    }
    objects.extend(more);
    scene(objects, &connections)
}

#[test]
fn hidden_nodes_stay_and_lose_their_meshes() {
    let nodes = [
        (1, Some(0), vec![]),
        (2, Some(0), vec![number("Visibility", 0)]),
        (3, Some(1), vec![number("Show", 0)]),
        (4, Some(0), vec![number("Visibility", 0)]),
        (5, Some(0), vec![number("Visibility", 0)]),
    ];
    let bytes = file(&nodes, vec![], &[]);
    let (skipped, said) = both(&bytes, Hidden::Skip);
    assert_eq!((names(&skipped).as_str(), skipped.meshes.len()), ("N1* N3 N2 N4 N5", 1));
    assert_eq!(said, [r#"R0109: 4 meshes of hidden nodes are left out: "N3", "N2", "N4" and 1 more"#]);
    let (kept, said) = both(&bytes, Hidden::Keep);
    assert_eq!((names(&kept).as_str(), said.len()), ("N1* N3* N2* N4* N5*", 0));
}

#[test]
fn what_hangs_on_a_hidden_node_is_hidden_if_it_inherits_that() {
    let inherits = |it| vec![number("Visibility Inheritance", it)];
    let nodes = [
        (1, Some(0), vec![number("Visibility", 0)]),
        (2, Some(1), inherits(1)),
        (3, Some(2), inherits(1)),
        (4, Some(1), inherits(0)),
        (5, Some(4), inherits(1)),
        // `Show` applies only to the node itself.
        (6, Some(0), vec![number("Show", 0)]),
        (7, Some(6), inherits(1)),
        // Older files do not contain the property.
        (8, Some(1), vec![]),
    ];
    assert_eq!(names(&both(&file(&nodes, vec![], &[]), Hidden::Skip).0), "N1 N2 N3 N4* N5* N8* N6 N7*");
}

#[test]
fn nodes_that_hang_on_nothing_are_not_in_the_scene() {
    let nodes = [(1, Some(0), vec![]), (2, None, vec![]), (3, Some(2), vec![]), (4, Some(1), vec![])];
    let null = vec![model(9, "Null", "Null", vec![])];
    let bytes = file(&nodes, null, &[]);
    let (skipped, said) = both(&bytes, Hidden::Skip);
    assert_eq!(names(&skipped), "N1* N4*");
    assert_eq!(skipped.nodes[1].parent, Some(0));
    let lost = "R0109: 1 node that is not in the scene is left out: \"Null\"";
    assert_eq!(said, ["R0109: 2 meshes of hidden nodes are left out: \"N2\", \"N3\"", lost]);
    assert_eq!(names(&both(&bytes, Hidden::Keep).0), "N1* N4* N2* N3* Null");
    // If a file connects no node to the scene, it does not state which nodes are part of the scene.
    let untied = [(1, None, vec![]), (2, Some(1), vec![])];
    assert_eq!(names(&both(&file(&untied, vec![], &[]), Hidden::Skip).0), "N1* N2*");
}

#[test]
fn a_node_outside_of_the_scene_stays_where_a_skin_needs_it() {
    let matrix = || Value::Doubles((0..16).map(|at| f64::from(u8::from(at % 5 == 0))).collect());
    let list = |name, value| record(name, vec![value], vec![]);
    let cluster = vec![
        list("Indexes", Value::Ints(vec![0, 1, 2])),
        list("Weights", Value::Doubles(vec![1.0; 3])),
        list("Transform", matrix()),
        list("TransformLink", matrix()),
    ];
    let more = vec![
        model(20, "Armature", "Null", vec![]),
        model(21, "Bone", "LimbNode", vec![]),
        model(22, "Tail", "LimbNode", vec![]),
        model(23, "Other", "LimbNode", vec![]),
        object("Deformer", 30, "", "Skin", vec![]),
        object("Deformer", 31, "", "Cluster", cluster),
        stack(40, "Go", 0, TICKS),
        layer(41),
        curve_node(42, "T"),
        curve(43, &[(0, 0.0), (TICKS, 1.0)], false),
        curve_node(44, "T"),
        curve(45, &[(0, 0.0), (TICKS, 1.0)], false),
    ];
    let links = [(21, 20, None), (22, 21, None), (30, 1001, None), (31, 30, None), (21, 31, None)];
    let moved = [(41, 40, None), (42, 41, None), (44, 41, None), (43, 42, Some("d|X")), (45, 44, Some("d|X"))];
    let channels = [(42, 23, Some("Lcl Translation")), (44, 21, Some("Lcl Translation"))];
    let links: Vec<_> = links.into_iter().chain(moved).chain(channels).collect();
    let (scene, said) = both(&file(&[(1, Some(0), vec![])], more, &links), Hidden::Skip);
    assert_eq!(names(&scene), "N1* Armature Bone");
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(scene.meshes[0].skin.as_ref().unwrap().bones, [2]);
    assert_eq!(scene.clips[0].tracks.iter().map(|track| track.node).collect::<Vec<_>>(), [2]);
}

#[test]
fn materials_of_hidden_meshes_alone_are_left_out() {
    let material = |id, name| object("Material", id, name, "", vec![]);
    let more = vec![material(50, "Free"), material(51, "Hidden"), material(52, "Shared")];
    let links = [(51, 1, None), (52, 1, None), (52, 2, None)];
    let nodes = [(1, Some(0), vec![number("Visibility", 0)]), (2, Some(0), vec![])];
    let (scene, _) = both(&file(&nodes, more, &links), Hidden::Skip);
    assert_eq!(scene.materials.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["Free", "Shared"]);
    assert_eq!(scene.meshes[0].materials, [1]);
}

/// Returns a file whose take sets these values for the visibility of a node, whose own visibility is `own`.
fn blinking(own: i32, values: &[f32]) -> Vec<u8> {
    let keys: Vec<(i64, f32)> = (0..).map(|at| at * TICKS).zip(values.iter().copied()).collect();
    let more = vec![stack(40, "Go", 0, TICKS), layer(41), curve_node(42, "Visibility"), curve(43, &keys, true)];
    let links = [(41, 40, None), (42, 41, None), (42, 1, Some("Visibility")), (43, 42, Some("d|Visibility"))];
    file(&[(1, Some(0), vec![number("Visibility", own)])], more, &links)
}

#[test]
fn a_node_that_a_take_shows_keeps_its_mesh() {
    let reported = "R0117: 1 visibility animation of a node is left out: \"N1\"";
    for (own, values) in [(0, &[0.0, 1.0][..]), (1, &[1.0, 0.0]), (0, &[1.0]), (1, &[0.0])] {
        let (scene, said) = both(&blinking(own, values), Hidden::Skip);
        assert_eq!(names(&scene), "N1*", "{own} {values:?}");
        assert_eq!(said, [reported]);
    }
    assert_eq!(names(&both(&blinking(0, &[0.0, 0.0]), Hidden::Skip).0), "N1");
    assert_eq!(both(&blinking(1, &[1.0, 1.0]), Hidden::Skip).1.len(), 0);
}

#[test]
#[cfg_attr(not(robotgame_project), ignore = "set RIGMILL_ROBOTGAME_PROJECT to the folder with RobotGame's project")]
fn the_sky_has_the_mesh_that_xna_made_and_none_that_was_hidden() {
    let folder = data("RIGMILL_ROBOTGAME_PROJECT");
    let bytes = fs::read(folder.join("content/Models/World/Stage1/France_Sky.FBX")).unwrap();
    let known = xnb_model(&folder.join("xnb/Models/World/Stage1/France_Sky.xnb"));
    let (scene, said) = made(import_with::<Fbx>(&bytes, &as_in_file()));
    let bones = scene.nodes.iter().filter(|node| node.kind != rigmill_dom::NodeKind::Helper);
    assert_eq!(
        bones.map(|node| node.name.as_str()).collect::<Vec<_>>(),
        known.bones.iter().map(|bone| bone.name.as_str()).collect::<Vec<_>>(),
    );
    let triangles = |scene: &Scene| {
        let sizes = scene.meshes.iter().flat_map(|mesh| &mesh.face_sizes);
        sizes.map(|&size| size as usize - 2).sum::<usize>()
    };
    let xna: usize = known.meshes.iter().map(|mesh| mesh.triangles.len()).sum();
    assert_eq!((scene.meshes.len(), triangles(&scene)), (known.meshes.len(), xna));
    assert_eq!((scene.meshes.len(), xna), (1, 96));
    let meshes = "4 meshes of hidden nodes are left out: \"Object04\", \"Box_Big03\", \"Truck06\" and 1 more";
    let others = "1 node that is not in the scene is left out: \"Sandbag20\"";
    assert_eq!(said, [format!("R0109: {meshes}"), format!("R0109: {others}")]);
    let keep = FbxParams { hidden: Hidden::Keep, ..as_in_file() };
    let (scene, said) = made(import_with::<Fbx>(&bytes, &keep));
    assert_eq!((scene.meshes.len(), triangles(&scene), said.len()), (5, 8381, 0));
}
