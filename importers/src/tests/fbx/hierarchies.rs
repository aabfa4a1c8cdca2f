//! Tests of hierarchies that are more than chains of translation, rotation and scale.

use rigmill_dom::NodeKind;

use super::dom::import_dom;
use super::pose::{difference, point, worlds};
use super::support::{as_in_file, import, node};
use super::writer::{TICKS, Value, attribute, geometry, model, moved, number, scene, vector};
use crate::tests::support::clean;

#[test]
fn geometric_transforms_move_the_vertices_and_not_the_children() {
    let shift = || vec![vector("GeometricTranslation", [0.0, 5.0, 0.0])];
    let positions = Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let objects = vec![
        model(1, "M", "Mesh", shift()),
        model(2, "Child", "Null", vec![vector("Lcl Translation", [1.0, 0.0, 0.0])]),
        geometry(3, positions.clone(), vec![0, 1, -3]),
    ];
    let bytes = scene(objects, &[(1, 0, None), (2, 1, None), (3, 1, None)]);
    let scene = clean(import(&bytes, &as_in_file()));
    assert_eq!(scene.meshes[0].positions, [[0.0, 5.0, 0.0], [1.0, 5.0, 0.0], [0.0, 6.0, 0.0]]);
    assert_eq!(scene.nodes[node(&scene, "Child")].local.translation, [1.0, 0.0, 0.0]);
    assert_eq!(scene.nodes[node(&scene, "M")].local.translation, [0.0; 3]);
}

#[test]
fn a_mesh_used_twice_with_other_geometric_transforms_stands_where_each_says() {
    let shifted = |id, name, y| model(id, name, "Mesh", vec![vector("GeometricTranslation", [0.0, y, 0.0])]);
    let positions = Value::Doubles(vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let objects = vec![shifted(1, "A", 5.0), shifted(2, "B", 7.0), geometry(3, positions, vec![0, 1, -3])];
    let bytes = scene(objects, &[(1, 0, None), (2, 0, None), (3, 1, None), (3, 2, None)]);
    let scene = clean(import(&bytes, &as_in_file()));
    let worlds = worlds(&scene, None);
    let placed = (0..scene.nodes.len()).filter(|&at| scene.nodes[at].mesh.is_some());
    let first = |at: usize| {
        let mesh = &scene.meshes[scene.nodes[at].mesh.unwrap() as usize];
        point(&worlds[at], mesh.positions[0].map(f64::from))
    };
    assert_eq!(placed.map(first).collect::<Vec<_>>(), [[0.0, 5.0, 0.0], [0.0, 7.0, 0.0]]);
    assert!(scene.nodes.iter().any(|node| node.name == "A geometry" && node.kind == NodeKind::Mesh));
}

#[test]
fn scale_that_children_do_not_inherit_ends_at_its_node() {
    for scale in [[2.0, 2.0, 2.0], [1.0, 3.0, 2.0]] {
        let at = |x| vector("Lcl Translation", [x, 0.0, 0.0]);
        let objects = vec![
            model(1, "Up", "LimbNode", vec![at(1.0), vector("Lcl Scaling", scale)]),
            // RrSs … 2 means "rotation of the parent, but not its scale".
            model(2, "Down", "LimbNode", vec![at(4.0), number("InheritType", 2)]),
        ];
        let scene = clean(import(&scene(objects, &[(1, 0, None), (2, 1, None)]), &as_in_file()));
        let worlds = worlds(&scene, None);
        let known = [[1.0, 0.0, 0.0, 1.0 + 4.0 * scale[0]], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        assert!(difference(&worlds[node(&scene, "Down")], &known) < 1e-9, "{scale:?}: {worlds:?}");
    }
}

#[test]
fn siblings_are_in_the_order_of_their_connections() {
    let names = ["A", "B", "C", "D", "E"];
    let objects = (1..).zip(names).map(|(id, name)| model(id, name, "Null", vec![])).collect();
    let connections = [(3, 0, None), (5, 1, None), (1, 0, None), (4, 3, None), (2, 3, None)];
    let bytes = scene(objects, &connections);
    for scene in [clean(import(&bytes, &as_in_file())), clean(import_dom(&bytes, &as_in_file()))] {
        let found: Vec<&str> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
        assert_eq!(found, ["C", "D", "B", "A", "E"]);
        let parents: Vec<_> = scene.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(0), None, Some(3)]);
    }
}

#[test]
fn pivots_pre_and_post_rotations_and_orders_are_in_the_transform() {
    let turned = model(
        1,
        "Turned",
        "LimbNode",
        vec![
            number("RotationActive", 1),
            number("RotationOrder", 5),
            vector("RotationPivot", [1.0, 0.0, 0.0]),
            vector("PreRotation", [90.0, 0.0, 0.0]),
            vector("Lcl Rotation", [0.0, 0.0, 90.0]),
        ],
    );
    let scene = clean(import(&scene(vec![turned], &[(1, 0, None)]), &as_in_file()));
    // About the point (1, 0, 0): a quarter turn about z, then a quarter turn about x.
    let known = [[0.0, -1.0, 0.0, 1.0], [0.0, 0.0, -1.0, 0.0], [1.0, 0.0, 0.0, -1.0]];
    assert!(difference(&worlds(&scene, None)[0], &known) < 1e-9, "{:?}", worlds(&scene, None));
}

#[test]
fn names_are_kept_exactly_and_helpers_distinguished() {
    let objects = vec![
        model(1, " Footsteps", "LimbNode", vec![]),
        attribute(10, "LimbNode"),
        model(2, "Ende ", "Null", vec![]),
        model(3, "骨", "Null", vec![]),
        model(4, "Camera_Switcher", "CameraSwitcher", vec![]),
        attribute(5, "CameraSwitcher"),
        model(6, "Producer Top", "Camera", vec![]),
        attribute(7, "Camera"),
        model(8, "Producer", "Camera", vec![]),
        attribute(9, "Camera"),
    ];
    let connections: Vec<_> = [1, 2, 3, 4, 6, 8]
        .map(|id| (id, 0, None))
        .into_iter()
        .chain([5, 7, 9].map(|id| (id, id - 1, None)))
        .chain([(10, 1, None)])
        .collect();
    let scene = clean(import(&scene(objects, &connections), &as_in_file()));
    let found: Vec<_> = scene.nodes.iter().map(|node| (node.name.as_str(), node.alias(), node.kind)).collect();
    assert_eq!(
        found,
        [
            (" Footsteps", "Footsteps", NodeKind::Bone),
            ("Ende ", "Ende", NodeKind::Empty),
            ("骨", "骨", NodeKind::Empty),
            ("Camera_Switcher", "Camera_Switcher", NodeKind::Helper),
            ("Producer Top", "Producer Top", NodeKind::Helper),
            ("Producer", "Producer", NodeKind::Camera),
        ]
    );
}

#[test]
fn a_step_comes_on_its_frame() {
    for start in [0, 1, 7, 100] {
        let at = |frame: i64| TICKS / 30 * (start + frame);
        let keys = [(at(0), 0.0), (at(3), 1.0), (at(11), 2.0), (at(29), 3.0)];
        let scene = clean(import(&moved(at(0), at(30), &keys, true), &as_in_file()));
        let track = &scene.clips[0].tracks[0];
        let found: Vec<f64> = track.translations.iter().map(|it| it[0]).collect();
        let known: Vec<f64> = (0..=30)
            .map(|frame| f64::from(u8::from(frame >= 3) + u8::from(frame >= 11) + u8::from(frame >= 29)))
            .collect();
        assert_eq!(found, known, "from frame {start}");
        assert!(track.rotations.is_empty() && track.scales.is_empty());
    }
}
