//! Tests the sample game's FBX files: the robot's model, two of its clips, and the level that it runs in.

use std::collections::HashMap;
use std::process::Command;

use rigmill_format::{AnimationSequence, KeyFrameSequence, Model, ModelMesh, Skeleton, Transform};
use rigmill_runtime::content::CollisionMesh;
use rigmill_runtime::{Content, Player, Rules};

use super::load;
use super::matrix::{self, Matrix};
use crate::support::{Project, repository};

/// The clips that come from FBX: their names in the build, and in the script that makes them.
const CLIPS: [(&str, &str); 2] = [("Low@Walk", "Low_Walk"), ("Up@ReloadShotgun", "Up_ReloadShotgun")];
const FOLDER: &str = "Animation/Players/Grund";

fn game() -> Project {
    let project = Project::copy_of(&repository().join("content"));
    let built = project.build();
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
    project
}

fn robot(project: &Project) -> (Model, Skeleton) {
    (load(&project.native(), "Models/Grund.model"), load(&project.native(), "Models/Grund.skeleton"))
}

fn bind_worlds(model: &Model) -> Vec<Matrix> {
    let locals: Vec<_> = model.bones.iter().map(|bone| matrix::wide(&bone.local)).collect();
    matrix::worlds(&model.bones, &locals)
}

#[test]
fn the_models_bones_are_those_of_the_skeleton_below_its_root_axis_and_a_node_for_each_mesh() {
    let (model, skeleton) = robot(&game());
    let parent =
        |parent: Option<u32>, names: &[&str]| parent.map_or("Grund".to_owned(), |at| names[at as usize].to_owned());
    let of_model: Vec<_> = model.bones.iter().map(|bone| bone.name.as_str()).collect();
    let of_skeleton: Vec<_> = skeleton.bones.iter().map(|bone| bone.name.as_str()).collect();
    for bone in &skeleton.bones {
        let same = model.bones.iter().find(|it| it.name == bone.name).unwrap_or_else(|| panic!("no {:?}", bone.name));
        assert_eq!(parent(same.parent, &of_model), parent(bone.parent, &of_skeleton), "{:?}", bone.name);
        let off = matrix::difference(&matrix::wide(&same.local), &matrix::of(&bone.bind));
        assert!(off <= 1e-6, "{:?}: {off}", bone.name);
    }
    let axis = matrix::of(&Transform { rotation: skeleton.root_axis, ..Transform::default() });
    assert!(matrix::difference(&matrix::wide(&model.bones[0].local), &axis) <= 1e-6, "{:?}", model.bones[0]);
    let others = model.bones.iter().filter(|bone| !of_skeleton.contains(&bone.name.as_str()));
    let mut places: Vec<_> = others.map(|bone| bone.name.as_str()).collect();
    let mut meshes: Vec<_> = model.meshes.iter().map(|mesh| mesh.name.as_str()).chain(["Grund"]).collect();
    places.sort_unstable();
    meshes.sort_unstable();
    assert_eq!(places, meshes);
}

/// Returns the corners of a mesh's triangles.
fn triangles(mesh: &ModelMesh) -> impl Iterator<Item = [[f32; 3]; 3]> {
    mesh.indices.chunks_exact(3).map(|it| [it[0], it[1], it[2]].map(|at| mesh.vertices.positions[at as usize]))
}

/// Whether each edge is shared by exactly two triangles, once in each direction.
fn is_closed(mesh: &ModelMesh) -> bool {
    let mut edges: HashMap<[[u32; 3]; 2], i32> = HashMap::new();
    for [a, b, c] in triangles(mesh).map(|corners| corners.map(|corner| corner.map(|it| (it + 0.0).to_bits()))) {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (key, way) = if from < to { ([from, to], 1) } else { ([to, from], -1) };
            *edges.entry(key).or_default() += way;
        }
    }
    edges.values().all(|&left| left == 0)
}

fn volume(mesh: &ModelMesh) -> f64 {
    let wide = |corners: [[f32; 3]; 3]| corners.map(|corner| corner.map(f64::from));
    triangles(mesh).map(wide).map(|[a, b, c]| triple(a, b, c) / 6.0).sum()
}

fn triple(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> f64 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
}

#[test]
fn the_models_meshes_are_closed_and_show_their_outsides() {
    let (model, _) = robot(&game());
    for mesh in &model.meshes {
        assert!(is_closed(mesh), "{}", mesh.name);
        assert!(volume(mesh) > 1e-5, "{}: {}", mesh.name, volume(mesh));
        let vertices = mesh.vertices.positions.len();
        assert_eq!((mesh.vertices.normals.len(), mesh.vertices.tangents.len()), (vertices, vertices), "{}", mesh.name);
        assert_eq!(mesh.vertices.uv_sets.len(), 1, "{}", mesh.name);
    }
    let (low, high) = (model.bounding_box.min, model.bounding_box.max);
    assert!(low[1].abs() < 0.02 && (2.0..2.1).contains(&high[1]), "it stands on the ground: {low:?} to {high:?}");
    assert!((low[0] + high[0]).abs() < 1e-3, "its sides are alike: {low:?} to {high:?}");
    let names: Vec<_> = model.materials.iter().map(|material| material.name.as_str()).collect();
    assert_eq!(names, ["Armour", "Frame", "Glow"]);
}

#[test]
fn the_inner_frame_is_skinned_softly_and_rests_at_bind() {
    let (model, _) = robot(&game());
    let worlds = bind_worlds(&model);
    let skinned: Vec<_> = model.meshes.iter().filter(|mesh| mesh.skin.is_some()).collect();
    let [frame] = skinned[..] else { panic!("{} skinned meshes", skinned.len()) };
    let skin = frame.skin.as_ref().unwrap();
    for (&bone, inverse) in skin.bones.iter().zip(&skin.inverse_binds) {
        let moved = matrix::product(&matrix::wide(inverse), &worlds[bone as usize]);
        assert!(
            matrix::difference(&moved, &worlds[frame.bone as usize]) <= 1e-5,
            "{}",
            model.bones[bone as usize].name
        );
    }
    let weights: Vec<_> = frame.vertices.joint_sets.iter().flat_map(|set| &set.weights).collect();
    assert!(weights.iter().all(|weights| (weights.iter().sum::<f32>() - 1.0).abs() <= 1e-6));
    let soft = weights.iter().filter(|weights| weights.iter().all(|&weight| weight < 0.95)).count();
    assert!(soft * 5 > weights.len(), "{soft} of {}", weights.len());
}

fn at(sequence: Option<&KeyFrameSequence>, frame: usize, bind: Transform) -> Matrix {
    fn key<T: Copy>(list: &[T], frame: usize, otherwise: T) -> T {
        list.get(frame).or(list.first()).copied().unwrap_or(otherwise)
    }
    matrix::of(&sequence.map_or(bind, |keys| Transform {
        translation: key(&keys.translation, frame, bind.translation),
        rotation: key(&keys.rotation, frame, bind.rotation),
        scale: key(&keys.scale, frame, bind.scale),
    }))
}

fn find<'a>(clip: &'a AnimationSequence, bone: &str) -> Option<&'a KeyFrameSequence> {
    clip.sequences.iter().find(|sequence| sequence.bone_name == bone)
}

/// The script also prints its clips in the other format. The imported clips must be the same, pose by pose.
#[test]
#[cfg_attr(not(python3), ignore = "needs python3")]
fn clips_from_fbx_are_what_the_script_meant() {
    let project = game();
    let (_, skeleton) = robot(&project);
    for (asset, name) in CLIPS {
        let script = repository().join("content/make_grund.py");
        let printed = Command::new("python3").arg(script).args(["--print", name]).output().unwrap();
        assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
        project.write("Meant.Animation", printed.stdout);
        assert_eq!(project.build().count("failed"), 0);
        let meant: AnimationSequence = load(&project.native(), "Meant");
        let found: AnimationSequence = load(&project.native(), &format!("{FOLDER}/{asset}"));
        let frames = meant.sequences.iter().map(|sequence| sequence.key_count).max().unwrap();
        assert!(frames > 30 && (found.duration - meant.duration).abs() <= 1e-6, "{asset}: {frames} frames");
        assert!(found.sequences.iter().any(|sequence| sequence.key_count == frames));
        for bone in &skeleton.bones {
            for frame in 0..frames as usize {
                let [a, b] = [&found, &meant].map(|clip| at(find(clip, &bone.name), frame, bone.bind));
                let off = matrix::difference(&a, &b);
                assert!(off <= 1e-6, "{asset}, {}, frame {frame}: {off}", bone.name);
            }
        }
    }
}

#[test]
fn clips_from_fbx_play_by_their_actions() {
    let project = game();
    let content = Content::open(project.native()).unwrap();
    for rules in [Rules::RobotGame, Rules::Standard] {
        let mut player = Player::load(&content, &format!("{FOLDER}/Grund.actions"), rules).unwrap();
        player.play("lower", "Walk").unwrap();
        player.play("upper", "ReloadShotgun").unwrap();
        let [toe, hand] = ["L Toe0_NA", "L Hand_NA"].map(|name| player.model().skeleton().view().find(name).unwrap());
        let mut paths = [Vec::new(), Vec::new()];
        for _ in 0..64 {
            player.update(1.0 / 60.0).unwrap();
            let absolute = player.model().absolute();
            paths[0].push(absolute[toe][13]);
            paths[1].push(absolute[hand][13]);
        }
        let [(low, high), (_, reached)] = paths.map(|path| {
            path.into_iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)))
        });
        assert!(low > 0.0 && low < 0.06 && high > 0.1, "{rules:?}: the toe goes from {low} to {high}");
        // In bind pose, it is at a height of 0.93.
        assert!(reached > 1.1, "{rules:?}: the left hand takes the fore-end, at most {reached} high");
    }
}

#[test]
fn rays_meet_the_yard_where_it_was_drawn_up() {
    let project = game();
    let content = Content::open(project.native()).unwrap();
    let yard = content.load::<CollisionMesh>("Models/Levels/Yard_Collision").unwrap();
    // A floor with six corners, nine boxes, two wedges, and two pillars with six sides.
    assert_eq!(yard.view().triangles().len(), 4 + 9 * 12 + 2 * 8 + 2 * 20);
    let (down, slope) = ([0.0, -1.0, 0.0], 17.0_f32.sqrt());
    let cases = [
        ("the floor", [-8.0, 5.0, 0.0], down, 5.0, [0.0, 1.0, 0.0]),
        ("crate on crate", [3.0, 10.0, 3.0], down, 8.0, [0.0, 1.0, 0.0]),
        ("the ramp", [-6.0, 5.0, -2.0], down, 4.5, [0.0, 4.0 / slope, 1.0 / slope]),
        ("the mirrored ramp", [4.0, 5.0, 6.0], down, 4.5, [1.0 / slope, 4.0 / slope, 0.0]),
        ("the near wall", [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], 7.8, [0.0, 0.0, -1.0]),
        ("a pillar", [0.0, 1.0, 0.0], [0.0, 0.0, -1.0], 5.0 - 0.4 * 0.75_f32.sqrt(), [0.0, 0.0, 1.0]),
    ];
    for (what, origin, direction, distance, normal) in cases {
        let hit = yard.ray(origin, direction, 100.0).unwrap_or_else(|| panic!("{what} is not there"));
        assert!(hit.front && (hit.distance - distance).abs() <= 1e-4, "{what}: {hit:?}");
        assert!(hit.normal.iter().zip(normal).all(|(a, b)| (a - b).abs() <= 1e-4), "{what}: {hit:?}");
    }
    assert_eq!(yard.ray([7.0, 5.0, -5.0], down, 100.0), None, "the corner that is cut out");
}

#[test]
fn the_demo_plays_alike_from_sources_and_from_built_content() {
    let project = game();
    let script = String::from_utf8(project.read("demo.play")).unwrap();
    let clips = CLIPS.map(|(asset, _)| (format!("{}.fbx", asset.split('@').next().unwrap()), format!("{asset}.rmb")));
    let built = clips.iter().fold(script, |script, (source, clip)| {
        assert!(script.contains(source), "the demo plays {source}");
        script.replace(source, clip)
    });
    project.write("built.play", built.replace(".Animation", ".rmb").replace(".wav", ".rmb"));
    let play = |arguments: [&str; 3]| {
        let output = project.command("play").args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let from_sources = play(["demo.play", "--content", "."]);
    assert!(from_sources.lines().count() > 20);
    assert_eq!(play(["built.play", "--content", "build/native"]), from_sources);
}
