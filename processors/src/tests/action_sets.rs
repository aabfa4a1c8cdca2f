//! The `action-set` processor.

use rigmill_dom::{ActionSetSource, ActionSource, LayerBlend, LayerSource, PlayMode as SourceMode};
use rigmill_format::{ActionSet, AnimationSequence, Bone, KeyFrameSequence, PlayMode, Skeleton, Transform};
use rigmill_pipeline::{AssetIndex, MemoryAssets, NoParams};

use super::support::{Assets, Outcome, at, process};
use crate::ActionSetProcessor;

const ASSETS: Assets =
    Assets(&["Actors/Robot/Low_Idle", "Actors/Robot/Upper/Fire", "Clips/Low_Run", "Models/Robot.skeleton"]);

fn actions(skeleton: &str, clips: &[&str]) -> Outcome<ActionSet> {
    actions_of(skeleton, clips, &ASSETS)
}

fn actions_of(skeleton: &str, clips: &[&str], assets: &dyn AssetIndex) -> Outcome<ActionSet> {
    let action = |(line, clip): (u32, &&str)| ActionSource {
        name: at(format!("Action {line}"), line),
        clip: at((*clip).to_owned(), line),
        mode: at(SourceMode::Once, line),
        blend: at(0.5, line),
        start: at(0.25, line),
        speed: at(-1.0, line),
    };
    let actions = (1..).zip(clips).map(action).collect();
    let layers =
        vec![LayerSource { name: at("lower".to_owned(), 1), bones: Vec::new(), blend: LayerBlend::Override, actions }];
    let source = ActionSetSource { skeleton: Some(at(skeleton.to_owned(), 9)), layers };
    process(&ActionSetProcessor, &source, &NoParams::default(), assets)
}

#[test]
fn names_become_full_asset_names_and_references() {
    let outcome = actions("/Models/Robot.skeleton", &["Low_Idle", "../../Clips/Low_Run"]);
    assert_eq!(outcome.asked, ["Models/Robot.skeleton", "Actors/Robot/Low_Idle", "Clips/Low_Run"]);
    let set = outcome.clean();
    assert_eq!(set.skeleton, "Models/Robot.skeleton");
    let [idle, run] = &set.layers[0].actions[..] else { panic!("{set:?}") };
    assert_eq!((idle.clip.as_str(), run.clip.as_str()), ("Actors/Robot/Low_Idle", "Clips/Low_Run"));
    assert_eq!((idle.mode, idle.blend_time, idle.start_time, idle.time_scale), (PlayMode::Once, 0.5, 0.25, -1.0));
}

#[test]
fn every_missing_asset_is_reported_with_its_position_and_still_a_dependency() {
    let outcome = actions("/Models/Robt.skeleton", &["Low_Idel", "../../../Low_Run", "Dance"]);
    assert!(outcome.value.is_none());
    for missing in ["Models/Robt.skeleton", "Actors/Robot/Low_Idel", "Actors/Robot/Dance"] {
        assert!(outcome.asked.iter().any(|asked| asked == missing), "{missing}: {:?}", outcome.asked);
    }
    assert_eq!(
        outcome.lines(),
        [
            "error[R0076] 9:9: there is no asset `Models/Robt.skeleton`; help: did you mean `/Models/Robot.skeleton`?",
            "error[R0075] 1:9: there is no asset `Actors/Robot/Low_Idel`; help: did you mean `Low_Idle`?",
            "error[R0077] 2:9: the name of the clip is not valid: the path `../../../Low_Run` points outside the project folder; \
             help: use the name of an asset in this project",
            "error[R0075] 3:9: there is no asset `Actors/Robot/Dance`; help: did you mean `Low_Idle`?",
        ]
    );
}

#[test]
fn a_clip_is_not_a_skeleton_and_a_skeleton_not_a_clip() {
    assert_eq!(
        actions("/Clips/Low_Run", &["/Models/Robot.skeleton"]).lines(),
        [
            "error[R0079] 9:9: the type of `Clips/Low_Run` is AnimationSequence, expected Skeleton; help: refer to an asset of \
             the required type",
            "error[R0079] 1:9: the type of `Models/Robot.skeleton` is Skeleton, expected AnimationSequence, CompressedClip, \
             UniformClip, CurveClip or SampledClip; help: refer to an asset of the required type",
        ]
    );
}

#[test]
fn the_nearest_asset_is_suggested_by_its_shortest_name() {
    let suggested = |clip: &str| actions("/Models/Robot.skeleton", &[clip]).diagnostics[0].help.clone().unwrap();
    assert_eq!(suggested("Low_Idel"), "did you mean `Low_Idle`?");
    assert_eq!(suggested("Upper/Fier"), "did you mean `Upper/Fire`?");
    assert_eq!(suggested("/Clips/Low_Rum"), "did you mean `/Clips/Low_Run`?");
    assert_eq!(suggested("/Clips/Low_Run.Animation"), "did you mean `/Clips/Low_Run`?");
    let suggested = |skeleton: &str| actions(skeleton, &["Low_Idle"]).diagnostics[0].help.clone().unwrap();
    assert_eq!(suggested("/Models/Robot"), "did you mean `/Models/Robot.skeleton`?");
    assert_eq!(suggested("/Models/Robot.skeleton.toml"), "did you mean `/Models/Robot.skeleton`?");
}

#[test]
fn missing_assets_beyond_the_limit_are_counted_and_still_dependencies() {
    let clips: Vec<String> = (0..52).map(|number| format!("Dance {number}")).collect();
    let outcome = actions("/Models/Robot.skeleton", &clips.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(clips.iter().all(|clip| outcome.asked.contains(&format!("Actors/Robot/{clip}"))));
    assert_eq!(outcome.diagnostics.len(), 51);
    assert_eq!(
        outcome.lines().last().unwrap(),
        "error[R0078]: there are 2 more errors; help: fix the errors above first; the rest may have the same cause"
    );
}

/// Returns a clip of `duration` seconds that holds bones at their bind poses, in a unit of which `metre` are one metre.
fn clip(bones: &[&str], metre: f32, duration: f32) -> AnimationSequence {
    let sequence = |(at, bone): (u8, &&str)| KeyFrameSequence {
        bone_name: (*bone).to_owned(),
        key_count: 1,
        has_translation: true,
        translation: vec![[0.0, metre * f32::from(at), 0.0]],
        ..KeyFrameSequence::default()
    };
    AnimationSequence { duration, sequences: (1..).zip(bones).map(sequence).collect(), ..AnimationSequence::default() }
}

/// The project's assets: a skeleton of three bones, and clips.
fn project(clips: &[(&str, AnimationSequence)]) -> MemoryAssets {
    let bone = |(at, name): (u8, &str)| Bone {
        name: name.to_owned(),
        parent: u32::from(at).checked_sub(2),
        bind: Transform { translation: [0.0, f32::from(at), 0.0], ..Transform::IDENTITY },
    };
    let bones = (1..).zip(["Root", "Spine", "Hand"]).map(bone).collect();
    let assets = MemoryAssets::new().with_product("Robot.skeleton", Skeleton { bones, ..Skeleton::default() }).unwrap();
    clips.iter().fold(assets, |assets, (name, clip)| assets.with_product(name, clip.clone()).unwrap())
}

#[test]
fn a_bone_that_a_skeleton_lacks_is_reported_once() {
    let bones = ["Root", "Spine2", "Hand"];
    let clips = [
        ("Run", clip(&bones, 1.0, 1.0)),
        ("Walk", clip(&["Root", "Spine"], 1.0, 1.0)),
        ("Jump", clip(&["Spine2", "Tail"], 1.0, 1.0)),
        ("Fall", clip(&bones, 1.0, 1.0)),
    ];
    let outcome = actions_of("/Robot.skeleton", &["/Run", "/Walk", "/Jump", "/Run", "/Fall"], &project(&clips));
    assert!(outcome.value.is_none());
    assert_eq!(
        outcome.lines(),
        [
            "error[R0350] 1:9: the clip `Run` moves the bone \"Spine2\", which the skeleton `Robot.skeleton` does not have (2 more clips have this problem); \
             help: did you mean \"Spine\"?",
            "error[R0350] 3:9: the clip `Jump` moves the bone \"Tail\", which the skeleton `Robot.skeleton` does not have; \
             help: use a clip for this skeleton, or rename the bone in the clip or in the skeleton",
        ]
    );
}

#[test]
fn clips_in_another_unit_are_reported_once() {
    let bones = ["Root", "Spine", "Hand"];
    let clips = [("A", clip(&bones, 1.0, 1.0)), ("B", clip(&bones, 100.0, 1.0)), ("C", clip(&bones, 39.37, 1.0))];
    let outcome = actions_of("/Robot.skeleton", &["/A", "/B", "/C", "/B"], &project(&clips));
    let [warning] = &outcome.diagnostics[..] else { panic!("{:?}", outcome.lines()) };
    assert_eq!(warning.code, "R0274");
    assert!(warning.message.starts_with("clip `B` and the skeleton use different units"), "{}", warning.message);
    assert!(warning.message.ends_with("as in the bind pose (1 more clip has this problem)"), "{}", warning.message);
    assert!(warning.help.as_ref().unwrap().starts_with("export the clip or the skeleton again"));
}

#[test]
fn an_action_that_starts_after_the_end_of_its_clip_is_reported() {
    // All actions start at 0.25 s.
    let clips = [("Long", clip(&["Root"], 1.0, 0.25)), ("Short", clip(&["Root"], 1.0, 0.2))];
    let outcome = actions_of("/Robot.skeleton", &["/Long", "/Short"], &project(&clips));
    assert!(outcome.value.is_some());
    assert_eq!(
        outcome.lines(),
        ["warning[R0352] 2:9: action \"Action 2\" starts at 0.25 s, but its clip `Short` ends at 0.2 s; \
          help: set `start` to a time within the clip, in seconds"]
    );
}
