//! Tests with RobotGame's models (text files of version 6.1), compared with the output of Microsoft's pipeline.

use std::path::PathBuf;

use rigmill_dom::{NodeKind, Scene};

use super::pose::{Matrix, point, product, worlds};
use super::support::{as_in_file, scene};
use super::xnb::{XnbModel, model};
use crate::tests::support::{animation, clean, robotgame};

/// Returns the nodes that become bones: all except cameras, lights and the exporting program's own nodes.
fn bones(scene: &Scene) -> Vec<usize> {
    let kept = |kind| !matches!(kind, NodeKind::Camera | NodeKind::Light | NodeKind::Helper);
    (0..scene.nodes.len()).filter(|&index| kept(scene.nodes[index].kind)).collect()
}

/// Converts a matrix for row vectors to a matrix for column vectors.
fn transposed(rows: &[f32; 16]) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| f64::from(rows[column * 4 + row])))
}

fn xnb_worlds(model: &XnbModel) -> Vec<Matrix> {
    let mut worlds: Vec<Matrix> = Vec::new();
    for bone in &model.bones {
        let local = transposed(&bone.local);
        worlds.push(bone.parent.map_or(local, |parent| product(&worlds[parent], &local)));
    }
    worlds
}

fn both(name: &str) -> (Scene, XnbModel) {
    let folder = robotgame();
    let scene = scene(&folder.join(format!("content/Models/{name}.FBX")), &as_in_file());
    (scene, model(&folder.join(format!("xnb/Models/{name}.xnb"))))
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn the_player_has_the_bones_that_xna_made() {
    let (scene, model) = both("Mech/Players/Grund");
    let bones = bones(&scene);
    assert_eq!((bones.len(), model.bones.len()), (48, 48));
    for (index, (&found, known)) in bones.iter().zip(&model.bones).enumerate() {
        let found = &scene.nodes[found];
        assert_eq!(found.name, known.name);
        let parent = found.parent.map(|parent| bones.iter().position(|&bone| bone == parent as usize).unwrap());
        assert_eq!(parent, known.parent, "{}", found.name);
        let local = super::pose::matrix(&found.local);
        // XNA sets the root's transform to the identity.
        let error = super::pose::difference(&local, &transposed(&known.local));
        // XNA makes a geometric transform a part of its node, and compensates for it in the nodes below.
        let folded = found.mesh.is_some() || found.parent.is_some_and(|it| scene.nodes[it as usize].mesh.is_some());
        if index > 0 && !folded {
            assert!(error <= 1e-5, "{}: {error}: {local:?} {:?}", found.name, known.local);
        }
    }
    let helpers: Vec<_> = scene.nodes.iter().filter(|node| node.kind == NodeKind::Helper).collect();
    assert_eq!(helpers.len(), 8);
    assert!(scene.nodes.iter().any(|node| node.name == " Footsteps" && node.alias() == "Footsteps"));
}

/// Returns the triangles of a scene's mesh in model space. `to_model` is the transform to this space, which in XNA does not
/// include the root.
fn triangles(scene: &Scene, node: usize, to_model: &Matrix) -> Vec<[[f64; 3]; 3]> {
    let mesh = &scene.meshes[scene.nodes[node].mesh.unwrap() as usize];
    let corner = |at: usize| point(to_model, mesh.positions[mesh.corner_vertices[at] as usize].map(f64::from));
    let mut begin = 0;
    let mut triangles = Vec::new();
    for &size in &mesh.face_sizes {
        triangles.extend(strip(size as usize).iter().map(|corners| corners.map(|at| corner(begin + at))));
        begin += size as usize;
    }
    triangles
}

/// Returns the triangles of a polygon as the pipeline cuts them: from its first corners inwards, alternating between both
/// sides.
fn strip(size: usize) -> Vec<[usize; 3]> {
    let (mut low, mut high) = (1, size);
    let mut triangles = Vec::new();
    while low + 1 < high {
        if triangles.len() < 2 || triangles.len() % 2 == 1 {
            triangles.push([high % size, low, low + 1]);
            low += 1;
        } else {
            triangles.push([high % size, low, high - 1]);
            high -= 1;
        }
    }
    triangles
}

/// Checks that each triangle in one list has a triangle with the same corners in the other.
fn assert_same_triangles(found: &[[[f64; 3]; 3]], known: &[[[f64; 3]; 3]], what: &str) {
    assert_eq!(found.len(), known.len(), "{what}");
    let mut left: Vec<_> = known.to_vec();
    for triangle in found {
        let same = |other: &[[f64; 3]; 3]| {
            (0..3).any(|turn| {
                [[0, 1, 2], [0, 2, 1]].iter().any(|order| {
                    (0..3).all(|corner| {
                        let (a, b) = (triangle[corner], other[(order[corner] + turn) % 3]);
                        (0..3).all(|axis| (a[axis] - b[axis]).abs() <= 1e-4)
                    })
                })
            })
        };
        let at = left.iter().position(same).unwrap_or_else(|| panic!("{what}: no triangle {triangle:?}"));
        left.swap_remove(at);
    }
}

fn assert_same_meshes(scene: &Scene, model: &XnbModel, to_model: impl Fn(&Scene) -> Matrix) -> usize {
    let (worlds, xnb_worlds) = (worlds(scene, None), xnb_worlds(model));
    let to_model = to_model(scene);
    let mut count = 0;
    for known in &model.meshes {
        let node = scene.nodes.iter().position(|node| node.mesh.is_some() && node.name == known.name).unwrap();
        assert_eq!(model.bones[known.bone].name, known.name);
        let found = triangles(scene, node, &product(&to_model, &worlds[node]));
        let place = |corner: &[f32; 3]| point(&xnb_worlds[known.bone], corner.map(f64::from));
        let known_triangles: Vec<_> = known.triangles.iter().map(|corners| corners.each_ref().map(place)).collect();
        assert_same_triangles(&found, &known_triangles, &known.name);
        count += found.len();
    }
    assert_eq!(scene.nodes.iter().filter(|node| node.mesh.is_some()).count(), model.meshes.len());
    count
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn the_player_has_the_triangles_that_xna_made() {
    let (scene, model) = both("Mech/Players/Grund");
    // XNA leaves out the root's own transform.
    let without_root = |scene: &Scene| inverse(&super::pose::matrix(&scene.nodes[bones(scene)[0]].local));
    assert_eq!(model.meshes.len(), 17);
    assert_eq!(assert_same_meshes(&scene, &model, without_root), 4748);
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn a_level_has_the_triangles_that_xna_made() {
    let (scene, model) = both("World/Stage1/France_Col_Hit");
    let as_it_is =
        |_: &Scene| std::array::from_fn(|row| std::array::from_fn(|column| f64::from(u8::from(row == column))));
    assert_eq!(assert_same_meshes(&scene, &model, as_it_is) * 3, 3276);
}

/// Returns the inverse of a matrix that rotates and translates.
fn inverse(m: &Matrix) -> Matrix {
    let turned: Matrix =
        std::array::from_fn(|row| std::array::from_fn(|column| if column < 3 { m[column][row] } else { 0.0 }));
    let moved = point(&turned, [m[0][3], m[1][3], m[2][3]]);
    std::array::from_fn(|row| std::array::from_fn(|column| if column < 3 { turned[row][column] } else { -moved[row] }))
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn every_model_imports_without_a_word() {
    let folder = robotgame();
    for file in ["Items/HP", "Weapons/Handgun", "Mech/Players/Grund", "World/Stage1/France_Col_Hit"] {
        let scene = scene(&folder.join(format!("content/Models/{file}.FBX")), &as_in_file());
        assert!(!scene.meshes.is_empty() && !bones(&scene).is_empty(), "{file}");
        for mesh in &scene.meshes {
            assert!(!mesh.face_sizes.is_empty() && mesh.corner_normals.is_some(), "{file}");
        }
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn every_bone_that_the_game_s_clips_move_is_there() {
    let folder = robotgame();
    let scene = scene(&folder.join("content/Models/Mech/Players/Grund.FBX"), &as_in_file());
    let clips: Vec<PathBuf> = crate::tests::real_clips::clips();
    for path in clips {
        for sequence in clean(animation(std::fs::read(&path).unwrap())).sequences {
            let name = &sequence.bone_name.value;
            assert!(scene.nodes.iter().any(|node| node.name == *name), "{}: {name:?}", path.display());
        }
    }
}
