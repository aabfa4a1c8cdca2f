//! Tests of limits on the data that is made from a small file.

use rigmill_pipeline::Diagnostic;

use super::smoke::small_files;
use super::support::import;
use super::writer::{Record, Value, geometry, model, object, scene};
use crate::FbxParams;

/// Returns the diagnostics of each importer for a file.
fn said(bytes: &[u8]) -> Vec<Vec<Diagnostic>> {
    let params = FbxParams::default();
    let mut all = vec![import(bytes, &params).1];
    #[cfg(feature = "fbx-dom")]
    all.push(crate::tests::support::import_with::<crate::FbxDom>(bytes, &params).1);
    all
}

fn reported(bytes: &[u8], code: &str, part: &str) {
    for said in said(bytes) {
        assert!(said.iter().any(|it| it.code == code && it.message.contains(part)), "{part}: {said:?}");
    }
}

fn triangle() -> Value {
    Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0])
}

/// Returns a mesh, with the objects linked to it.
fn mesh(nodes: i64, corners: Vec<i32>, more: Vec<Record>, links: &[(i64, i64, Option<&str>)]) -> Vec<u8> {
    let mut objects: Vec<_> = (1..=nodes).map(|id| model(id, &format!("N{id}"), "Mesh", vec![])).collect();
    objects.push(geometry(100_000, triangle(), corners));
    objects.extend(more);
    let placed = (1..=nodes).flat_map(|id| [(id, 0, None), (100_000, id, None)]);
    scene(objects, &placed.chain(links.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn a_mesh_that_thousands_of_nodes_have_is_counted_for_each() {
    reported(&mesh(3000, [0, 1, -3].repeat(400), vec![], &[]), "R0111", "vertices, polygon corners and bone weights");
}

#[test]
fn a_polygon_of_too_many_corners_is_left_out() {
    let ring = (0..30_000).map(|at| at % 3).chain([-1]).collect();
    reported(&mesh(1, ring, vec![], &[]), "R0117", "1 face with too many corners");
}

#[test]
fn names_as_long_as_books_are_refused() {
    let nodes = (1..=50).map(|id| model(id, &"x".repeat(100_000), "Null", vec![])).collect();
    let links: Vec<_> = (1..=50).map(|id| (id, 0, None)).collect();
    reported(&scene(nodes, &links), "R0111", "5000000 bytes in the names of nodes");
}

#[test]
fn a_skin_of_more_bones_than_a_vertex_can_name_is_refused() {
    let clusters = 65_536;
    let matrix = || (0..16).map(|at| f64::from(u8::from(at % 5 == 0))).collect();
    let list = |name, values| super::writer::record(name, vec![Value::Doubles(values)], vec![]);
    let cluster =
        |id| object("Deformer", id, "", "Cluster", vec![list("Transform", matrix()), list("TransformLink", matrix())]);
    let ids = || 300_000..300_000 + clusters;
    let more = [object("Deformer", 200_000, "", "Skin", vec![])].into_iter().chain(ids().map(cluster)).collect();
    let links: Vec<_> = [(200_000, 100_000, None)]
        .into_iter()
        .chain(ids().flat_map(|id| [(id, 200_000, None), (1, id, None)]))
        .collect();
    reported(&mesh(1, vec![0, 1, -3], more, &links), "R0111", "bones in the skin");
}

#[test]
fn small_files_say_nothing() {
    for (name, bytes) in small_files() {
        assert!(import(&bytes, &FbxParams::default()).1.is_empty(), "{name}");
    }
}

#[test]
fn records_of_nodes_are_counted_before_they_cost_memory() {
    let mut bytes = b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0".to_vec();
    bytes.extend(b"\x05Model".repeat(65_536));
    let (scene, said) = import(&bytes, &FbxParams::default());
    assert!(scene.is_none());
    assert_eq!(
        (said[0].code.as_ref(), said[0].message.starts_with("there are 65536 nodes")),
        ("R0111", true),
        "{said:?}"
    );
}
