//! The `action-set` processor.

use rigmill_dom::{ActionSetSource, ActionSource, LayerBlend, LayerSource, PlayMode as SourceMode};
use rigmill_format::{ActionSet, PlayMode};
use rigmill_pipeline::NoParams;

use super::support::{Assets, Outcome, at, process};
use crate::ActionSetProcessor;

const ASSETS: Assets =
    Assets(&["Actors/Robot/Low_Idle", "Actors/Robot/Upper/Fire", "Clips/Low_Run", "Models/Robot.skeleton"]);

fn actions(skeleton: &str, clips: &[&str]) -> Outcome<ActionSet> {
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
    process(&ActionSetProcessor, &source, &NoParams::default(), &ASSETS)
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
    assert_eq!(
        outcome.asked,
        ["Models/Robt.skeleton", "Models/Robot.skeleton", "Actors/Robot/Low_Idel", "Actors/Robot/Dance"]
    );
    assert_eq!(
        outcome.lines(),
        [
            "error[R0076] 9:9: there is no asset `Models/Robt.skeleton`; help: did you mean `/Models/Robot.skeleton`?",
            "error[R0075] 1:9: there is no asset `Actors/Robot/Low_Idel`; help: did you mean `Low_Idle`?",
            "error[R0077] 2:9: the name of the clip is not valid: the path `../../../Low_Run` leaves the project's folder; \
             help: write the name of an asset in this project",
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
    assert_eq!((outcome.asked.len(), outcome.diagnostics.len()), (53, 51));
    assert_eq!(
        outcome.lines().last().unwrap(),
        "error[R0078]: there are 2 more errors; help: fix the errors that are shown first; they may have the same cause"
    );
}
