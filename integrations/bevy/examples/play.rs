//! A robot that strolls by root motion and reports its steps.
//!
//! `cargo run --example play --no-default-features`, or `cargo run --example play --features window` to see it.
#![allow(clippy::print_stdout, reason = "an example says what it does")]

mod common;

use bevy_app::prelude::*;
use bevy_asset::AssetServer;
use bevy_ecs::prelude::*;
use bevy_rigmill::runtime::content::EventId;
use bevy_rigmill::{RigEvent, RigPlayer, RigRootMotion, RigmillPlugin};
use bevy_transform::components::Transform;

const FOOTSTEP: EventId = EventId::of("footstep");

fn main() {
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    app.add_systems(Startup, spawn_robot).add_systems(Update, hear_steps);
    common::run(&mut app, 240, |app, frame| {
        if frame % 60 == 59 {
            let world = app.world_mut();
            let place = world.query_filtered::<&Transform, With<RigPlayer>>().single(world).expect("a robot");
            println!("after {} s at {:.3}", (frame + 1) / 60, place.translation);
        }
    });
}

fn spawn_robot(mut commands: Commands, assets: Res<AssetServer>) {
    let mut player = RigPlayer::new(assets.load("rigmill://Hero/Grund.actions.rmb"));
    player.play("body", "Stroll").play("arms", "Idle");
    commands.spawn((player, RigRootMotion::applied(), common::model(&assets)));
}

fn hear_steps(mut events: MessageReader<RigEvent>) {
    for event in events.read().filter(|event| event.id == FOOTSTEP) {
        println!("{} foot", event.text);
    }
}
