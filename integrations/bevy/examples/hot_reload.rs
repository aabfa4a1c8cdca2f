//! Measures how long it takes until a bone of the robot moves, after a clip is saved while the game runs.
//!
//! `cargo run --example hot_reload --no-default-features --features file_watcher`. Requires the program `rigmill`, in `PATH` or
//! `$RIGMILL`. With the feature `window`, edit the sources whose folder is printed, and watch the robot.
#![allow(clippy::print_stdout, reason = "an example says what it does")]

mod common;
#[path = "common/project.rs"]
mod project;

use std::time::Instant;

use bevy_app::prelude::*;
use bevy_rigmill::{RigmillChild, RigmillPlugin, RigmillWatch};
use project::{Project, bones, spawn_still_robot, until_bones_move};

fn main() {
    // Shows the log of the builds.
    #[cfg(not(feature = "window"))]
    tracing_subscriber::fmt().with_max_level(tracing::Level::INFO).init();
    let project = Project::copied_from(&common::content(), &common::rigmill());
    let watch = RigmillWatch::new(project.path()).with_program(common::rigmill());
    let plugin = RigmillPlugin::folder(project.built()).with_watch(watch);
    println!("`rigmill watch` as a child process:");
    if cfg!(feature = "window") {
        println!("edit the sources in {}", project.path().display());
    }
    let seconds = measure(plugin, &project, |_| {});
    println!("a bone moved {seconds:.3} s after the clip was saved");
    if cfg!(all(feature = "file_watcher", not(feature = "window"))) {
        println!("`rigmill build`, and Bevy's own watcher:");
        let project = Project::copied_from(&common::content(), &common::rigmill());
        let seconds = measure(RigmillPlugin::folder(project.built()), &project, Project::build);
        println!("a bone moved {seconds:.3} s after the clip was saved");
    }
}

fn measure(plugin: RigmillPlugin, project: &Project, after_save: fn(&Project)) -> f64 {
    let mut app = common::app(plugin);
    app.add_systems(Startup, spawn_still_robot);
    common::run(&mut app, 300, |_, _| std::thread::sleep(std::time::Duration::from_millis(4)));
    let before = bones(&mut app);
    let saved = Instant::now();
    project.save_clip();
    after_save(project);
    let Some(time) = until_bones_move(&mut app, &before, saved) else {
        println!("no bone moved for a minute");
        std::process::exit(1);
    };
    app.world_mut().write_message(AppExit::Success);
    app.update();
    assert_eq!(app.world().resource::<RigmillChild>().id(), None, "the child has ended with the app");
    time.as_secs_f64()
}
