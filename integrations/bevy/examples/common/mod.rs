//! Code that the examples share: an app that runs a number of frames without a window or, with the feature `window`, in a
//! window.
#![allow(dead_code, unused_imports, reason = "each example uses a part")]
#![allow(clippy::disallowed_methods, reason = "the environment tells examples where content is")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "examples say what they do")]

use std::path::PathBuf;
use std::process::exit;
use std::time::Duration;

use bevy_app::prelude::*;
use bevy_asset::{AssetPlugin, AssetServer};
use bevy_ecs::prelude::*;
use bevy_rigmill::{RigModelRoot, RigmillPlugin};
use bevy_time::TimeUpdateStrategy;

pub(crate) const FRAME: Duration = Duration::from_nanos(16_666_667);

/// The folder of the built sample game: `$RIGMILL_CONTENT`, or `content/build/native` of this repository.
pub(crate) fn content() -> PathBuf {
    let built = std::env::var_os("RIGMILL_CONTENT").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../content/build/native"),
        |path| std::path::absolute(path).expect("a path"),
    );
    if !built.join("Hero/Grund.actions.rmb").is_file() {
        eprintln!(
            "{}: no built content; run `rigmill build content`, or set RIGMILL_CONTENT to its build/native",
            built.display()
        );
        exit(2);
    }
    built
}

/// The `rigmill` program: `$RIGMILL`, or the one in `PATH`.
pub(crate) fn rigmill() -> PathBuf {
    std::env::var_os("RIGMILL").map_or_else(|| "rigmill".into(), PathBuf::from)
}

/// An app with content and all required plugins.
pub(crate) fn app(plugin: RigmillPlugin) -> App {
    let mut app = App::new();
    app.add_plugins(plugin);
    add_engine(&mut app);
    app
}

#[cfg(not(feature = "window"))]
fn add_engine(app: &mut App) {
    app.add_plugins((
        TaskPoolPlugin::default(),
        bevy_time::TimePlugin,
        bevy_transform::TransformPlugin,
        AssetPlugin::default(),
        bevy_animation::AnimationPlugin,
    ));
    // Each frame advances by 1/60 s, regardless of how long it takes.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    app.finish();
    app.cleanup();
}

#[cfg(feature = "window")]
fn add_engine(app: &mut App) {
    use bevy::prelude::*;
    app.add_plugins(DefaultPlugins).add_plugins(bevy_animation::AnimationPlugin);
    app.add_systems(Startup, |mut commands: Commands| {
        let camera = Transform::from_xyz(3.0, 2.0, -5.0).looking_at(Vec3::new(0.0, 1.0, 0.0), Vec3::Y);
        commands.spawn((Camera3d::default(), camera));
        let light = Transform::from_xyz(4.0, 8.0, -4.0).looking_at(Vec3::ZERO, Vec3::Y);
        commands.spawn((DirectionalLight { illuminance: 10_000.0, ..default() }, light));
    });
}

/// The robot's model, which is visible in the window.
#[cfg(feature = "window")]
pub(crate) fn model(assets: &AssetServer) -> impl Bundle {
    RigModelRoot(assets.load("rigmill://Models/Grund.model.rmb"))
}

/// Without a window, the bones are enough.
#[cfg(not(feature = "window"))]
pub(crate) fn model(_assets: &AssetServer) -> impl Bundle {}

/// Runs frames until the content is loaded, and then `frames` frames; with a window, until the window is closed.
#[cfg(not(feature = "window"))]
pub(crate) fn run(app: &mut App, frames: u32, mut each: impl FnMut(&mut App, u32)) {
    start(app);
    for frame in 0..frames {
        app.update();
        each(app, frame);
    }
}

#[cfg(feature = "window")]
pub(crate) fn run(app: &mut App, _frames: u32, _each: impl FnMut(&mut App, u32)) {
    app.run();
}

/// Updates an app by hand until all of its players are playing.
pub(crate) fn start(app: &mut App) {
    // Stops the time until then, so that every run is the same.
    let step = app.world().get_resource::<TimeUpdateStrategy>().is_some();
    if step {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    }
    for _ in 0..3000 {
        app.update();
        let world = app.world_mut();
        let players: Vec<Entity> =
            world.query_filtered::<Entity, With<bevy_rigmill::RigPlayer>>().iter(world).collect();
        let crowds = world.resource::<bevy_rigmill::RigCrowds>();
        if !players.is_empty() && players.iter().all(|player| crowds.contains(*player)) {
            if step {
                app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
            }
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    eprintln!("the content is not loaded after 30 seconds");
    exit(1);
}
