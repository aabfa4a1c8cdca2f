//! Tests with a robot whose bones, rigid meshes and skin are known at every frame.

use std::fs;
use std::path::Path;

use rigmill_dom::{NodeKind, Scene};
use serde_json::Value;

use super::pose::{Matrix, difference, product, skinned, worlds};
use super::support::{as_in_file, clip, fbx_data, node, scene};
use crate::FbxParams;

/// The conversion from the axes of the known data (z up) to those of a scene (y up).
const UPRIGHT: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 0.0]];

pub(super) const IDENTITY: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

pub(in crate::tests) fn truth(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("robot_truth.json")).unwrap()).unwrap()
}

pub(in crate::tests) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn matrix(value: &Value) -> Matrix {
    let numbers = numbers(value);
    product(&UPRIGHT, &std::array::from_fn(|row| std::array::from_fn(|column| numbers[row * 4 + column])))
}

/// Returns the largest error of any world matrix of a bone or rigid mesh, at any frame of any action. `mesh_axes` is the
/// rotation that the format's exporter applies to rigid meshes within their nodes.
pub(in crate::tests) fn pose_error(scene: &Scene, truth: &Value, mesh_axes: &Matrix) -> f64 {
    let mut worst = 0.0_f64;
    for (name, action) in truth["actions"].as_object().unwrap() {
        let clip = clip(scene, name);
        let last = usize::try_from(action["end"].as_u64().unwrap() - action["start"].as_u64().unwrap()).unwrap();
        assert_eq!((clip.frames as usize, clip.rate), (last + 1, 30.0), "{name}");
        for frame in 0..=last {
            let worlds = worlds(scene, Some((clip, frame)));
            for (bone, frames) in action["bones"].as_object().unwrap() {
                worst = worst.max(difference(&worlds[node(scene, bone)], &matrix(&frames["world"][frame])));
            }
            for (mesh, frames) in action["rigid"].as_object().unwrap() {
                worst = worst.max(difference(&worlds[node(scene, mesh)], &product(&matrix(&frames[frame]), mesh_axes)));
            }
        }
    }
    worst
}

/// Returns the largest error of any skinned vertex, at the frames where it is known.
pub(super) fn skin_error(scene: &Scene, truth: &Value) -> f64 {
    let mesh = scene.meshes.iter().find(|mesh| mesh.skin.is_some()).unwrap();
    let mut worst = 0.0_f64;
    for (name, action) in truth["actions"].as_object().unwrap() {
        for (frame, vertices) in action["skin_verts"].as_object().unwrap() {
            let worlds = worlds(scene, Some((clip(scene, name), frame.parse().unwrap())));
            let found = skinned(mesh, &worlds);
            let vertices = vertices.as_array().unwrap();
            assert_eq!(found.len(), vertices.len());
            for (found, vertex) in found.iter().zip(vertices) {
                let [x, y, z] = numbers(vertex).try_into().unwrap();
                let upright: [f64; 3] = [x, z, -y];
                worst = found.iter().zip(upright).map(|(a, b)| (a - b).abs()).fold(worst, f64::max);
            }
        }
    }
    worst
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn bones_meshes_and_skin_are_where_they_were_in_the_modelling_program() {
    let folder = fbx_data();
    let truth = truth(&folder);
    for (file, bound) in [
        ("robot_all_actions.fbx", 1e-5),
        ("robot_zup.fbx", 1e-5),
        ("robot_scale_units.fbx", 1e-5),
        ("robot_defaults_leaf_simplify1.fbx", 8e-3),
    ] {
        let scene = scene(&folder.join(file), &FbxParams::default());
        let errors = (pose_error(&scene, &truth, &IDENTITY), skin_error(&scene, &truth));
        println!("{file}: poses {:.1e}, skin {:.1e}", errors.0, errors.1);
        assert!(errors.0 <= bound && errors.1 <= bound, "{file}: {errors:?}");
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn the_pose_at_rest_is_that_of_the_modelling_program() {
    let folder = fbx_data();
    let truth = truth(&folder);
    for file in ["robot_tpose_noanim.fbx", "robot_all_actions.fbx", "robot_zup.fbx", "robot_scale_units.fbx"] {
        let scene = scene(&folder.join(file), &FbxParams::default());
        let worlds = worlds(&scene, None);
        for list in ["bones", "rigid_meshes"] {
            for known in truth[list].as_array().unwrap() {
                let name = known["name"].as_str().unwrap();
                let error = difference(&worlds[node(&scene, name)], &matrix(&known["rest_world"]));
                assert!(error <= 1e-5, "{file}: {name}: {error}");
            }
        }
        assert_eq!(scene.clips.is_empty(), file == "robot_tpose_noanim.fbx");
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn bones_hang_on_each_other_as_in_the_modelling_program() {
    let folder = fbx_data();
    let scene = scene(&folder.join("robot_all_actions.fbx"), &FbxParams::default());
    for bone in truth(&folder)["bones"].as_array().unwrap() {
        let found = &scene.nodes[node(&scene, bone["name"].as_str().unwrap())];
        assert_eq!(found.kind, NodeKind::Bone);
        let parent = &scene.nodes[found.parent.unwrap() as usize];
        assert_eq!(parent.name, bone["parent"].as_str().unwrap_or("Robot"));
    }
    assert!(scene.nodes.iter().zip(0..).all(|(node, index)| node.parent.is_none_or(|parent| parent < index)));
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn a_texture_is_named_by_both_its_paths() {
    let folder = fbx_data();
    let scene = scene(&folder.join("robot_all_actions.fbx"), &FbxParams::default());
    assert_eq!((scene.materials.len(), scene.textures.len()), (2, 1));
    let texture = &scene.textures[0];
    assert!(texture.absolute.ends_with("robot_diffuse.png"), "{texture:?}");
    assert_eq!(texture.relative, "robot_diffuse.png");
    let uses: Vec<_> = scene.materials.iter().flat_map(|material| &material.textures).collect();
    assert_eq!(uses.iter().map(|it| (it.usage.as_str(), it.texture)).collect::<Vec<_>>(), [("diffuse", 0)]);
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn meshes_carry_normals_coordinates_and_the_materials_of_their_faces() {
    let folder = fbx_data();
    let scene = scene(&folder.join("robot_all_actions.fbx"), &FbxParams::default());
    assert_eq!(scene.meshes.len(), 15);
    for mesh in &scene.meshes {
        let corners = mesh.face_sizes.iter().sum::<u32>() as usize;
        assert_eq!(mesh.corner_vertices.len(), corners);
        let normals = mesh.corner_normals.as_ref().unwrap();
        assert_eq!(normals.len(), corners);
        let lengths = normals.iter().map(|normal| normal.iter().map(|number| number * number).sum::<f32>());
        assert!(lengths.into_iter().all(|length| (length - 1.0).abs() < 1e-5));
        assert!(mesh.uv_sets.iter().all(|set| set.corner_uvs.len() == corners));
        assert!(mesh.materials.len() < 2 || mesh.face_materials.len() == mesh.face_sizes.len());
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn the_file_s_own_unit_is_kept_on_demand() {
    let folder = fbx_data();
    let scene = scene(&folder.join("robot_all_actions.fbx"), &as_in_file());
    // By default, Blender writes centimetres, and scales objects by 100.
    let robot = &scene.nodes[node(&scene, "Robot")];
    assert!(robot.local.scale.iter().all(|scale| (scale - 100.0).abs() < 1e-4), "{robot:?}");
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn the_same_bytes_give_the_same_scene() {
    let folder = fbx_data();
    let [a, b] = [(); 2].map(|()| scene(&folder.join("robot_all_actions.fbx"), &FbxParams::default()));
    assert_eq!(serde_json::to_string(&a).unwrap(), serde_json::to_string(&b).unwrap());
}
