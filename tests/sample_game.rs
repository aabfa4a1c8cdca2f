//! Tests the sample game: built from the repository's own sources, and loaded and played as in a game.

use std::fs;
use std::sync::Arc;

use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, pose_blocks};
use rigmill_runtime::clips::{CurveClip, PosePlayer, SampledClip};
use rigmill_runtime::content::{
    ActionSet, AnimationSequence, ClipWeights, CompressedClip, LevelMeasure, LightKind, LightUnit, Model, Motion,
    Projection, PropertyKind, Skeleton, TextureCube, TextureUse,
};
use rigmill_runtime::morph::{MorphJob, MorphMesh, MorphTracks, SampleWeightsJob};
use rigmill_runtime::{Content, Player, Rules, Transform, matrix};

use crate::support::{Project, files_below, repository};

pub(crate) fn built() -> Project {
    let project = Project::copy_of(&repository().join("content"));
    let built = project.build();
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
    project
}

#[test]
fn the_action_table_has_robotgames_actions_and_every_clip() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    let actions = content.load::<ActionSet>("Animation/Players/Grund/Grund.actions").unwrap();
    let counts: Vec<_> = actions.view().layers().map(|layer| (layer.name().to_owned(), layer.len())).collect();
    assert_eq!(counts, [("lower".to_owned(), 17), ("upper".to_owned(), 29)]);
    let skeleton = content.load::<Skeleton>(actions.view().skeleton()).unwrap();
    for action in actions.view().layers().flat_map(|layer| layer.actions().collect::<Vec<_>>()) {
        let clip = content.load::<AnimationSequence>(action.clip()).unwrap();
        for sequence in clip.view().sequences() {
            assert!(
                skeleton.view().find(sequence.bone_name()).is_some(),
                "{}: {}",
                action.clip(),
                sequence.bone_name()
            );
        }
    }
}

#[test]
fn it_builds_for_xna_as_well() {
    let project = Project::copy_of(&repository().join("content"));
    let built = project.build_with(&["--target", "xna"]);
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
    for file in ["Animation/Players/Grund/Low_Run.xnb", "Models/Grund.xnb", "Models/Textures/Grund_Armour.xnb"] {
        assert_eq!(project.read(&format!("build/xna/{file}"))[..3], *b"XNB");
    }
    // A rule's writer applies only to the targets that it writes for. `rmb` is not a writer for `xna`, so `xnb` is used.
    let files = files_below(&project.root().join("build/xna"));
    assert!(files.iter().all(|file| file.extension().is_none_or(|it| it != "rmb")), "{files:?}");
}

#[test]
fn content_is_shared() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    let load = || content.load::<AnimationSequence>("Animation/Players/Grund/Low_Run").unwrap();
    assert!(Arc::ptr_eq(&load(), &load()));
}

#[test]
fn the_robot_stands_walks_and_falls() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    for rules in [Rules::RobotGame, Rules::Standard] {
        let mut player = Player::load(&content, "Animation/Players/Grund/Grund.actions", rules).unwrap();
        player.play("lower", "Idle").unwrap();
        player.play("upper", "Idle").unwrap();
        let standing = head_height(&mut player, 60);
        assert!(standing > 1.0, "{standing}");
        player.play("lower", "Walk").unwrap();
        player.play("upper", "Run").unwrap();
        assert!(head_height(&mut player, 60) > 1.0);
        player.play("lower", "ForwardDead").unwrap();
        player.play("upper", "ForwardDead").unwrap();
        let fallen = head_height(&mut player, 240);
        assert!(fallen < standing * 0.6, "{fallen} of {standing}");
    }
}

/// Returns the height of the head after some frames at 60 Hz. The root axis rotates the robot from Z up to Y up.
fn head_height(player: &mut Player, frames: usize) -> f32 {
    for _ in 0..frames {
        player.update(1.0 / 60.0).unwrap();
    }
    let head = player.model().skeleton().view().find("Head_NA").unwrap();
    player.model().absolute()[head][13]
}

#[test]
fn the_demo_plays() {
    let project = built();
    let output = project.command("play").args(["demo.play", "--content", "."]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8(output.stdout).unwrap().lines().count() > 20);
}

#[test]
fn the_patrol_walks_its_round() {
    let project = built();
    let patrol = Content::open(project.native()).unwrap().load::<Motion>("Motion/Patrol").unwrap();
    let (half, round) = (patrol.pose(2.0).translation, patrol.pose(3604.0).translation);
    let off =
        |at: [f64; 3], expected: [f64; 3]| (0..3).map(|axis| (at[axis] - expected[axis]).abs()).fold(0.0, f64::max);
    assert!(off(half, [-2.0, 0.0, 0.0]) < 1e-5 && off(round, [0.0; 3]) < 1e-5, "{half:?} {round:?}");
    // In the root's frame, every step is the same.
    assert!(off(patrol.delta(1.3, 1.8).translation, patrol.delta(-7.9, -7.4).translation) < 1e-3);
}

#[test]
fn the_stroll_goes_as_far_as_its_feet_push() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    let stroll = content.load::<Motion>("Motion/Stroll.motion").unwrap();
    // Each foot moves back by twice its stride of 0.25 m during 0.6 of a cycle of 32 frames. The model faces -Z.
    let [x, y, z] = stroll.pose(30.0 * 32.0 / 30.0).translation;
    assert!((z + 30.0 * 2.0 * 0.25 / 0.6).abs() < 1e-4 && x.abs() < 1e-6 && y.abs() < 1e-6, "{x} {y} {z}");
    let clip = content.load::<AnimationSequence>("Motion/Stroll").unwrap();
    let moves = |bone: &str| clip.view().sequences().find(|it| it.bone_name() == bone).unwrap().key_count() > 1;
    assert!(moves("L Thigh") && moves("Pelvis") && !moves("Root"));
}

#[test]
fn curves_nod_and_samples_sway() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    let bones = ["Pelvis", "Head_NA"];
    let mut pose = [Transform::IDENTITY; 2];
    content.load::<CurveClip>("Animation/Curves/Nod").unwrap().bind(&bones).play(0.25, &mut pose);
    assert_eq!(pose[0], Transform::IDENTITY);
    assert!((pose[1].rotation[0] - 0.124_035).abs() < 1e-6, "{:?}", pose[1]);
    let sway = content.load::<SampledClip>("Animation/Sampled/Sway").unwrap();
    assert_eq!((sway.paths().collect::<Vec<_>>(), sway.frame_rate()), (vec!["Root/Pelvis"], 30.0));
    let mut player = PosePlayer::new(&bones);
    player.set_clip(&sway);
    player.set_time(0.5);
    player.update(0.0, &mut pose).unwrap();
    assert_eq!(pose[0].translation, [0.0625, 0.0, 0.9]);
    let output = project.command("play").args(["curves.play", "--content", "."]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 27);
}

#[test]
fn a_compressed_forearm_is_bent() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    let clip = content.load::<CompressedClip>("Animation/Compressed/Salute").unwrap();
    let view = clip.view();
    assert_eq!((view.skeleton(), view.frames()), ("Models/Grund.skeleton", 61));
    let skeleton = content.load::<Skeleton>(view.skeleton()).unwrap();
    let bind = pose_blocks(skeleton.view().bones().map(|bone| *bone.bind()));
    let mut pose = vec![PoseBlock::IDENTITY; bind.len()];
    let mut scratch = CompressedScratch::new(view.bones());
    CompressedSampleJob { clip: view, bind: &bind, scratch: &mut scratch, time: 1.0, wanted: &[], out: &mut pose }
        .run()
        .unwrap();
    let forearm = skeleton.view().find("R Forearm").unwrap();
    let turn = pose[forearm / 8].transform(forearm).rotation;
    // The sine and cosine of half of 110 degrees.
    assert!((turn[2] - 0.819_152).abs() < 1e-4 && (turn[3] - 0.573_576).abs() < 1e-4, "{turn:?}");
}

/// Returns the weights of the pilot's targets at a time of a clip: those of `make/face.py`, where frame n is n/30 s.
fn weights(content: &Content, clip: &str, time: f32) -> Vec<f32> {
    let model = content.load::<Model>("Models/Pilot.model").unwrap();
    let view = model.view();
    let clip = content.load::<ClipWeights>(clip).unwrap();
    let tracks = MorphTracks::new(&clip, &view.mesh(0).unwrap());
    let mut out = vec![0.0; 6];
    SampleWeightsJob { tracks: &tracks, time, out: &mut out }.run().unwrap();
    out
}

#[test]
fn the_pilot_talks_and_blinks() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    let model = content.load::<Model>("Models/Pilot.model").unwrap();
    let view = model.view();
    let face = view.mesh(0).unwrap();
    let morph = MorphMesh::new(&face);
    let names: Vec<_> = morph.names().collect();
    assert_eq!(names, ["Blink", "Smile", "JawOpen", "Pucker", "BrowsUp", "Frown"]);
    // No target changes as much as a quarter of the face.
    for shape in face.targets().flat_map(|target| target.shapes()) {
        assert!(!shape.vertices.is_empty() && shape.vertices.len() * 4 < face.vertex_count(), "{shape:?}");
    }
    assert_eq!(weights(&content, "Models/Pilot@Talk.weights", 34.0 / 30.0)[2], 1.0);
    assert_eq!(weights(&content, "Models/Pilot@Talk.weights", 60.0 / 30.0)[..2], [0.0, 1.0]);
    assert_eq!(weights(&content, "Models/Pilot@Blink.weights", 1.5 / 30.0)[0], 0.5);
    // The jaw moves down by 22 mm, rounded to 1/8192 m.
    let (mut shares, mut open) = (morph.shares(), face.positions().to_vec());
    let weights = &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let (positions, normals, tangents) = (&mut open[..], &mut [][..], &mut [][..]);
    MorphJob { mesh: face, morph: &morph, weights, shares: &mut shares, positions, normals, tangents }.run().unwrap();
    let lowest = |positions: &[[f32; 3]]| {
        let in_front = positions.iter().filter(|[_, y, z]| *y > 0.15 && *z > 0.1);
        in_front.map(|[_, y, _]| *y).fold(f32::INFINITY, f32::min)
    };
    let sunk = lowest(&face.positions().to_vec()) - lowest(&open);
    assert!((sunk - 0.022).abs() < 1.0 / 4096.0, "{sunk}");
    // Only the head rotates.
    let talk = content.load::<AnimationSequence>("Models/Pilot@Talk").unwrap();
    assert_eq!(talk.view().sequences().map(|it| it.bone_name()).collect::<Vec<_>>(), ["Head"]);
    assert_eq!(content.load::<AnimationSequence>("Models/Pilot@Blink").unwrap().view().sequences().len(), 0);
}

#[test]
fn the_yard_has_a_lamp_a_camera_levels_and_maps() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    let model = content.load::<Model>("Models/Levels/Yard.model").unwrap();
    let view = model.view();
    let [light] = view.lights().collect::<Vec<_>>()[..] else { panic!("one light") };
    assert_eq!((light.kind(), light.unit(), light.intensity()), (LightKind::Spot, LightUnit::Candela, 600.0));
    // It is 4 m above the ground in front of the wall, and shines straight down.
    let carrier = light.carrier();
    let placed = |local: &[f32; 16], bone: Option<u32>| {
        let mut bone = bone.map(|bone| bone as usize);
        let mut placed = *local;
        while let Some(of) = bone.and_then(|bone| view.bone(bone)) {
            placed = matrix::multiply(&placed, of.local());
            bone = of.parent();
        }
        placed
    };
    let place = placed(&carrier.local, carrier.bone);
    let near = |found: [f32; 3], expected: [f32; 3]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(near(matrix::translation(&place), [2.5, 4.0, -5.0]), "{place:?}");
    assert!(near([-place[8], -place[9], -place[10]], [0.0, -1.0, 0.0]), "{place:?}");
    let [camera] = view.cameras().collect::<Vec<_>>()[..] else { panic!("one camera") };
    assert!(matches!(camera.projection(), Projection::Perspective { y_fov: 0.75, aspect: Some(1.5), .. }));
    let groups: Vec<_> = view.level_groups().collect();
    assert_eq!(groups.len(), 2);
    for group in groups {
        assert_eq!(group.measure(), LevelMeasure::Coverage);
        let triangles = |mesh: u32| view.mesh(mesh as usize).unwrap().indices().len() / 3;
        let counts: Vec<usize> = group.levels().map(|level| triangles(level.meshes[0])).collect();
        // Two triangles for each side of a pillar, and two end caps.
        assert_eq!(counts, [20, 8, 4].map(|sides| 2 * sides + 2 * (sides - 2)));
        assert_eq!([0.5, 0.1, 0.02, 0.001].map(|share| group.level_at(share)), [Some(0), Some(1), Some(2), None]);
    }
    let plates = view.materials().find(|it| it.name() == "Plates").unwrap();
    let mut uses: Vec<_> = plates.textures().map(|it| it.usage).collect();
    uses.sort_by_key(|it| it.name());
    let all = [TextureUse::Diffuse, TextureUse::Metalness, TextureUse::Normal, TextureUse::Occlusion];
    assert!(all.iter().all(|wanted| uses.contains(wanted)), "{uses:?}");
    let yard = view.find_bone("Yard").unwrap();
    let level = view.properties().find(PropertyKind::Bone, u32::try_from(yard).unwrap()).unwrap();
    assert_eq!(level.get("surface").and_then(|it| it.as_str().map(str::to_owned)), Some("sand".to_owned()));
    assert_eq!(content.load::<TextureCube>("Models/Levels/Yard_Sky").unwrap().view().size(), 16);
}

#[test]
fn the_beacon_has_levels_by_distance_and_shines_down() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    let model = content.load::<Model>("Models/Levels/Beacon.model").unwrap();
    let view = model.view();
    let [group] = view.level_groups().collect::<Vec<_>>()[..] else { panic!("one group") };
    // In metres, although the file is in centimetres.
    assert_eq!(group.measure(), LevelMeasure::Distance);
    assert_eq!([1.0, 7.9, 8.0, 24.0, 25.0].map(|distance| group.level_at(distance)), [0, 0, 1, 1, 2].map(Some));
    let [light] = view.lights().collect::<Vec<_>>()[..] else { panic!("one light") };
    assert_eq!((light.kind(), light.unit(), light.intensity()), (LightKind::Spot, LightUnit::Factor, 2.5));
    let pi = std::f32::consts::PI;
    assert!((light.cone()[0] - pi / 6.0).abs() < 1e-6 && (light.cone()[1] - pi / 4.0).abs() < 1e-6);
}

#[test]
fn the_pilots_script_prints_the_weights_of_its_targets() {
    let project = built();
    let output = project.command("play").args(["pilot.play", "--content", "."]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 30);
    let weight = |line: usize, target: &str| lines[line]["weights"]["Face"][target].as_f64().unwrap();
    // The update of frame 30 ends at 31/60 s, halfway between the clip's frames 15 and 16, where the jaw begins to move from
    // 0.1 to 0.7 in five frames.
    let jaw = weight(5, "JawOpen");
    assert!(lines[5]["f"] == 30 && (jaw - (0.1 + 0.5 * 0.6 / 5.0)).abs() < 0.005, "{jaw}");
    assert_eq!(weight(9, "Blink"), 0.0);
    // The blink is layered over the face's own animation: 7/60 s after it begins, and half a frame after the lids are shut.
    let shut = weight(12, "Blink");
    assert!((shut - 2.5 / 3.0).abs() < 0.005, "{shut}");
    assert_eq!(weight(19, "Blink"), 0.0);
}

#[test]
#[cfg_attr(not(python3), ignore = "needs python3")]
fn the_sources_are_those_the_scripts_make() {
    check_script("make_grund.py");
    check_script("make_curves.py");
}

fn check_script(script: &str) {
    let script = repository().join("content").join(script);
    let output = std::process::Command::new("python3").arg(&script).arg("--check").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::metadata(script).unwrap().is_file());
}
