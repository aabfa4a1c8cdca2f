//! A thousand robots, and their cost compared with that of the runtime's own crowd in the same run.
//!
//! `cargo run --release --example crowd --no-default-features`, or `cargo run --release --example crowd --features window` to
//! see them.
#![allow(clippy::print_stdout, reason = "an example says what it does")]

mod common;

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_asset::AssetServer;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_rigmill::runtime::characters::CrowdActions;
use bevy_rigmill::runtime::{Content, Crowd};
use bevy_rigmill::{RigPlayer, RigmillPlugin, RigmillSystems};
use bevy_tasks::ComputeTaskPool;
use bevy_transform::TransformSystems;
use bevy_transform::components::Transform;

const ROBOTS: u16 = 1000;
const WARM_UP: u32 = 60;
const FRAMES: u32 = 600;
const ACTIONS: [(&str, &str); 3] = [("Idle", "Idle"), ("Stroll", "Shoot"), ("Run", "Idle")];
const DT: f32 = 1.0 / 60.0;

fn main() {
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    app.add_systems(Startup, spawn_robots);
    if cfg!(not(feature = "window")) {
        measure(&mut app);
    }
    common::run(&mut app, WARM_UP + FRAMES, |app, frame| {
        if frame + 1 == WARM_UP {
            *app.world_mut().resource_mut::<Cost>() = Cost::default();
        }
    });
    if let Some(cost) = app.world().get_resource::<Cost>() {
        report(cost, app.world().resource::<Own>());
    }
}

fn spawn_robots(mut commands: Commands, assets: Res<AssetServer>) {
    for number in 0..ROBOTS {
        let mut player = RigPlayer::new(assets.load("rigmill://Hero/Grund.actions.rmb"));
        let (body, arms) = ACTIONS[usize::from(number) % ACTIONS.len()];
        player.play("body", body).play("arms", arms);
        // No two robots are at the same time of a clip.
        player.set_speed("body", 1.0 + f32::from(number) / f32::from(ROBOTS));
        let (x, z) = (f32::from(number % 32) * 1.5 - 24.0, f32::from(number / 32) * 1.5);
        commands.spawn((player, Transform::from_xyz(x, 0.0, z), common::model(&assets)));
    }
}

/// The CPU time of all threads.
#[derive(Resource, Default)]
struct Cost {
    begun: Duration,
    runtime: Duration,
    commands: Duration,
    poses: Duration,
    joints: Duration,
    reports: Duration,
    propagation: Duration,
}

/// The runtime's own crowd, with the same robots.
#[derive(Resource)]
struct Own(Crowd);

fn measure(app: &mut App) {
    let content = Content::open(common::content()).expect("content");
    let actions = CrowdActions::load(&content, "Hero/Grund.actions").expect("actions");
    let mut crowd = actions.crowd(usize::from(ROBOTS)).expect("a crowd");
    for (number, character) in (0..ROBOTS).zip(crowd.characters().to_vec()) {
        let (body, arms) = ACTIONS[usize::from(number) % ACTIONS.len()];
        actions.play(&mut crowd, character, "body", body).expect("an action");
        actions.play(&mut crowd, character, "arms", arms).expect("an action");
        let layer = actions.layer("body").expect("a layer");
        crowd.set_speed(character, layer, 1.0 + f32::from(number) / f32::from(ROBOTS)).expect("a speed");
    }
    app.insert_resource(Own(crowd)).init_resource::<Cost>();
    // Runs one system at a time, so that no other system runs while one is measured. The systems themselves use all threads.
    app.edit_schedule(PostUpdate, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
    app.add_systems(
        PostUpdate,
        (
            (begin, update_own, |mut cost: ResMut<Cost>| cost.lap(|cost| &mut cost.runtime))
                .chain()
                .before(RigmillSystems::Command),
            (|mut cost: ResMut<Cost>| cost.lap(|cost| &mut cost.commands))
                .after(RigmillSystems::Command)
                .before(RigmillSystems::Pose),
            (|mut cost: ResMut<Cost>| cost.lap(|cost| &mut cost.poses))
                .after(RigmillSystems::Pose)
                .before(RigmillSystems::Joints),
            (|mut cost: ResMut<Cost>| cost.lap(|cost| &mut cost.joints))
                .after(RigmillSystems::Joints)
                .before(RigmillSystems::Report),
            (|mut cost: ResMut<Cost>| cost.lap(|cost| &mut cost.reports))
                .after(RigmillSystems::Report)
                .before(TransformSystems::Propagate),
            (|mut cost: ResMut<Cost>| cost.lap(|cost| &mut cost.propagation)).after(TransformSystems::Propagate),
        ),
    );
}

impl Cost {
    fn lap(&mut self, part: fn(&mut Self) -> &mut Duration) {
        let (now, begun) = (cpu_time(), self.begun);
        *part(self) += now.saturating_sub(begun);
        self.begun = now;
    }
}

fn begin(mut cost: ResMut<Cost>) {
    cost.begun = cpu_time();
}

/// Updates the crowd as in the runtime's documentation: each thread updates parts of the crowd.
fn update_own(mut own: ResMut<Own>) {
    let pool = ComputeTaskPool::get();
    pool.scope(|scope| {
        for mut chunk in own.0.chunks(4 * pool.thread_num()) {
            scope.spawn(async move { chunk.update(DT).expect("a step") });
        }
    });
}

#[cfg(unix)]
fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// On other systems, the wall-clock time.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

fn report(cost: &Cost, own: &Own) {
    let of = |part: Duration| part.as_secs_f64() * 1e6 / f64::from(FRAMES);
    println!("{ROBOTS} robots of {} bones, microseconds of CPU time a frame:", own.0.rig().bones());
    println!("  the runtime's crowd        {:8.1}", of(cost.runtime));
    println!("  commands and reloads       {:8.1}", of(cost.commands));
    println!("  poses                      {:8.1}", of(cost.poses));
    println!("  transforms of the bones    {:8.1}", of(cost.joints));
    println!("  root motion and events     {:8.1}", of(cost.reports));
    println!("  Bevy's propagation         {:8.1}", of(cost.propagation));
    let runtime = cost.runtime.as_secs_f64();
    println!("poses: {:.2} of the runtime's crowd", cost.poses.as_secs_f64() / runtime);
    println!("poses and transforms: {:.2} of the runtime's crowd", (cost.poses + cost.joints).as_secs_f64() / runtime);
    let all = cost.commands + cost.poses + cost.joints + cost.reports;
    println!("all of RigPlayer: {:.2} of the runtime's crowd", all.as_secs_f64() / runtime);
}
