use rigmill_format::{ActionSet, ActionSetView, AlignedBytes, Content, PlayMode};

use crate::samples::{action, action_set};

fn problem(change: impl FnOnce(&mut ActionSet)) -> String {
    let mut set = action_set();
    change(&mut set);
    set.encode().unwrap_err().to_string()
}

#[test]
fn a_view_reads_actions_in_place() {
    let file = AlignedBytes::from_slice(&action_set().encode().unwrap());
    let view = ActionSetView::parse(&file).unwrap();
    assert_eq!(view.skeleton(), "Models/Robot.skeleton");
    let lower = view.layer(view.find("lower").unwrap()).unwrap();
    let idle = lower.action(lower.find("Idle").unwrap()).unwrap();
    assert_eq!(idle.clip(), "Animation/Players/Robot/Low_Idle");
    assert_eq!((idle.mode(), idle.blend_time()), (PlayMode::Repeat, 0.5));
    assert_eq!(lower.find("Jump"), None);
    assert_eq!(view.find("middle"), None);
}

#[test]
fn layer_names_are_unique() {
    let reported = problem(|set| set.layers[1].name = "lower".to_owned());
    assert_eq!(reported, "two layers are named \"lower\"");
}

#[test]
fn action_names_are_unique_in_their_layer() {
    let reported = problem(|set| set.layers[0].actions.push(action("Run", 0.1)));
    assert_eq!(reported, "two actions are named \"Run\"");
}

#[test]
fn numbers_of_an_action_are_finite() {
    let reported = problem(|set| set.layers[0].actions[0].blend_time = -0.5);
    assert_eq!(
        reported,
        "action \"Run\" of layer \"lower\": the blend time is -0.5 s, \
         expected a finite value of at least 0"
    );
    let reported = problem(|set| set.layers[0].actions[0].start_time = f32::NAN);
    assert!(reported.contains("the start time is NaN s"), "{reported}");
    let reported = problem(|set| set.layers[0].actions[0].time_scale = f32::INFINITY);
    assert!(reported.contains("the time scale is inf"), "{reported}");
}

#[test]
fn a_play_mode_is_known_by_its_number() {
    for mode in [PlayMode::Once, PlayMode::Repeat] {
        assert_eq!(PlayMode::from_number(mode.number()), Some(mode));
    }
    assert_eq!(PlayMode::from_number(2), None);
}
