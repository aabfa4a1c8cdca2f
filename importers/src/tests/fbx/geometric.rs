//! Tests of geometric transforms as parts of nodes. The numbers were calculated by hand from P⁻¹ · L · G.

use rigmill_dom::Scene;
use rigmill_pipeline::Diagnostic;

use super::dom::import_dom;
use super::pose::{Matrix, difference, point, worlds};
use super::support::{as_in_file, import, node};
use super::writer::{
    Record, TICKS, Value, curve, curve_node, geometry, layer, model, object, record, scene, stack, text, vector,
};
use crate::tests::support::clean;
use crate::{FbxParams, GeometricTransforms};

fn in_nodes() -> FbxParams {
    FbxParams { geometric_transforms: GeometricTransforms::Node, ..as_in_file() }
}

/// Returns the results of both importers.
fn by_both(bytes: &[u8], params: &FbxParams) -> [(Option<Scene>, Vec<Diagnostic>); 2] {
    [import(bytes, params), import_dom(bytes, params)]
}

fn triangle(id: i64) -> Record {
    geometry(id, Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]), vec![0, 1, -3])
}

/// Returns a dummy, a mesh below it and a dummy below the mesh, with geometric transforms as 3ds Max writes them.
fn chain() -> Vec<u8> {
    let objects = vec![
        model(
            1,
            "A",
            "Null",
            vec![vector("Lcl Translation", [1.0, 0.0, 0.0]), vector("GeometricScaling", [1.0, 4.0, 1.0])],
        ),
        model(
            2,
            "B",
            "Mesh",
            vec![vector("Lcl Translation", [0.0, 2.0, 0.0]), vector("GeometricTranslation", [0.0, 0.0, 5.0])],
        ),
        model(3, "C", "Null", vec![vector("Lcl Translation", [1.0, 1.0, 1.0])]),
        triangle(4),
    ];
    scene(objects, &[(1, 0, None), (2, 1, None), (3, 2, None), (4, 2, None)])
}

#[test]
fn they_become_a_part_of_their_node_and_leave_the_nodes_below_where_they_are() {
    for (scene, said) in by_both(&chain(), &in_nodes()) {
        let scene = clean((scene, said));
        let local = |name| scene.nodes[node(&scene, name)].local;
        assert_eq!((local("A").translation, local("A").scale), ([1.0, 0.0, 0.0], [1.0, 4.0, 1.0]));
        assert_eq!((local("B").translation, local("B").scale), ([0.0, 0.5, 5.0], [1.0, 0.25, 1.0]));
        assert_eq!((local("C").translation, local("C").scale), ([1.0, 1.0, -4.0], [1.0; 3]));
        assert_eq!(scene.meshes[0].positions, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        assert!(scene.nodes.iter().all(|node| node.matrix.is_none()));
    }
}

#[test]
fn vertices_stay_where_they_are() {
    let [by_fbx, by_dom] = [by_both(&chain(), &as_in_file()), by_both(&chain(), &in_nodes())];
    for (in_mesh, in_node) in by_fbx.into_iter().zip(by_dom) {
        let places = [in_mesh, in_node].map(|found| {
            let scene = clean(found);
            let place = worlds(&scene, None)[node(&scene, "B")];
            scene.meshes[0].positions.iter().map(|it| point(&place, it.map(f64::from))).collect::<Vec<_>>()
        });
        assert_eq!(places[0], [[1.0, 2.0, 5.0], [2.0, 2.0, 5.0], [1.0, 3.0, 5.0]]);
        assert_eq!(places[0], places[1]);
    }
}

#[test]
fn clips_agree_with_the_nodes() {
    let objects = vec![
        model(1, "A", "Null", vec![vector("GeometricScaling", [2.0; 3])]),
        model(2, "B", "LimbNode", vec![]),
        stack(3, "Go", 0, TICKS),
        layer(4),
        curve_node(5, "T"),
        curve(6, &[(0, 0.0), (TICKS, 8.0)], false),
    ];
    let connections =
        [(1, 0, None), (2, 1, None), (4, 3, None), (5, 4, None), (5, 2, Some("Lcl Translation")), (6, 5, Some("d|X"))];
    for found in by_both(&scene(objects, &connections), &in_nodes()) {
        let scene = clean(found);
        let track = scene.clips[0].tracks.iter().find(|track| track.node as usize == node(&scene, "B")).unwrap();
        let ends = [track.translations[0], *track.translations.last().unwrap()];
        assert_eq!(ends, [[0.0; 3], [4.0, 0.0, 0.0]]);
        // The node always has the inverse of its parent's scale.
        assert_eq!((track.scales.len(), scene.nodes[node(&scene, "B")].local.scale), (0, [0.5; 3]));
    }
}

#[test]
fn a_transform_that_shears_keeps_its_matrix_and_is_reported() {
    let objects = vec![
        model(1, "A", "Null", vec![vector("GeometricScaling", [1.0, 4.0, 1.0])]),
        model(2, "B", "Null", vec![vector("Lcl Rotation", [0.0, 0.0, 45.0])]),
    ];
    for (scene, said) in by_both(&scene(objects, &[(1, 0, None), (2, 1, None)]), &in_nodes()) {
        assert_eq!(said.iter().map(|it| it.code.to_string()).collect::<Vec<_>>(), ["R0311"]);
        let scene = scene.unwrap();
        let matrix = scene.nodes[1].matrix.unwrap();
        let half = 0.5_f64.sqrt();
        // A quarter of y, after the rotation.
        let known: Matrix = [[half, -half, 0.0, 0.0], [half / 4.0, half / 4.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        let found = std::array::from_fn(|row| std::array::from_fn(|column| f64::from(matrix[column * 4 + row])));
        assert!(difference(&found, &known) < 1e-6, "{matrix:?}");
    }
}

#[test]
fn one_that_flattens_is_refused() {
    let objects = vec![model(1, "A", "Null", vec![vector("GeometricScaling", [1.0, 0.0, 1.0])])];
    for (scene, said) in by_both(&scene(objects, &[(1, 0, None)]), &in_nodes()) {
        assert!(scene.is_none() && said.len() == 1 && said[0].code == "R0311", "{said:?}");
    }
}

#[test]
fn all_sets_of_texture_coordinates_are_kept_in_the_order_of_the_file() {
    let set = |number: i32, name: &str, uvs: [f64; 6]| {
        let of = |kind, value: Value| record(kind, vec![value], vec![]);
        let children = vec![
            of("Name", text(name)),
            of("MappingInformationType", text("ByPolygonVertex")),
            of("ReferenceInformationType", text("Direct")),
            of("UV", Value::Doubles(uvs.to_vec())),
        ];
        record("LayerElementUV", vec![Value::Int(number)], children)
    };
    let numbers = Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mesh = vec![
        record("Vertices", vec![numbers], vec![]),
        record("PolygonVertexIndex", vec![Value::Ints(vec![0, 1, -3])], vec![]),
        set(0, "picture", [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
        set(1, "light map", [0.5, 0.25, 0.75, 0.25, 0.5, 1.0]),
    ];
    let objects = vec![model(1, "M", "Mesh", vec![]), object("Geometry", 2, "", "Mesh", mesh)];
    for found in by_both(&scene(objects, &[(1, 0, None), (2, 1, None)]), &as_in_file()) {
        let sets = &clean(found).meshes[0].uv_sets;
        assert_eq!(sets.iter().map(|set| set.name.as_str()).collect::<Vec<_>>(), ["picture", "light map"]);
        assert_eq!(sets[0].corner_uvs, [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
        assert_eq!(sets[1].corner_uvs, [[0.5, 0.25], [0.75, 0.25], [0.5, 1.0]]);
    }
}
