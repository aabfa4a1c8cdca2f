//! Actions by name.

use rigmill_format::{Action, ActionLayer, ActionSet, Content as _};

use super::clips::{BOTH, clip_of, named, slide, still, x};
use super::content::Folder;
use super::counting::allocations;
use super::models::skeleton;
use crate::characters::{ActionError, CharacterError, PlayerError};
use crate::content::LoadError;
use crate::error::BoneError;
use crate::{PlayMode, Player, Players, Rules};

pub(super) fn action(name: &str, blend_time: f32) -> Action {
    Action {
        name: name.to_owned(),
        clip: format!("Animation/{name}"),
        mode: PlayMode::Repeat,
        blend_time,
        start_time: 0.0,
        time_scale: 1.0,
    }
}

pub(super) fn layer(name: &str, actions: Vec<Action>) -> ActionLayer {
    ActionLayer { name: name.to_owned(), actions, ..ActionLayer::default() }
}

pub(super) fn actions() -> ActionSet {
    ActionSet {
        skeleton: "Robot.skeleton".to_owned(),
        layers: vec![
            layer("lower", vec![action("Idle", 0.5), action("Run", 0.25)]),
            layer("upper", vec![action("Fire", 0.0)]),
        ],
    }
}

pub(super) fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("Robot.skeleton", &skeleton().encode().unwrap());
    folder.write("Robot.actions", &actions().encode().unwrap());
    for (name, bone, x) in [("Idle", "Root", 0.0), ("Run", "Root", 8.0), ("Fire", "Hand", 3.0)] {
        let clip = clip_of(vec![named(bone, still(x))]);
        folder.write(&format!("Animation/{name}"), &clip.encode().unwrap());
    }
    folder
}

fn player() -> Player {
    Player::load(&folder().content(), "Robot.actions", Rules::Standard).unwrap()
}

#[test]
fn an_action_plays_its_clip_with_its_blend_time() {
    let mut player = player();
    player.play("lower", "Idle").unwrap();
    player.update(0.1).unwrap();
    player.play("lower", "Run").unwrap();
    player.update(0.125).unwrap();
    assert_eq!(x(player.model().local()[0]), 4.0);
}

#[test]
fn changed_options_replace_those_of_the_action() {
    let mut player = player();
    player.play("lower", "Idle").unwrap();
    player.update(0.1).unwrap();
    player.play_with("lower", "Run", |options| options.blend_time = 0.5).unwrap();
    player.update(0.125).unwrap();
    // A quarter of the way from 0 to 8.
    assert_eq!(x(player.model().local()[0]), 2.0);
    let error = player.play_with("lower", "Idle", |options| options.time_scale = f32::NAN).unwrap_err();
    assert_eq!(error.to_string(), "the time scale is NaN, expected a finite value");
    assert_eq!(player.current("lower"), Some("Run"));
}

#[test]
fn layers_play_at_once() {
    let mut player = player();
    player.play("lower", "Run").unwrap();
    player.play("upper", "Fire").unwrap();
    player.update(0.1).unwrap();
    let local = player.model().local();
    assert_eq!([x(local[0]), x(local[1]), x(local[2])], [8.0, 2.0, 3.0]);
    assert_eq!((player.current("lower"), player.current("upper")), (Some("Run"), Some("Fire")));
}

#[test]
fn nothing_is_read_after_loading() {
    let mut player = player();
    // The folder no longer exists at this point.
    player.play("upper", "Fire").unwrap();
    player.update(0.1).unwrap();
}

#[test]
fn unknown_layers_and_actions_are_reported() {
    let mut player = player();
    let message = player.play("middle", "Run").unwrap_err();
    assert_eq!(message, ActionError::UnknownLayer { layer: "middle".to_owned(), near: String::new() });
    let message = player.play("upper", "Run").unwrap_err();
    assert_eq!(message.to_string(), "layer \"upper\" has no action \"Run\"");
    assert_eq!(player.current("upper"), None);
}

#[test]
fn a_missing_clip_is_reported_when_the_player_is_loaded() {
    let folder = folder();
    std::fs::remove_file(folder.path().join("Animation/Run.rmb")).unwrap();
    let error = Player::load(&folder.content(), "Robot.actions", Rules::Standard).unwrap_err();
    assert!(matches!(error, PlayerError::Load(LoadError::NotFound { name, .. }) if name == "Animation/Run"));
}

#[test]
fn a_clip_for_another_skeleton_is_reported_when_it_plays() {
    let folder = folder();
    let clip = clip_of(vec![named("Wheel", still(0.0))]);
    folder.write("Animation/Run", &clip.encode().unwrap());
    let mut player = Player::load(&folder.content(), "Robot.actions", Rules::Standard).unwrap();
    let message = player.play("lower", "Run").unwrap_err().to_string();
    assert_eq!(message, "the skeleton has no bone \"Wheel\"");
    assert_eq!(player.current("lower"), None);
}

#[test]
fn each_of_many_is_as_it_would_be_alone_by_either_rules() {
    let folder = folder();
    folder.write("Animation/Run", &clip_of(vec![named("Root", slide(&[0.0, 8.0, 5.0], 0.5, 1.0))]).encode().unwrap());
    let plays = [
        (0, 0, "lower", "Run"),
        (3, 2, "upper", "Fire"),
        (5, 0, "lower", "Idle"),
        (6, 2, "lower", "Run"),
        (8, 0, "lower", "Run"),
    ];
    for rules in BOTH {
        let mut many = Players::load(&folder.content(), "Robot.actions", rules, 3).unwrap();
        let mut alone = [(); 3].map(|()| Player::load(&folder.content(), "Robot.actions", rules).unwrap());
        for step in 0..40 {
            for (_, character, layer, action) in plays.iter().filter(|(at, ..)| *at == step) {
                many.play(*character, layer, action).unwrap();
                alone[*character].play(layer, action).unwrap();
            }
            assert_eq!(allocations(|| many.update(0.07).unwrap()), 0);
            for (player, alone) in many.as_slice().iter().zip(&mut alone) {
                alone.update(0.07).unwrap();
                assert_eq!(player.model().absolute(), alone.model().absolute(), "{rules:?}, step {step}");
            }
        }
    }
}

#[test]
fn an_error_of_one_names_it_and_the_others_move_on() {
    let mut many = Players::load(&folder().content(), "Robot.actions", Rules::Standard, 2).unwrap();
    many.play(1, "lower", "Run").unwrap();
    assert!(matches!(many.update(f32::NAN), Err(CharacterError { character: 1, source: BoneError { bone: 0, .. } })));
    assert!(matches!(many.play(0, "upper", "Run"), Err(ActionError::UnknownAction { .. })));
    assert_eq!((many.play(2, "lower", "Run"), many.as_mut_slice().len()), (Ok(()), 2));
}
