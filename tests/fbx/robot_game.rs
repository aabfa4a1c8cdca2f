//! Compares RobotGame's models with the results of Microsoft's pipeline.

use std::sync::Arc;

use rigmill_format::{CollisionMesh, Model, ModelMesh, Skeleton};
use rigmill_runtime::clips::Clip;
use rigmill_runtime::content::AnimationSequence;
use rigmill_runtime::{AnimatedModel, Content as Library, PlayOptions, Rules};

use super::matrix::{self, Matrix};
use super::xnb::{self, XnbModel};
use super::{built, load, robotgame};
use crate::support::{Project, files_below};

const AS_IN_FILE: &str = "[[rule]]\nmatch = \"**/*.FBX\"\nparams = { unit = \"file\" }\n";

const MODELS: [&str; 2] = ["Mech/Players/Grund", "World/Stage1/France_Col_Hit"];

fn both(name: &str) -> (Project, Model, XnbModel) {
    let folder = robotgame();
    let project = built(&[folder.join(format!("content/Models/{name}.FBX"))], Some(AS_IN_FILE));
    let file = name.rsplit('/').next().unwrap();
    let model = load(&project.native(), &format!("{file}.model"));
    (project, model, xnb::model(&folder.join(format!("xnb/Models/{name}.xnb"))))
}

fn xnb_worlds(model: &XnbModel) -> Vec<Matrix> {
    let mut worlds: Vec<Matrix> = Vec::new();
    for bone in &model.bones {
        let parent = bone.parent.map_or(matrix::IDENTITY, |parent| worlds[parent]);
        worlds.push(matrix::product(&matrix::wide(&bone.local), &parent));
    }
    worlds
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn the_player_has_the_bones_that_xna_made() {
    let (project, model, known) = both("Mech/Players/Grund");
    assert_eq!((model.bones.len(), known.bones.len()), (48, 48));
    let skeleton: Skeleton = load(&project.native(), "Grund.skeleton");
    for (index, (bone, known)) in model.bones.iter().zip(&known.bones).enumerate() {
        assert_eq!((&bone.name, bone.parent.map(|it| it as usize)), (&known.name, known.parent));
        let local = matrix::wide(&bone.local);
        assert!(matrix::difference(&matrix::of(&skeleton.bones[index].bind), &local) <= 1e-5, "{}", bone.name);
        // XNA moves a geometric transform into its node, and out of the nodes below.
        let places = |bone: usize| model.meshes.iter().any(|mesh| mesh.bone as usize == bone);
        let folded = places(index) || known.parent.is_some_and(places);
        // XNA sets the root's transform to the identity.
        if index > 0 && !folded {
            let error = matrix::difference(&local, &matrix::wide(&known.local));
            assert!(error <= 1e-5, "{}: {error}", bone.name);
        }
    }
}

type Triangle = [[f64; 3]; 3];

fn triangles(mesh: &ModelMesh, world: &Matrix) -> Vec<Triangle> {
    let corner = |index: u32| matrix::point(mesh.vertices.positions[index as usize], world);
    mesh.indices.chunks_exact(3).map(|it| [corner(it[0]), corner(it[1]), corner(it[2])]).collect()
}

fn same(a: &Triangle, b: &Triangle) -> bool {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    orders
        .iter()
        .any(|order| (0..3).all(|corner| (0..3).all(|axis| (a[corner][axis] - b[order[corner]][axis]).abs() <= 1e-4)))
}

fn assert_same(found: &[Triangle], known: &[Triangle], what: &str) {
    assert_eq!(found.len(), known.len(), "{what}");
    let mut left = known.to_vec();
    for triangle in found {
        let at = left.iter().position(|other| same(triangle, other));
        left.swap_remove(at.unwrap_or_else(|| panic!("{what}: no triangle {triangle:?}")));
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn models_have_the_triangles_that_xna_made() {
    for name in MODELS {
        let (_, model, known) = both(name);
        let mut locals: Vec<_> = model.bones.iter().map(|bone| matrix::wide(&bone.local)).collect();
        // XNA ignores the root's own transform.
        locals[0] = matrix::wide(&known.bones[0].local);
        let (worlds, known_worlds) = (matrix::worlds(&model.bones, &locals), xnb_worlds(&known));
        assert_eq!(model.meshes.len(), known.meshes.len(), "{name}");
        let mut count = 0;
        for (mesh, known) in model.meshes.iter().map(|mesh| (mesh, known_mesh(&known, &mesh.name))) {
            let place = |corner: [f32; 3]| matrix::point(corner, &known_worlds[known.bone]);
            let expected: Vec<_> = known.triangles.iter().map(|corners| corners.map(place)).collect();
            let found = triangles(mesh, &worlds[mesh.bone as usize]);
            assert_same(&found, &expected, &format!("{name}: {}", mesh.name));
            count += found.len();
        }
        println!("{name}: {} bones, {} meshes, {count} triangles", model.bones.len(), model.meshes.len());
        assert!(!name.ends_with("Grund") || (model.meshes.len(), count) == (17, 4748));
    }
}

fn known_mesh<'a>(model: &'a XnbModel, name: &str) -> &'a xnb::XnbMesh {
    model.meshes.iter().find(|mesh| mesh.name == name).unwrap_or_else(|| panic!("no mesh {name:?}"))
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn a_level_has_the_corners_and_the_sphere_that_xna_made() {
    let folder = robotgame();
    let manifest = format!("{}processor = \"collision\"\n", AS_IN_FILE);
    let project = built(&[folder.join("content/Models/World/Stage1/France_Col_Hit.FBX")], Some(&manifest));
    let mesh: CollisionMesh = load(&project.native(), "France_Col_Hit");
    assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (3276, 1092));
    let [x, y, z, radius] = xnb::model(&folder.join("xnb/Models/World/Stage1/France_Col_Hit.xnb")).tag_sphere.unwrap();
    let found = mesh.sphere;
    for (found, known) in found.center.iter().chain([&found.radius]).zip([x, y, z, radius]) {
        assert!((found - known).abs() <= 1e-4, "{:?}, expected {:?}", mesh.sphere, [x, y, z, radius]);
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn the_game_s_clips_play_on_the_skeleton_of_its_model() {
    let folder = robotgame();
    let mut files = files_below(&folder.join("content/Animation/Players"));
    files.retain(|file| file.extension().is_some_and(|it| it == "Animation"));
    let clips: Vec<String> = files.iter().map(|it| it.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert!(clips.len() >= 46);
    files.push(folder.join("content/Models/Mech/Players/Grund.FBX"));
    let project = built(&files, Some(AS_IN_FILE));
    let model: Model = load(&project.native(), "Grund.model");
    let library = Library::open(project.native()).unwrap();
    let skeleton: Arc<rigmill_runtime::content::Skeleton> = library.load("Grund.skeleton").unwrap();
    for name in clips {
        let clip: Arc<AnimationSequence> = library.load(&name).unwrap();
        let mut player = AnimatedModel::new(Arc::clone(&skeleton), Rules::Standard);
        player.play(&Clip::new(&clip, &skeleton.view()), &PlayOptions::default()).unwrap();
        player.update(0.1).unwrap();
        for (bone, local) in model.bones.iter().zip(player.local()) {
            let moved = clip.view().sequences().any(|sequence| sequence.bone_name() == bone.name);
            let error = matrix::difference(&matrix::wide(local), &matrix::wide(&bone.local));
            assert!(moved || error <= 1e-5, "{name}: {}: {error}", bone.name);
        }
    }
}
