//! Tests models: a door with known numbers, and the sample game's robot with its skin.

use std::fs;
use std::ops::Range;

use rigmill_format::{Content, Model, ModelMesh};
use serde_json::{Value, json};

use super::{built, index, list, number, numbers, readers};
use crate::support::{Project, repository};
use crate::textures::bitmap;

/// The leaf of a door on a wall: four corners in metres and Y up, so that nothing is converted except v, which points up in
/// FBX.
pub(super) const DOOR: &str = include_str!("door.fbx");

/// Returns the door's model, its shared resources, and its type readers.
fn door() -> (Value, Vec<Value>, Vec<String>) {
    let project = Project::new();
    project.write("Models/Door.fbx", DOOR);
    project.write("Models/Textures/Oak.bmp", bitmap(4, 4, [100, 60, 20]));
    let files = built(&project, &["Models/Door"]);
    let resources = list(&files[0]["sharedResources"]).iter().map(|it| it["content"].clone()).collect();
    (files[0]["content"].clone(), resources, readers(&files[0]).into_iter().map(str::to_owned).collect())
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn a_models_bones_and_meshes_are_read_as_its_source_says() {
    let (model, ..) = door();
    let bones = [
        ("House", [1_i8, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
        ("Wall", [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 8, 1]),
        ("Leaf", [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1]),
    ];
    assert_eq!(list(&model["bones"]).len(), bones.len());
    for (found, (name, transform)) in list(&model["bones"]).iter().zip(bones) {
        let found_transform = numbers::<16>(&found["transform"]);
        let off = found_transform.iter().zip(transform).map(|(a, b)| (a - f32::from(b)).abs());
        assert!(found["name"] == name && off.fold(0.0, f32::max) <= 1e-6, "{found}");
    }
    let links = json!([
        { "parent": null, "children": [1] }, { "parent": 0, "children": [2] }, { "parent": 1, "children": [] },
    ]);
    assert_eq!((&model["hierarchy"], &model["root"], &model["tag"]), (&links, &json!(0), &Value::Null));
    let mut meshes = model["meshes"].clone();
    let [x, y, z, radius] = numbers::<4>(&meshes[0]["sphere"].take());
    let parts = json!([{
        "vertexOffset": 0, "vertexCount": 4, "startIndex": 0, "primitiveCount": 2,
        "tag": null, "vertexBuffer": 1, "indexBuffer": 2, "effect": 3,
    }]);
    assert_eq!(meshes, json!([{ "name": "Leaf", "bone": 2, "sphere": null, "tag": null, "parts": parts }]));
    let off = [x - 1.0, y - 0.5, z, radius - 1.25_f32.sqrt()].map(f32::abs);
    assert!(off.into_iter().fold(0.0, f32::max) <= 1e-5, "{off:?}");
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn a_models_buffers_and_effects_are_read_as_its_source_says() {
    let (_, resources, readers) = door();
    let vertices = json!({
        "stride": 56, "count": 4,
        "Position0": [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]],
        "Normal0": [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]],
        "TextureCoordinate0": [[0, 1], [1, 1], [1, 0], [0, 0]],
        "Tangent0": [[1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]],
        // Where v increases, the image goes down.
        "Binormal0": [[0, -1, 0], [0, -1, 0], [0, -1, 0], [0, -1, 0]],
    });
    // Clockwise seen from outside: from +Z, in the direction of the normals.
    let indices = json!({ "size": 2, "indices": [0, 2, 1, 0, 3, 2] });
    let effect = json!({
        "texture": "Textures\\Oak", "diffuse": [1, 0.5, 0.25], "emissive": [0, 0, 0], "specular": [0, 0, 0],
        "specularPower": 0, "alpha": 1, "vertexColors": false,
    });
    assert_eq!(resources, [vertices, indices, effect]);
    let expected = ["Model", "String", "VertexBuffer", "VertexDeclaration", "IndexBuffer", "BasicEffect"];
    assert_eq!(readers, expected.map(|name| format!("{name}Reader")));
}

/// Returns the sample game's robot, built for XNA and read, and built natively.
fn robot() -> (Value, Model) {
    let models = Project::new();
    for file in
        ["Grund.fbx", "Textures/Grund_Armour.png", "Textures/Grund_Armour_Normal.png", "Textures/Grund_Frame.png"]
    {
        models.write(file, fs::read(repository().join("content/Models").join(file)).unwrap());
    }
    let mut files = built(&models, &["Grund"]);
    assert_eq!(models.build().code, 0);
    (files.remove(0), Model::decode(&models.read("build/native/Grund.model.rmb")).unwrap())
}

#[test]
#[cfg_attr(not(mono), ignore = "needs mcs and mono")]
fn the_sample_games_robot_has_its_bones_triangles_skin_and_materials() {
    let (file, expected) = robot();
    let (model, shared) = (&file["content"], list(&file["sharedResources"]));
    assert_eq!(list(&model["bones"]).len(), expected.bones.len());
    for (number, bone) in expected.bones.iter().enumerate() {
        let (found, links) = (&model["bones"][number], &model["hierarchy"][number]);
        assert_eq!((found["name"].as_str(), numbers(&found["transform"])), (Some(bone.name.as_str()), bone.local));
        assert_eq!(links["parent"], json!(bone.parent));
        for child in list(&links["children"]) {
            assert_eq!(expected.bones[index(child)].parent.map(|it| it as usize), Some(number));
        }
    }
    assert_eq!(list(&model["meshes"]).len(), expected.meshes.len());
    let mut skins = 0;
    for (found, mesh) in list(&model["meshes"]).iter().zip(&expected.meshes) {
        assert_eq!((found["name"].as_str(), index(&found["bone"])), (Some(mesh.name.as_str()), mesh.bone as usize));
        assert_eq!(list(&found["parts"]).len(), mesh.parts.len());
        for (number, part) in list(&found["parts"]).iter().enumerate() {
            let [vertices, indices, effect] =
                ["vertexBuffer", "indexBuffer", "effect"].map(|name| &shared[index(&part[name]) - 1]["content"]);
            let shown = assert_triangles(part, indices, mesh, number);
            assert_vertices(part, vertices, mesh, shown);
            assert_effect(effect, &expected, mesh.parts[number].material);
        }
        skins += usize::from(mesh.skin.is_some());
        assert_skin(&found["tag"], mesh);
    }
    assert!(skins > 0);
}

/// Checks that the corners are the same in reverse order, because XNA's front faces are clockwise. Indices are relative to the
/// first vertex that the part uses. Returns the vertices that it uses.
fn assert_triangles(part: &Value, indices: &Value, mesh: &ModelMesh, number: usize) -> Range<usize> {
    let known = &mesh.parts[number];
    let corners = &mesh.indices[known.first_index as usize..][..known.index_count as usize];
    let [first, last] = [corners.iter().min(), corners.iter().max()].map(|it| *it.unwrap());
    let expected: Vec<u32> =
        corners.chunks_exact(3).flat_map(|it| [it[0], it[2], it[1]]).map(|it| it - first).collect();
    let found = &list(&indices["indices"])[index(&part["startIndex"])..][..3 * index(&part["primitiveCount"])];
    assert_eq!(json!(found), json!(expected), "{}", mesh.name);
    first as usize..last as usize + 1
}

fn assert_vertices(part: &Value, buffer: &Value, mesh: &ModelMesh, shown: Range<usize>) {
    let all = &mesh.vertices;
    assert_eq!(index(&part["vertexCount"]), shown.len());
    let of = |name: &str, at: usize| &buffer[name][index(&part["vertexOffset"]) + at - shown.start];
    for at in shown.clone() {
        assert_eq!(numbers(of("Position0", at)), all.positions[at]);
        assert_eq!(numbers(of("Normal0", at)), all.normals[at]);
        assert_eq!(numbers(of("TextureCoordinate0", at)), all.uv_sets[0][at]);
        assert_eq!(numbers::<3>(of("Tangent0", at)), all.tangents[at][..3]);
        for (number, set) in all.joint_sets.iter().enumerate() {
            assert_eq!(*of(&format!("BlendIndices{number}"), at), json!(set.joints[at]));
            assert_eq!(numbers(of(&format!("BlendWeight{number}"), at)), set.weights[at]);
        }
    }
}

fn assert_skin(tag: &Value, mesh: &ModelMesh) {
    let Some(skin) = &mesh.skin else { return assert!(tag.is_null(), "{}", mesh.name) };
    assert_eq!(tag["SkinBones"], json!(skin.bones));
    let matrices: Vec<[f32; 16]> = list(&tag["InverseBinds"]).iter().map(numbers).collect();
    assert_eq!(matrices, skin.inverse_binds);
}

fn assert_effect(effect: &Value, model: &Model, material: Option<u32>) {
    let material = &model.materials[material.unwrap() as usize];
    assert_eq!(numbers(&effect["diffuse"]), material.diffuse, "{}", material.name);
    assert_eq!(numbers(&effect["emissive"]), material.emissive, "{}", material.name);
    assert_eq!((number(&effect["specularPower"]), number(&effect["alpha"])), (material.shininess, material.opacity));
    let file = material.textures.first().map_or(String::new(), |it| it.asset.replace('/', "\\"));
    assert_eq!(effect["texture"], json!(file));
}
