//! Content that is saved while the game runs, and content in packs. These tests run the real `rigmill`.

use std::process::Command;
use std::time::{Duration, Instant};

use bevy_app::prelude::*;
use bevy_asset::AssetServer;
use bevy_ecs::prelude::*;
use bevy_math::Mat4;
use bevy_rigmill::runtime::Content;
use bevy_rigmill::runtime::characters::CrowdActions;
use bevy_rigmill::{RigCrowds, RigJoints, RigPlayer, RigmillChild, RigmillPlugin, RigmillWatch};

use crate::assert_bones;
use crate::common::{self, FRAME};
use crate::project::{Project, bones, spawn_still_robot, until_bones_move};

fn project() -> Project {
    Project::copied_from(&common::content(), &common::rigmill())
}

/// Checks that the bones of the still robot match the current content.
fn assert_current(app: &mut App, project: &Project) {
    let content = Content::open(project.built()).unwrap();
    let actions = CrowdActions::load(&content, "Hero/Grund.actions").unwrap();
    let mut crowd = actions.crowd(1).unwrap();
    let character = crowd.characters()[0];
    actions.play(&mut crowd, character, "body", "Idle").unwrap();
    crowd.set_speed(character, 0, 0.0).unwrap();
    crowd.update(FRAME.as_secs_f32()).unwrap();
    let world = app.world_mut();
    let joints = world.query::<&RigJoints>().single(world).unwrap().entities.clone();
    assert_bones(app.world(), &joints, crowd.absolute(character), Mat4::IDENTITY, "after the reload");
}

#[test]
fn rigmill_watch_reloads_a_clip_and_ends_with_the_app() {
    let project = project();
    let watch = RigmillWatch::new(project.path()).with_program(common::rigmill());
    let mut app = common::app(RigmillPlugin::folder(project.built()).with_watch(watch));
    app.add_systems(Startup, spawn_still_robot);
    common::start(&mut app);
    let id = app.world().resource::<RigmillChild>().id().expect("`rigmill watch` runs");
    // After its first build, which has nothing to do, it watches.
    let ready = Instant::now();
    while ready.elapsed() < Duration::from_secs(2) {
        app.update();
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_current(&mut app, &project);
    let before = bones(&mut app);
    project.save_clip();
    until_bones_move(&mut app, &before, Instant::now()).expect("the clip is reloaded");
    app.update();
    assert_current(&mut app, &project);
    app.world_mut().write_message(AppExit::Success);
    app.update();
    assert_eq!(app.world().resource::<RigmillChild>().id(), None);
    #[cfg(target_os = "linux")]
    assert!(!std::path::Path::new(&format!("/proc/{id}")).exists(), "the child has ended");
    let _ = id;
}

#[cfg(feature = "file_watcher")]
#[test]
fn bevys_own_watcher_reloads_a_clip() {
    let project = project();
    let mut app = common::app(RigmillPlugin::folder(project.built()));
    app.add_systems(Startup, spawn_still_robot);
    common::start(&mut app);
    assert_current(&mut app, &project);
    let before = bones(&mut app);
    project.save_clip();
    project.build();
    until_bones_move(&mut app, &before, Instant::now()).expect("the clip is reloaded");
    app.update();
    assert_current(&mut app, &project);
}

#[test]
fn the_child_ends_when_the_app_is_dropped() {
    let project = project();
    let watch = RigmillWatch::new(project.path()).with_program(common::rigmill());
    let mut app = common::app(RigmillPlugin::folder(project.built()).with_watch(watch));
    app.add_systems(Startup, spawn_still_robot);
    common::start(&mut app);
    let child = app.world().resource::<RigmillChild>().clone();
    assert!(child.id().is_some());
    drop(app);
    assert_eq!(child.id(), None);
}

#[test]
fn content_plays_from_a_pack_as_from_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("game.rmp");
    let done =
        Command::new(common::rigmill()).arg("pack").arg(common::content()).arg(&pack).arg("-q").status().unwrap();
    assert!(done.success());
    let content = Content::open(&pack).unwrap();
    let actions = CrowdActions::load(&content, "Hero/Grund.actions").unwrap();
    let mut crowd = actions.crowd(1).unwrap();
    let character = crowd.characters()[0];
    actions.play(&mut crowd, character, "body", "Stroll").unwrap();
    let mut app = common::app(RigmillPlugin::pack(&pack));
    let mut player = RigPlayer::new(app.world().resource::<AssetServer>().load("rigmill://Hero/Grund.actions.rmb"));
    player.play("body", "Stroll");
    let player = app.world_mut().spawn(player).id();
    common::start(&mut app);
    for frame in 0..30 {
        crowd.update(FRAME.as_secs_f32()).unwrap();
        app.update();
        let joints = &app.world().get::<RigJoints>(player).unwrap().entities;
        assert_bones(app.world(), joints, crowd.absolute(character), Mat4::IDENTITY, &format!("frame {frame}"));
    }
    // Companions are also found in the pack.
    let moved = crowd.movement(character).translation;
    assert!(moved.iter().any(|part| *part != 0.0));
    assert!(app.world().resource::<RigCrowds>().contains(player));
    let crowds = app.world().resource::<RigCrowds>();
    let handle = app.world().get::<RigPlayer>(player).unwrap().actions().id();
    let own = crowds.crowd(handle).unwrap();
    assert_eq!(own.movement(own.characters()[0]), crowd.movement(character));
    let _ = World::new;
}
