//! Tests a robot with positions at each frame that were exported from the modelling program.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rigmill_format::{AnimationSequence, Content, KeyFrameSequence, Model, ModelMesh, Skeleton, Transform};
use rigmill_runtime::clips::Clip;
use rigmill_runtime::{AnimatedModel, Content as Library, PlayOptions, Rules};
use serde_json::Value;

use super::matrix::{self, Matrix};
use super::{built, fbx_data, load};
use crate::support::Project;

/// A built robot.
struct Robot {
    model: Model,
    skeleton: Skeleton,
}

impl Robot {
    fn load(folder: &Path, name: &str) -> Self {
        Self { model: load(folder, &format!("{name}.model")), skeleton: load(folder, &format!("{name}.skeleton")) }
    }

    fn worlds(&self, clip: Option<(&AnimationSequence, usize)>) -> Vec<Matrix> {
        let local = |bone: &rigmill_format::Bone| {
            let keys = clip.and_then(|(clip, frame)| {
                Some((clip.sequences.iter().find(|sequence| sequence.bone_name == bone.name)?, frame))
            });
            matrix::of(&keys.map_or(bone.bind, |(keys, frame)| at(keys, frame, bone.bind)))
        };
        let locals: Vec<_> = self.skeleton.bones.iter().map(local).collect();
        matrix::worlds(&self.model.bones, &locals)
    }

    fn bone(&self, name: &str) -> usize {
        self.skeleton.bones.iter().position(|bone| bone.name == name).unwrap_or_else(|| panic!("no bone {name:?}"))
    }
}

fn at(keys: &KeyFrameSequence, frame: usize, bind: Transform) -> Transform {
    fn key<T: Copy>(list: &[T], frame: usize, bind: T) -> T {
        list.get(frame).or(list.first()).copied().unwrap_or(bind)
    }
    Transform {
        translation: key(&keys.translation, frame, bind.translation),
        rotation: key(&keys.rotation, frame, bind.rotation),
        scale: key(&keys.scale, frame, bind.scale),
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Converts the expected data, which has rows of three for column vectors and z up.
fn known(value: &Value) -> Matrix {
    let m = numbers(value);
    let upright = [&m[0..4], &m[8..12], &m[4..8]];
    std::array::from_fn(|at| match (at / 4, at % 4) {
        (row, 3) => f64::from(u8::from(row == 3)),
        (row, 2) => -upright[2][row],
        (row, column) => upright[column][row],
    })
}

fn truth(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("robot_truth.json")).unwrap()).unwrap()
}

/// Returns the largest error of any bone or rigid mesh at any frame. `mesh_axes` is the rotation that the format's exporter
/// applies to rigid meshes within their nodes.
fn pose_error(robot: &Robot, action: &Value, clip: &AnimationSequence, mesh_axes: &Matrix) -> f64 {
    let mut worst = 0.0_f64;
    let last = usize::try_from(action["end"].as_u64().unwrap() - action["start"].as_u64().unwrap()).unwrap();
    for frame in 0..=last {
        let worlds = robot.worlds(Some((clip, frame)));
        for (bone, frames) in action["bones"].as_object().unwrap() {
            worst = worst.max(matrix::difference(&worlds[robot.bone(bone)], &known(&frames["world"][frame])));
        }
        for (mesh, frames) in action["rigid"].as_object().unwrap() {
            let mesh = robot.model.meshes.iter().find(|it| it.name == *mesh).unwrap();
            worst = worst.max(matrix::difference(
                &worlds[mesh.bone as usize],
                &matrix::product(mesh_axes, &known(&frames[frame])),
            ));
        }
    }
    worst
}

/// Returns the positions of a mesh's vertices after skinning.
fn skinned(mesh: &ModelMesh, worlds: &[Matrix]) -> Vec<[f64; 3]> {
    let skin = mesh.skin.as_ref().unwrap();
    let pairs = skin.bones.iter().zip(&skin.inverse_binds);
    let matrices: Vec<_> =
        pairs.map(|(&bone, inverse)| matrix::product(&matrix::wide(inverse), &worlds[bone as usize])).collect();
    let place = |(vertex, &position): (usize, &[f32; 3])| {
        let mut sum = [0.0; 3];
        for set in &mesh.vertices.joint_sets {
            for (joint, weight) in set.joints[vertex].into_iter().zip(set.weights[vertex]) {
                let moved = matrix::point(position, &matrices[usize::from(joint)]);
                sum = std::array::from_fn(|axis| sum[axis] + moved[axis] * f64::from(weight));
            }
        }
        sum
    };
    mesh.vertices.positions.iter().enumerate().map(place).collect()
}

/// Returns the largest distance from any of `from` to the nearest of `to`.
fn farthest(from: &[[f64; 3]], to: &[[f64; 3]]) -> f64 {
    let distance = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    from.iter().map(|a| to.iter().map(|b| distance(a, b)).fold(f64::INFINITY, f64::min)).fold(0.0, f64::max)
}

/// Returns the largest error of any skinned vertex whose position is known. Vertices were split at seams, so each is compared
/// with the nearest one, in both directions.
fn skin_error(robot: &Robot, action: &Value, clip: &AnimationSequence) -> f64 {
    let mesh = robot.model.meshes.iter().find(|mesh| mesh.skin.is_some()).unwrap();
    let mut worst = 0.0_f64;
    for (frame, vertices) in action["skin_verts"].as_object().unwrap() {
        let found = skinned(mesh, &robot.worlds(Some((clip, frame.parse().unwrap()))));
        let upright = |vertex: &Value| {
            let at = numbers(vertex);
            [at[0], at[2], -at[1]]
        };
        let known: Vec<_> = vertices.as_array().unwrap().iter().map(upright).collect();
        worst = worst.max(farthest(&found, &known)).max(farthest(&known, &found));
    }
    worst
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn bones_meshes_and_skin_are_where_they_were_in_the_modelling_program() {
    let folder = fbx_data();
    // For glTF, Blender rotates the vertices of rigid meshes to y up, and their nodes in the opposite direction.
    let back = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let bounds = [
        ("robot_all_actions", "fbx", 1e-5, matrix::IDENTITY),
        ("robot_zup", "fbx", 1e-5, matrix::IDENTITY),
        ("robot_scale_units", "fbx", 1e-5, matrix::IDENTITY),
        ("robot_defaults_leaf_simplify1", "fbx", 8e-3, matrix::IDENTITY),
        ("robot", "glb", 1e-5, back),
    ];
    let truth = truth(&folder);
    for manifest in [None, Some("[[rule]]\nmatch = \"**.fbx\"\nimporter = \"fbx-dom\"\n")] {
        let project = built(&bounds.map(|(name, ending, ..)| folder.join(format!("{name}.{ending}"))), manifest);
        check_motion(&project, &truth, bounds);
    }
}

fn check_motion(project: &Project, truth: &Value, bounds: [(&str, &str, f64, Matrix); 5]) {
    for (name, _, bound, mesh_axes) in bounds {
        let robot = Robot::load(&project.native(), name);
        for (action, known) in truth["actions"].as_object().unwrap() {
            let clip = AnimationSequence::decode(&project.read(&format!("build/native/{name}@{action}.rmb"))).unwrap();
            let errors = [pose_error(&robot, known, &clip, &mesh_axes), skin_error(&robot, known, &clip)];
            assert!(errors.iter().all(|error| *error <= bound), "{name}@{action}: {errors:?}");
        }
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn the_pose_at_rest_is_that_of_the_modelling_program() {
    let folder = fbx_data();
    let project = built(&[folder.join("robot_tpose_noanim.fbx")], None);
    let robot = Robot::load(&project.native(), "robot_tpose_noanim");
    let locals: Vec<_> = robot.model.bones.iter().map(|bone| matrix::wide(&bone.local)).collect();
    let truth = truth(&folder);
    for worlds in [matrix::worlds(&robot.model.bones, &locals), robot.worlds(None)] {
        for list in ["bones", "rigid_meshes"] {
            for bone in truth[list].as_array().unwrap() {
                let name = bone["name"].as_str().unwrap();
                let error = matrix::difference(&worlds[robot.bone(name)], &known(&bone["rest_world"]));
                assert!(error <= 1e-5, "{name}: {error}");
            }
        }
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn meshes_have_every_attribute_that_shading_needs() {
    let folder = fbx_data();
    let project = built(&[folder.join("robot_all_actions.fbx")], None);
    let model: Model = load(&project.native(), "robot_all_actions.model");
    assert_eq!((model.meshes.len(), model.materials.len()), (15, 2));
    for mesh in &model.meshes {
        let vertices = mesh.vertices.positions.len();
        assert_eq!(mesh.vertices.normals.len(), vertices, "{}", mesh.name);
        if !mesh.vertices.uv_sets.is_empty() {
            assert_eq!(mesh.vertices.tangents.len(), vertices, "{}", mesh.name);
        }
        for triangle in mesh.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|at| triangle[at] as usize);
            let corner = |at: usize| matrix::point(mesh.vertices.positions[at], &matrix::IDENTITY);
            let edge = |to: usize| -> [f64; 3] { std::array::from_fn(|axis| corner(to)[axis] - corner(a)[axis]) };
            let (u, v) = (edge(b), edge(c));
            let face = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            let along: f64 = mesh.vertices.normals[a].iter().zip(face).map(|(n, f)| f64::from(*n) * f).sum();
            assert!(along >= 0.0, "{}: a triangle that shows its back", mesh.name);
        }
    }
}

#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn clips_from_gltf_play_through_the_blender() {
    let folder = fbx_data();
    let project = built(&[folder.join("robot.glb")], None);
    let library = Library::open(project.native()).unwrap();
    let model: Model = load(&project.native(), "robot.model");
    let skeleton: Arc<rigmill_runtime::content::Skeleton> = library.load("robot.skeleton").unwrap();
    let mut player = AnimatedModel::new(Arc::clone(&skeleton), Rules::Standard);
    let clip: Arc<rigmill_runtime::content::AnimationSequence> = library.load("robot@Low_Run").unwrap();
    player.play(&Clip::new(&clip, &skeleton.view()), &PlayOptions::default()).unwrap();
    let robot = Robot::load(&project.native(), "robot");
    let bones = truth(&folder)["actions"]["Low_Run"]["bones"].clone();
    // At its end, the clip starts again.
    for frame in 1..24 {
        player.update(1.0 / 30.0).unwrap();
        let locals: Vec<Matrix> = player.local().iter().map(matrix::wide).collect();
        let worlds = matrix::worlds(&model.bones, &locals);
        for (bone, frames) in bones.as_object().unwrap() {
            let error = matrix::difference(&worlds[robot.bone(bone)], &known(&frames["world"][frame]));
            // Times are added in single precision.
            assert!(error <= 5e-5, "{bone} at frame {frame}: {error}");
        }
    }
}
