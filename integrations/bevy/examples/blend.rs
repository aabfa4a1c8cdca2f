//! Two ways to blend: a player cross-fades between clips in each layer, and Bevy's `AnimationGraph` blends the same clips by
//! weight.
//!
//! `cargo run --example blend --no-default-features`, or `cargo run --example blend --features window` to see it.
#![allow(clippy::print_stdout, reason = "an example says what it does")]

mod common;

use bevy_animation::graph::{AnimationGraph, AnimationGraphHandle};
use bevy_animation::{AnimationClip, AnimationPlayer};
use bevy_app::prelude::*;
use bevy_asset::{AssetServer, Assets};
use bevy_ecs::prelude::*;
use bevy_rigmill::{RigClipSettings, RigJoints, RigPlayer, RigSkeletonRoot, RigmillPlugin};
use bevy_transform::components::{GlobalTransform, Transform};

fn main() {
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    app.init_resource::<Frames>().add_systems(Startup, (spawn_player, spawn_graph)).add_systems(Update, act);
    common::run(&mut app, 180, |app, frame| {
        if frame % 30 == 29 {
            let world = app.world_mut();
            for name in ["player", "graph"] {
                println!("frame {:3}: hand of the {name} at {:.3}", frame + 1, hand(world, name));
            }
        }
    });
}

#[derive(Resource, Default)]
struct Frames(u32);

fn spawn_player(mut commands: Commands, assets: Res<AssetServer>) {
    let mut player = RigPlayer::new(assets.load("rigmill://Hero/Grund.actions.rmb"));
    player.play("body", "Idle").play("arms", "Idle");
    commands.spawn((Name::new("player"), player, common::model(&assets)));
}

/// After one second, the robot runs. One second later, it also shoots.
fn act(mut frames: ResMut<Frames>, mut players: Query<&mut RigPlayer>) {
    frames.0 += 1;
    for mut player in &mut players {
        let _ = match frames.0 {
            60 => player.play("body", "Run"),
            120 => player.play("arms", "Shoot"),
            _ => &mut player,
        };
    }
}

/// Half walking, half running, on the same skeleton.
fn spawn_graph(mut commands: Commands, assets: Res<AssetServer>, mut graphs: ResMut<Assets<AnimationGraph>>) {
    let of_robot = |settings: &mut RigClipSettings| settings.skeleton = "Models/Grund.skeleton".to_owned();
    let load = |name: &str| {
        let path = format!("rigmill://Animation/Players/Grund/{name}.rmb");
        assets.load_builder().with_settings(of_robot).load::<AnimationClip>(path)
    };
    let mut graph = AnimationGraph::new();
    let mut player = AnimationPlayer::default();
    for name in ["Low_Walk", "Low_Run"] {
        let node = graph.add_clip(load(name), 0.5, graph.root);
        player.play(node).repeat();
    }
    commands.spawn((
        Name::new("graph"),
        player,
        AnimationGraphHandle(graphs.add(graph)),
        RigSkeletonRoot(assets.load("rigmill://Models/Grund.skeleton.rmb")),
        Transform::from_xyz(1.5, 0.0, 0.0),
        common::model(&assets),
    ));
}

fn hand(world: &mut World, of: &str) -> bevy_math::Vec3 {
    let mut characters = world.query::<(&Name, &RigJoints)>();
    let joints =
        characters.iter(world).find(|(name, _)| name.as_str() == of).map(|(_, joints)| joints.entities.clone());
    let of_name =
        |joint: &&bevy_ecs::entity::Entity| world.get::<Name>(**joint).is_some_and(|name| name.as_str() == "R Hand_NA");
    let hand = joints.iter().flatten().find(of_name).expect("the robot has a right hand");
    world.get::<GlobalTransform>(*hand).expect("a bone").translation()
}
