//! Tests with the robot whose bones, rigid meshes and skin are known at every frame, from glTF.

use std::fs;
use std::path::Path;

use rigmill_dom::{NodeKind, Scene, SceneMesh};
use serde_json::Value;

use super::support::{import, params};
use crate::FbxParams;
use crate::scenes::gltf::Gltf;
use crate::tests::fbx::pose::{Matrix, difference, point, product, skinned, worlds};
use crate::tests::fbx::robot::{numbers, pose_error, truth};
use crate::tests::fbx::support::{clip, fbx_data, node, scene as fbx_scene};
use crate::tests::support::{clean, import_with};

fn robot(folder: &Path) -> Scene {
    clean(import(&fs::read(folder.join("robot.glb")).unwrap()))
}

/// Returns the largest distance between a point of `from` and the nearest point of `to`.
fn farthest(from: &[[f64; 3]], to: &[[f64; 3]]) -> f64 {
    let distance = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    from.iter().map(|a| to.iter().map(|b| distance(a, b)).fold(f64::INFINITY, f64::min)).fold(0.0, f64::max)
}

/// Returns the largest error of any skinned vertex. glTF splits vertices at seams, so each vertex is compared with the nearest
/// one, in both directions.
fn skin_error(scene: &Scene, truth: &Value) -> f64 {
    let mesh = scene.meshes.iter().find(|mesh| mesh.skin.is_some()).unwrap();
    let mut worst = 0.0_f64;
    for (name, action) in truth["actions"].as_object().unwrap() {
        for (frame, vertices) in action["skin_verts"].as_object().unwrap() {
            let worlds = worlds(scene, Some((clip(scene, name), frame.parse().unwrap())));
            let found = skinned(mesh, &worlds);
            let upright = |vertex: &Value| {
                let at = numbers(vertex);
                [at[0], at[2], -at[1]]
            };
            let known: Vec<_> = vertices.as_array().unwrap().iter().map(upright).collect();
            worst = worst.max(farthest(&found, &known)).max(farthest(&known, &found));
        }
    }
    worst
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn bones_meshes_and_skin_are_where_they_were_in_the_modelling_program() {
    let folder = fbx_data();
    let (scene, truth) = (robot(&folder), truth(&folder));
    // Blender rotates the vertices of rigid meshes upright, and rotates their nodes back.
    let back: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0]];
    let errors = (pose_error(&scene, &truth, &back), skin_error(&scene, &truth));
    println!("robot.glb: poses {:.1e}, skin {:.1e}", errors.0, errors.1);
    assert!(errors.0 <= 1e-5 && errors.1 <= 1e-5, "{errors:?}");
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn gltf_and_fbx_agree_on_every_clip() {
    let folder = fbx_data();
    let (gltf, fbx) = (robot(&folder), fbx_scene(&folder.join("robot_all_actions.fbx"), &FbxParams::default()));
    assert_eq!((gltf.clips.len(), gltf.nodes.len()), (fbx.clips.len(), fbx.nodes.len()));
    for ours in &gltf.clips {
        let theirs = clip(&fbx, &ours.name);
        assert_eq!((ours.frames, ours.rate, ours.start), (theirs.frames, theirs.rate, theirs.start), "{}", ours.name);
        assert!((ours.duration - theirs.duration).abs() < 1e-6);
        for frame in 0..ours.frames as usize {
            let [a, b] = [(&gltf, ours), (&fbx, theirs)].map(|(scene, clip)| worlds(scene, Some((clip, frame))));
            let joints = gltf.nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Bone);
            for (index, joint) in joints {
                let error = difference(&a[index], &b[node(&fbx, &joint.name)]);
                assert!(error <= 1e-5, "{} frame {frame} {}: {error}", ours.name, joint.name);
            }
        }
    }
}

/// Returns the world positions of a mesh's triangles in the bind pose, in hundredths of millimetres. The corners of each
/// triangle begin with the smallest, and the triangles are sorted.
fn triangles(scene: &Scene, at: usize, mesh: &SceneMesh) -> Vec<[[i64; 3]; 3]> {
    let worlds = worlds(scene, None);
    let points: Vec<[f64; 3]> = match &mesh.skin {
        Some(_) => skinned(mesh, &worlds),
        None => mesh.positions.iter().map(|it| point(&worlds[at], it.map(f64::from))).collect(),
    };
    #[expect(clippy::cast_possible_truncation, reason = "a robot is a few metres tall")]
    let whole = |p: [f64; 3]| p.map(|along| (along * 1e5).round() as i64);
    let mut corners = mesh.corner_vertices.iter().map(|&vertex| points[vertex as usize]);
    let mut all = Vec::new();
    for &size in &mesh.face_sizes {
        let face: Vec<_> = corners.by_ref().take(size as usize).map(whole).collect();
        all.push(face);
    }
    assert!(all.iter().all(|face| face.len() == 3 || face.len() == 4));
    let mut triangles: Vec<_> =
        all.iter().flat_map(|face| (2..face.len()).map(|at| [face[0], face[at - 1], face[at]])).collect();
    triangles.iter_mut().for_each(|triangle| {
        let least = (0..3).min_by_key(|&at| triangle[at]).unwrap();
        triangle.rotate_left(least);
    });
    triangles.sort_unstable();
    triangles
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn gltf_and_fbx_agree_on_surfaces() {
    let folder = fbx_data();
    let (gltf, fbx) = (robot(&folder), fbx_scene(&folder.join("robot_all_actions.fbx"), &FbxParams::default()));
    assert_eq!(gltf.meshes.len(), 15);
    for (at, placed) in gltf.nodes.iter().enumerate() {
        let Some(mesh) = placed.mesh else { continue };
        let other = node(&fbx, &placed.name);
        let ours = triangles(&gltf, at, &gltf.meshes[mesh as usize]);
        let theirs = triangles(&fbx, other, &fbx.meshes[fbx.nodes[other].mesh.unwrap() as usize]);
        assert_eq!(ours.len(), theirs.len(), "{}", placed.name);
        // Quads may be cut along a different diagonal, but their corners are always the same.
        let corners = |list: &[[[i64; 3]; 3]]| {
            let mut corners: Vec<[i64; 3]> = list.iter().flatten().copied().collect();
            corners.sort_unstable();
            corners.dedup();
            corners
        };
        let (ours, theirs) = (corners(&ours), corners(&theirs));
        let near = |a: &[i64; 3]| theirs.iter().any(|b| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1));
        assert!(ours.iter().all(near), "{}", placed.name);
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn z_up_turns_bones_meshes_and_skin_alike() {
    let folder = fbx_data();
    let turned = params("axes = \"z-up\"").unwrap();
    let [up, z_up] = [Default::default(), turned]
        .map(|params| clean(import_with::<Gltf>(&fs::read(folder.join("robot.glb")).unwrap(), &params)));
    let turn: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0]];
    for name in ["Low_Run", "Up_ReloadShotgun"] {
        let [a, b] = [&up, &z_up].map(|scene| worlds(scene, Some((clip(scene, name), 7))));
        let worst = a.iter().zip(&b).map(|(a, b)| difference(&product(&turn, a), b)).fold(0.0, f64::max);
        assert!(worst < 1e-9, "{name}: {worst}");
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn the_texture_is_in_the_file_and_looked_for_beside_it() {
    let folder = fbx_data();
    let scene = robot(&folder);
    assert_eq!(scene.textures.len(), 1);
    assert_eq!(scene.textures[0].relative, "robot_diffuse.png");
    assert!(scene.textures[0].embedded.as_ref().unwrap().starts_with(b"\x89PNG"));
    let uses: Vec<_> = scene.materials.iter().flat_map(|material| &material.textures).collect();
    assert_eq!(uses.iter().map(|it| (it.usage.as_str(), it.texture)).collect::<Vec<_>>(), [("diffuse", 0)]);
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn the_same_bytes_give_the_same_scene() {
    let folder = fbx_data();
    let [a, b] = [(); 2].map(|()| serde_json::to_string(&robot(&folder)).unwrap());
    assert_eq!(a, b);
}
