//! Players: bones, root motion, events, pose layers.

use bevy_app::prelude::*;
use bevy_asset::{AssetServer, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_math::{Mat4, Quat, Vec3};
use bevy_mesh::morph::MeshMorphWeights;
use bevy_rigmill::runtime::Content;
use bevy_rigmill::runtime::characters::CrowdActions;
use bevy_rigmill::runtime::content::{BreathSettings, Model};
use bevy_rigmill::runtime::layers::Breath;
use bevy_rigmill::runtime::morph::{CrowdWeights, MorphMesh};
use bevy_rigmill::runtime::motion::RigidTransform;
use bevy_rigmill::{
    RigBreath, RigCrowds, RigEvent, RigJoints, RigMeshPart, RigModelRoot, RigPlayer, RigRootMotion, RigmillPlugin, convert,
};
use bevy_transform::components::Transform;

use crate::assert_bones;
use crate::common::{self, FRAME};

fn place() -> Transform {
    Transform::from_xyz(2.0, 0.5, -1.0).with_rotation(Quat::from_rotation_y(0.7)).with_scale(Vec3::splat(1.25))
}

/// An app with one player at [`place`] that plays nothing yet.
fn app_with(actions: &str) -> (App, Entity) {
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    let handle = app.world().resource::<AssetServer>().load(format!("rigmill://{actions}.rmb"));
    let player = app.world_mut().spawn((RigPlayer::new(handle), place())).id();
    common::start(&mut app);
    (app, player)
}

fn joints(app: &App, player: Entity) -> Vec<Entity> {
    app.world().get::<RigJoints>(player).unwrap().entities.clone()
}

fn command(app: &mut App, player: Entity, run: impl FnOnce(&mut RigPlayer)) {
    run(&mut app.world_mut().get_mut::<RigPlayer>(player).unwrap());
}

/// Plays all actions of all layers one after another, so that layers overlap and cross-fade.
fn check_actions(name: &str) {
    let content = Content::open(common::content()).unwrap();
    let actions = CrowdActions::load(&content, name).unwrap();
    let mut crowd = actions.crowd(1).unwrap();
    let character = crowd.characters()[0];
    let (mut app, player) = app_with(name);
    let joints = joints(&app, player);
    let set = actions.actions().view();
    let mut frames = 0;
    for layer in set.layers() {
        for action in layer.actions() {
            actions.play(&mut crowd, character, layer.name(), action.name()).unwrap();
            command(&mut app, player, |player| {
                player.play(layer.name(), action.name());
            });
            for _ in 0..20 {
                crowd.update(FRAME.as_secs_f32()).unwrap();
                app.update();
                frames += 1;
                let what = format!("{name}, {}/{}, frame {frames}", layer.name(), action.name());
                let world = place().to_matrix();
                assert_bones(app.world(), &joints, crowd.absolute(character), world, &what);
            }
        }
    }
    assert!(frames > 0);
}

/// The pilot's face moves as in the runtime, even during a cross-fade. For a character that plays nothing, it does not move.
#[test]
fn players_set_the_weights_of_morph_targets() {
    let content = Content::open(common::content()).unwrap();
    let actions = CrowdActions::load(&content, "Hero/Pilot.actions").unwrap();
    let mut crowd = actions.crowd(1).unwrap();
    let character = crowd.characters()[0];
    let model = content.load::<Model>("Models/Pilot.model").unwrap();
    let view = model.view();
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    let server = app.world().resource::<AssetServer>();
    let (set, root) = (server.load("rigmill://Hero/Pilot.actions.rmb"), server.load("rigmill://Models/Pilot.model.rmb"));
    let player = app.world_mut().spawn((RigPlayer::new(set), RigModelRoot(root))).id();
    common::start(&mut app);
    let (mut frames, mut changed) = (0, false);
    for (layer, action) in [("face", "Talk"), ("lids", "Blink"), ("face", "Talk")] {
        actions.play(&mut crowd, character, layer, action).unwrap();
        command(&mut app, player, |player| {
            player.play(layer, action);
        });
        for _ in 0..10 {
            crowd.update(FRAME.as_secs_f32()).unwrap();
            app.update();
            frames += 1;
            let world = app.world_mut();
            for (part, weights) in world.query::<(&RigMeshPart, &MeshMorphWeights)>().iter(world) {
                let mesh = view.mesh(part.0.mesh).unwrap();
                let morph = MorphMesh::new(&mesh);
                let mut expected = vec![0.0; morph.len()];
                CrowdWeights::new(&crowd, &morph, &mesh).sample(&crowd, character, &mut expected).unwrap();
                let MeshMorphWeights::Value { weights } = weights else { panic!("weights of its own") };
                assert_eq!(*weights, expected, "{layer}/{action}, frame {frames}");
                changed |= expected != morph.weights();
            }
        }
    }
    assert!(changed, "the clips set weights");
}

#[test]
fn bones_are_where_the_runtime_has_them() {
    check_actions("Hero/Grund.actions");
}

#[test]
fn bones_of_a_skeleton_from_gltf_are_where_the_runtime_has_them() {
    check_actions("Hero/Pilot.actions");
}

#[test]
fn commands_work_as_the_runtimes_calls() {
    let content = Content::open(common::content()).unwrap();
    let actions = CrowdActions::load(&content, "Hero/Grund.actions").unwrap();
    let mut crowd = actions.crowd(1).unwrap();
    let character = crowd.characters()[0];
    let [body, arms, flinch] = ["body", "arms", "flinch"].map(|layer| actions.layer(layer).unwrap());
    let (mut app, player) = app_with("Hero/Grund.actions");
    for (layer, action) in [("body", "Run"), ("arms", "Shoot"), ("flinch", "Hit")] {
        actions.play(&mut crowd, character, layer, action).unwrap();
        command(&mut app, player, |player| {
            player.play(layer, action);
        });
    }
    crowd.set_speed(character, body, -0.5).unwrap();
    crowd.set_weight(character, flinch, 0.3).unwrap();
    command(&mut app, player, |player| {
        player.set_speed("body", -0.5).set_weight("flinch", 0.3);
    });
    let joints = joints(&app, player);
    for frame in 0..60 {
        if frame == 20 {
            crowd.stop(character, arms, 0.2).unwrap();
            command(&mut app, player, |player| {
                player.stop("arms", 0.2);
            });
        }
        crowd.update(FRAME.as_secs_f32()).unwrap();
        app.update();
        assert_bones(app.world(), &joints, crowd.absolute(character), place().to_matrix(), &format!("frame {frame}"));
        let crowds = app.world().resource::<RigCrowds>();
        assert_eq!(crowds.has_finished(player, "flinch"), crowd.has_finished(character, flinch));
        let (action, time) = crowds.playing(player, "body").unwrap();
        assert_eq!((action, time), ("Run", crowd.playing(character, body).unwrap().1));
    }
}

#[test]
fn pose_layers_change_the_pose_after_the_clips() {
    let content = Content::open(common::content()).unwrap();
    let actions = CrowdActions::load(&content, "Hero/Grund.actions").unwrap();
    let mut crowd = actions.crowd(1).unwrap();
    let character = crowd.characters()[0];
    actions.play(&mut crowd, character, "body", "Idle").unwrap();
    let settings = content.load::<BreathSettings>("Models/Grund.breath").unwrap();
    crowd.add_layer(character, Breath::new(&settings.view(), &actions.skeleton().view()).unwrap()).unwrap();

    let (mut app, player) = app_with("Hero/Grund.actions");
    let breath: Handle<RigBreath> = app.world().resource::<AssetServer>().load("rigmill://Models/Grund.breath.rmb");
    while !app.world().resource::<AssetServer>().is_loaded(&breath) {
        app.update();
    }
    let breath = app.world().resource::<Assets<RigBreath>>().get(&breath).unwrap().clone();
    command(&mut app, player, |player| {
        player.play("body", "Idle").add_layer(move |skeleton| Breath::new(&breath.0.view(), skeleton));
    });
    let joints = joints(&app, player);
    for frame in 0..90 {
        crowd.update(FRAME.as_secs_f32()).unwrap();
        app.update();
        assert_bones(app.world(), &joints, crowd.absolute(character), place().to_matrix(), &format!("frame {frame}"));
    }
    let layers = app.world_mut().resource_mut::<RigCrowds>().layers_mut::<Breath>(player).count();
    assert_eq!(layers, 1);
}

#[derive(Resource, Default)]
struct Heard(Vec<(String, String)>);

fn hear(mut events: MessageReader<RigEvent>, mut heard: ResMut<Heard>) {
    heard.0.extend(events.read().map(|event| (event.name.to_string(), event.text.to_string())));
}

#[test]
fn root_motion_and_events_are_the_runtimes() {
    let content = Content::open(common::content()).unwrap();
    let actions = CrowdActions::load(&content, "Hero/Grund.actions").unwrap();
    let mut crowd = actions.crowd(1).unwrap();
    let character = crowd.characters()[0];
    actions.play(&mut crowd, character, "body", "Stroll").unwrap();

    let (mut app, player) = app_with("Hero/Grund.actions");
    app.init_resource::<Heard>().add_systems(Last, hear);
    app.world_mut().entity_mut(player).insert((RigRootMotion::applied(), Transform::IDENTITY));
    command(&mut app, player, |player| {
        player.play("body", "Stroll");
    });
    let (mut there, mut expected) = (RigidTransform::IDENTITY, Vec::new());
    for _ in 0..240 {
        crowd.update(FRAME.as_secs_f32()).unwrap();
        there = there.then(&crowd.movement(character));
        let layer = actions.layer("body").unwrap();
        let events = crowd.events(character, layer);
        expected.extend(events.map(|played| (played.event.name.to_owned(), played.event.text.to_owned())));
        app.update();
        let delta = app.world().get::<RigRootMotion>(player).unwrap().delta;
        assert_eq!(delta, convert::rigid(&crowd.movement(character)));
    }
    assert!(expected.len() > 4, "the stroll has footsteps");
    assert_eq!(app.world().resource::<Heard>().0, expected);
    let found = app.world().get::<Transform>(player).unwrap().to_matrix();
    let there = convert::rigid(&there).to_matrix();
    assert!(there.w_axis.truncate().length() > 1.0, "the stroll leads away");
    assert!(found.abs_diff_eq(there, 1e-3), "{found}\n{there}");
    let _: Mat4 = found;
}
