//! Actions by name.

use rigmill_format::{Action, ActionLayer, ActionSet, Content as _};

use super::clips::{clip_of, named, still, x};
use super::content::Folder;
use super::models::skeleton;
use crate::{ActionError, LoadError, PlayMode, Player, Rules};

fn action(name: &str, blend_time: f32) -> Action {
    Action {
        name: name.to_owned(),
        clip: format!("Animation/{name}"),
        mode: PlayMode::Repeat,
        blend_time,
        start_time: 0.0,
        time_scale: 1.0,
    }
}

pub(super) fn actions() -> ActionSet {
    ActionSet {
        skeleton: "Robot.skeleton".to_owned(),
        layers: vec![
            ActionLayer { name: "lower".to_owned(), actions: vec![action("Idle", 0.5), action("Run", 0.25)] },
            ActionLayer { name: "upper".to_owned(), actions: vec![action("Fire", 0.0)] },
        ],
    }
}

fn folder() -> Folder {
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
    // The folder is gone by now.
    player.play("upper", "Fire").unwrap();
    player.update(0.1).unwrap();
}

#[test]
fn unknown_layers_and_actions_are_told() {
    let mut player = player();
    let told = player.play("middle", "Run").unwrap_err();
    assert_eq!(told, ActionError::UnknownLayer { layer: "middle".to_owned() });
    let told = player.play("upper", "Run").unwrap_err();
    assert_eq!(told.to_string(), "layer \"upper\" has no action \"Run\"");
    assert_eq!(player.current("upper"), None);
}

#[test]
fn a_missing_clip_is_told_when_the_player_is_loaded() {
    let folder = folder();
    std::fs::remove_file(folder.path().join("Animation/Run.rmb")).unwrap();
    let error = Player::load(&folder.content(), "Robot.actions", Rules::Standard).unwrap_err();
    assert!(matches!(error, LoadError::NotFound { name, .. } if name == "Animation/Run"));
}

#[test]
fn a_clip_for_another_skeleton_is_told_when_it_plays() {
    let folder = folder();
    let clip = clip_of(vec![named("Wheel", still(0.0))]);
    folder.write("Animation/Run", &clip.encode().unwrap());
    let mut player = Player::load(&folder.content(), "Robot.actions", Rules::Standard).unwrap();
    let told = player.play("lower", "Run").unwrap_err().to_string();
    assert_eq!(told, "the skeleton has no bone \"Wheel\", which the clip moves");
    assert_eq!(player.current("lower"), None);
}
