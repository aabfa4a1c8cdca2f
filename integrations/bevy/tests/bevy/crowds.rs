//! Many players that are added and removed.

use bevy_asset::AssetServer;
use bevy_rigmill::runtime::Content;
use bevy_rigmill::runtime::characters::CrowdActions;
use bevy_rigmill::{RigCrowds, RigJoints, RigPlayer, RigmillPlugin};
use bevy_transform::components::Transform;

use crate::assert_bones;
use crate::common::{self, FRAME};

const ACTIONS: [&str; 3] = ["Idle", "Stroll", "Run"];

#[test]
fn players_that_go_leave_the_others_as_they_are() {
    let content = Content::open(common::content()).unwrap();
    let actions = CrowdActions::load(&content, "Hero/Grund.actions").unwrap();
    let mut crowd = actions.crowd(70).unwrap();
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    let handle = app.world().resource::<AssetServer>().load("rigmill://Hero/Grund.actions.rmb");
    let mut robots = Vec::new();
    for (number, character) in crowd.characters().to_vec().into_iter().enumerate() {
        let action = ACTIONS[number % 3];
        let speed = 0.5 + 0.01 * number as f32;
        actions.play(&mut crowd, character, "body", action).unwrap();
        crowd.set_speed(character, 0, speed).unwrap();
        let mut player = RigPlayer::new(handle.clone());
        player.play("body", action).set_speed("body", speed);
        let place = Transform::from_xyz(number as f32 * 0.1, 0.0, 0.0);
        robots.push((app.world_mut().spawn((player, place)).id(), character, place));
    }
    common::start(&mut app);
    for frame in 0..30 {
        if frame % 3 == 0 {
            let (gone, character, _) = robots.swap_remove(frame * 7 % robots.len());
            app.world_mut().despawn(gone);
            crowd.remove(character).unwrap();
        }
        crowd.update(FRAME.as_secs_f32()).unwrap();
        app.update();
        for (robot, character, place) in &robots {
            let joints = &app.world().get::<RigJoints>(*robot).unwrap().entities;
            let what = format!("frame {frame}, {robot}");
            assert_bones(app.world(), joints, crowd.absolute(*character), place.to_matrix(), &what);
        }
    }
    let crowds = app.world().resource::<RigCrowds>();
    assert_eq!(crowds.crowd(handle.id()).unwrap().len(), robots.len());
}

#[test]
fn an_unknown_action_changes_nothing() {
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    let handle = app.world().resource::<AssetServer>().load("rigmill://Hero/Grund.actions.rmb");
    let mut player = RigPlayer::new(handle);
    player.play("body", "Run").play("body", "Fly").play("wings", "Run");
    let player = app.world_mut().spawn(player).id();
    common::start(&mut app);
    let crowds = app.world().resource::<RigCrowds>();
    assert_eq!(crowds.playing(player, "body").unwrap().0, "Run");
    assert_eq!(crowds.playing(player, "wings"), None);
}
