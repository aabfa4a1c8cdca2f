//! Tests of accessors and the storage of numbers.

use serde_json::json;

use super::support::{import, refused, scene, warned};
use super::writer::Writer;

const CORNERS: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// Returns a triangle, after calling `change` with its accessor of positions.
fn triangle(change: impl FnOnce(&mut Writer, usize)) -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &CORNERS);
    file.mesh(json!({ "attributes": { "POSITION": positions } }));
    change(&mut file, positions);
    file
}

#[test]
fn elements_may_stand_apart() {
    let mut file = Writer::new();
    let bytes: Vec<u8> = CORNERS.chunks(3).flat_map(|p| [p[0], p[1], p[2], 9.0]).flat_map(f32::to_le_bytes).collect();
    let positions = file.accessor("VEC3", 5126, 3, &bytes);
    file.json["bufferViews"][0]["byteStride"] = 16.into();
    file.mesh(json!({ "attributes": { "POSITION": positions } }));
    assert_eq!(scene(&file).meshes[0].positions.as_flattened(), CORNERS);
}

#[test]
fn sparse_values_take_the_places_of_others_or_of_zeros() {
    for base in [true, false] {
        let file = triangle(|file, positions| {
            let places = file.view(&[1, 0, 2, 0]);
            let values: Vec<u8> = [5.0_f32, 6.0, 7.0, 8.0, 9.0, 10.0].into_iter().flat_map(f32::to_le_bytes).collect();
            let values = file.view(&values);
            let accessor = &mut file.json["accessors"][positions];
            accessor["sparse"] = json!({
                "count": 2,
                "indices": { "bufferView": places, "componentType": 5123 },
                "values": { "bufferView": values },
            });
            if !base {
                accessor.as_object_mut().unwrap().remove("bufferView");
            }
        });
        assert_eq!(scene(&file).meshes[0].positions, [[0.0; 3], [5.0, 6.0, 7.0], [8.0, 9.0, 10.0]], "{base}");
    }
}

#[test]
fn normalized_integers_are_fractions() {
    let cases: [(u32, &[u8], [f32; 4]); 4] = [
        (5120, &[127, 0x81, 0x80, 0], [1.0, -1.0, -1.0, 0.0]),
        (5121, &[255, 0, 51, 0], [1.0, 0.0, 0.2, 0.0]),
        (5122, &[0xff, 0x7f, 0x01, 0x80, 0x00, 0x80, 0, 0], [1.0, -1.0, -1.0, 0.0]),
        (5123, &[0xff, 0xff, 0, 0, 0x33, 0x33, 0, 0], [1.0, 0.0, 0.2, 0.0]),
    ];
    for (component, bytes, known) in cases {
        let mut file = triangle(|_, _| ());
        let color = file.accessor("VEC4", component, 3, &bytes.repeat(3));
        file.json["accessors"][color]["normalized"] = true.into();
        file.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = color.into();
        assert_eq!(scene(&file).meshes[0].corner_colors.as_ref().unwrap()[0], known, "{component}");
    }
}

#[test]
fn what_its_bytes_do_not_hold_is_refused() {
    let cases: [(&str, u64); 6] = [
        ("count", 4),
        ("count", 1 << 32),
        ("count", u64::MAX),
        ("byteOffset", 4),
        ("byteOffset", u64::MAX),
        ("bufferView", 99),
    ];
    for (key, value) in cases {
        let file = triangle(|file, positions| file.json["accessors"][positions][key] = value.into());
        let said = refused(&file.glb());
        let known = ["R0140", "R0141", "R0143"];
        assert!(known.iter().any(|code| said.starts_with(code)), "{key} {value}: {said}");
    }
    for (key, value) in [("byteLength", 1_u64 << 40), ("byteOffset", 1), ("byteStride", 1 << 40), ("buffer", 1)] {
        let file = triangle(|file, _| file.json["bufferViews"][0][key] = value.into());
        let said = refused(&file.glb());
        assert!(said.starts_with("R0143") || said.starts_with("R0140"), "{key}: {said}");
    }
    let file = triangle(|file, positions| file.json["accessors"][positions]["type"] = "VEC2".into());
    assert_eq!(refused(&file.glb()), "R0143: accessor 0: its elements have 2 components, expected 3");
}

#[test]
fn zeros_without_bytes_cost_no_more_than_a_file_grants() {
    let file = triangle(|file, positions| {
        file.json["accessors"][positions] = json!({ "componentType": 5126, "count": 1_u64 << 32, "type": "VEC3" });
    });
    assert!(refused(&file.glb()).starts_with("R0141"));
}

#[test]
fn numbers_that_are_not_finite_are_reported_with_their_owner() {
    for wrong in [f32::NAN, f32::INFINITY] {
        let mut file = Writer::new();
        let positions = file.floats("VEC3", &CORNERS);
        let normals = file.floats("VEC3", &[0.0, 0.0, 1.0, 0.0, wrong, 1.0, 0.0, 0.0, 1.0]);
        file.mesh(json!({ "attributes": { "POSITION": positions, "NORMAL": normals } }));
        assert_eq!(refused(&file.glb()), "R0142: mesh \"M\" (0): a normal is not finite");
    }
}

#[test]
fn faces_with_vertices_that_are_not_finite_are_left_out() {
    for wrong in [f32::NAN, f32::INFINITY] {
        let mut file = Writer::new();
        let positions = [&CORNERS[..], &[1.0, wrong, 0.0]].concat();
        let positions = file.floats("VEC3", &positions);
        let indices = file.indices(&[1, 3, 2, 0, 1, 2]);
        file.mesh(json!({ "attributes": { "POSITION": positions }, "indices": indices }));
        let said = warned(&file);
        assert_eq!(said, ["R0147: 1 face that uses a vertex whose position is not finite is left out: \"M\""]);
        let mesh = import(&file.glb()).0.unwrap().meshes.remove(0);
        assert_eq!((&mesh.face_sizes[..], &mesh.corner_vertices[..]), (&[3][..], &[0, 1, 2][..]));
        assert!(mesh.positions.iter().flatten().all(|number| number.is_finite()));
    }
}
