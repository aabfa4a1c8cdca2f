//! The sample game: built from the repository's own sources, loaded and played as a game would.

use std::fs;
use std::sync::Arc;

use rigmill_runtime::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, pose_blocks};
use rigmill_runtime::clips::{CurveClip, PosePlayer, SampledClip};
use rigmill_runtime::content::{ActionSet, AnimationSequence, CompressedClip, Motion, Skeleton};
use rigmill_runtime::{Content, Player, Rules, Transform};

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
    // A rule's writer is that of the targets it writes for: `rmb` of none here, so that `xnb` takes its place.
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

/// How high the head is after some frames at 60 Hz. The root axis turns the robot from Z up to Y up.
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
    // Seen from the root, every step is the same.
    assert!(off(patrol.delta(1.3, 1.8).translation, patrol.delta(-7.9, -7.4).translation) < 1e-3);
}

#[test]
fn the_stroll_goes_as_far_as_its_feet_push() {
    let project = built();
    let content = Content::open(project.native()).unwrap();
    let stroll = content.load::<Motion>("Motion/Stroll.motion").unwrap();
    // Each foot is carried back by twice its stride of 0.25 m during 0.6 of a cycle of 32 frames; the model faces -Z.
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
    // Half of 110 degrees, by its sine and cosine.
    assert!((turn[2] - 0.819_152).abs() < 1e-4 && (turn[3] - 0.573_576).abs() < 1e-4, "{turn:?}");
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
