//! Tests of meshes, skins and materials.

use serde_json::{Value, json};

use super::support::{refused, scene, warned};
use super::writer::Writer;

/// Five vertices of a strip.
const STRIP: [f32; 15] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 2.0, 0.0];

fn mesh_of(mode: u32, indices: Option<&[u16]>) -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &STRIP);
    let mut primitive = json!({ "mode": mode, "attributes": { "POSITION": positions } });
    if let Some(indices) = indices {
        primitive["indices"] = file.indices(indices).into();
    }
    file.mesh(primitive);
    file
}

#[test]
fn triangles_strips_and_fans_become_triangles() {
    type Case<'a> = (u32, Option<&'a [u16]>, &'a [u32]);
    let cases: [Case<'_>; 5] = [
        (4, Some(&[2, 1, 0]), &[2, 1, 0]),
        (4, None, &[0, 1, 2]),
        (5, None, &[0, 1, 2, 2, 1, 3, 2, 3, 4]),
        // A repeated vertex reverses the winding order of the strip, and joins its parts.
        (5, Some(&[0, 1, 2, 2, 3, 4]), &[0, 1, 2, 3, 2, 4]),
        (6, None, &[1, 2, 0, 2, 3, 0, 3, 4, 0]),
    ];
    for (mode, indices, known) in cases {
        let scene = scene(&mesh_of(mode, indices));
        let found = &scene.meshes[0].corner_vertices;
        let turned: Vec<_> = found.chunks(3).flat_map(canonical).collect();
        assert_eq!(turned, known.chunks(3).flat_map(canonical).collect::<Vec<_>>(), "{mode} {indices:?}");
        assert_eq!(scene.meshes[0].face_sizes.len() * 3, found.len());
    }
}

/// Rotates a triangle so that its smallest vertex is first.
fn canonical(triangle: &[u32]) -> [u32; 3] {
    let least = (0..3).min_by_key(|&at| triangle[at]).unwrap();
    [0, 1, 2].map(|at| triangle[(least + at) % 3])
}

#[test]
fn faces_without_normals_are_flat() {
    let scene = scene(&mesh_of(4, Some(&[0, 1, 2])));
    assert_eq!(scene.meshes[0].corner_normals.as_deref(), Some([[0.0, 0.0, 1.0]; 3].as_slice()));
}

#[test]
fn corners_beyond_the_vertices_are_refused() {
    assert_eq!(
        refused(&mesh_of(4, Some(&[0, 1, 5])).glb()),
        "R0140: mesh \"M\" (0): a corner refers to vertex 5, but the mesh has only 5 vertices"
    );
}

#[test]
fn what_is_left_out_is_reported() {
    let mut file = mesh_of(1, None);
    file.json["extensionsUsed"] = json!(["KHR_draco_mesh_compression", "KHR_materials_unlit", "KHR_mesh_quantization"]);
    assert_eq!(warned(&file), ["R0147: 1 list of points or lines is left out: \"M\"",]);
}

#[test]
fn required_extensions_that_are_not_known_are_refused() {
    let mut file = mesh_of(4, None);
    file.json["extensionsRequired"] = json!(["KHR_mesh_quantization", "EXT_meshopt_compression"]);
    assert_eq!(
        refused(&file.glb()),
        "R0144: the file requires the extension \"EXT_meshopt_compression\", which Rigmill does not support"
    );
}

/// A mesh with two primitives, the first of which has a material.
#[test]
fn primitives_become_one_mesh_with_the_material_of_each() {
    let mut file = mesh_of(4, Some(&[0, 1, 2]));
    let material = json!({ "name": "Skin", "pbrMetallicRoughness": { "baseColorFactor": [0.5, 0.25, 0.125, 0.5] } });
    file.push("materials", material);
    let mut second = file.json["meshes"][0]["primitives"][0].clone();
    second["material"] = 0.into();
    file.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(second);
    let uvs = file.floats("VEC2", &[0.25; 10]);
    file.json["meshes"][0]["primitives"][1]["attributes"]["TEXCOORD_0"] = uvs.into();
    let scene = scene(&file);
    let mesh = &scene.meshes[0];
    assert_eq!((mesh.positions.len(), mesh.corner_vertices.as_slice()), (10, [0, 1, 2, 5, 6, 7].as_slice()));
    assert_eq!((mesh.materials.as_slice(), mesh.face_materials.as_slice()), ([1, 0].as_slice(), [0, 1].as_slice()));
    assert_eq!(scene.materials.len(), 2, "the format's default material stands behind the file's own");
    assert_eq!((scene.materials[0].diffuse, scene.materials[0].opacity), ([0.5, 0.25, 0.125], 0.5));
    assert_eq!(scene.materials[0].alpha_mode, rigmill_dom::AlphaMode::Opaque);
    // In the file, v points down.
    assert_eq!(mesh.uv_sets[0].corner_uvs, [[0.0; 2], [0.0; 2], [0.0; 2], [0.25, 0.75], [0.25, 0.75], [0.25, 0.75]]);
}

/// Returns five vertices with a second joint set, on six bones.
fn skinned() -> (Writer, Value) {
    let mut file = mesh_of(4, None);
    let joints: Vec<usize> =
        (0..6).map(|at| file.node(json!({ "name": format!("B{at}"), "translation": [0, at, 0] }))).collect();
    let set = |file: &mut Writer, joints: [u8; 4], weights: [f32; 4]| {
        let joints = file.accessor("VEC4", 5121, 5, &joints.repeat(5));
        (joints, file.floats("VEC4", &weights.repeat(5)))
    };
    let first = set(&mut file, [0, 1, 2, 3], [0.1, 0.3, 0.2, 0.0]);
    let second = set(&mut file, [4, 5, 0, 0], [0.25, 0.15, 0.0, 0.0]);
    let attributes = &mut file.json["meshes"][0]["primitives"][0]["attributes"];
    for (name, accessor) in
        [("JOINTS_0", first.0), ("WEIGHTS_0", first.1), ("JOINTS_1", second.0), ("WEIGHTS_1", second.1)]
    {
        attributes[name] = accessor.into();
    }
    let skin = json!({ "joints": joints });
    (file, skin)
}

#[test]
fn up_to_eight_bones_move_a_vertex() {
    let (mut file, skin) = skinned();
    let skin = file.push("skins", skin);
    file.json["nodes"][0]["skin"] = skin.into();
    let scene = scene(&file);
    let skin = scene.meshes[0].skin.as_ref().unwrap();
    assert_eq!(skin.vertex_starts, [0, 5, 10, 15, 20, 25]);
    let first: Vec<_> = skin.influences[..5].iter().map(|it| (it.bone, it.weight)).collect();
    assert_eq!(first, [(1, 0.3), (4, 0.25), (2, 0.2), (5, 0.15), (0, 0.1)]);
    assert_eq!(skin.inverse_binds[3], [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);
}

#[test]
fn skins_that_do_not_fit_are_refused() {
    for skin in [json!({ "joints": [1, 2] }), json!({ "joints": [1, 2, 3, 4, 5, 99] })] {
        let (mut file, _) = skinned();
        file.push("skins", skin);
        file.json["nodes"][0]["skin"] = 0.into();
        assert!(refused(&file.glb()).starts_with("R0140"));
    }
    let (mut file, mut skin) = skinned();
    skin["inverseBindMatrices"] = file.floats("MAT4", &[0.0; 16]).into();
    file.push("skins", skin);
    file.json["nodes"][0]["skin"] = 0.into();
    assert_eq!(refused(&file.glb()), "R0140: skin \"\" (0): there are 1 bind matrices for 6 joints");
}
