//! Clips of all types in Bevy's `AnimationGraph`.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use bevy_animation::graph::{AnimationGraph, AnimationGraphHandle, AnimationNodeIndex};
use bevy_animation::{AnimationClip, AnimationPlayer};
use bevy_app::prelude::*;
use bevy_asset::{AssetServer, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_math::Mat4;
use bevy_rigmill::runtime::blocks::{CompressedScratch, PoseToModelJob, Rig};
use bevy_rigmill::runtime::clips::{Clip, SampleJob};
use bevy_rigmill::runtime::content::{ContentType, Skeleton};
use bevy_rigmill::runtime::{Content, Matrix, PlayMode, matrix};
use bevy_rigmill::{RigClipSettings, RigEvent, RigJoints, RigSkeletonRoot, RigmillPlugin};

use crate::assert_bones;
use crate::common;

const CLIPS: [ContentType; 5] = [
    ContentType::AnimationSequence,
    ContentType::UniformClip,
    ContentType::CompressedClip,
    ContentType::CurveClip,
    ContentType::SampledClip,
];

/// The names of all assets below a folder.
fn names(folder: &Path, before: &str, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{before}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            self::names(&entry.path(), &format!("{name}/"), names);
        } else if let Some(name) = name.strip_suffix(".rmb") {
            names.insert(name.to_owned());
        }
    }
}

/// The model-space matrices of a clip at one time, computed with the runtime's jobs.
fn sampled(clip: &Clip, rig: &Rig, time: f32) -> Vec<Matrix> {
    let (mut pose, mut scratch) = (rig.bind().to_vec(), CompressedScratch::new(rig.bones()));
    let (wanted, out, rest) = (&vec![true; rig.blocks()][..], &mut pose[..], rig.bind());
    SampleJob { clip, time, mode: PlayMode::Repeat, rest, wanted, scratch: &mut scratch, out }.run().unwrap();
    let mut absolute = vec![matrix::IDENTITY; rig.bones()];
    PoseToModelJob { rig, pose: &pose, out: &mut absolute }.run().unwrap();
    absolute
}

/// A character that plays a single clip.
struct Shown {
    name: String,
    clip: Clip,
    handle: Handle<AnimationClip>,
    entity: Entity,
    node: AnimationNodeIndex,
}

fn spawn(app: &mut App, name: &str, skeleton_name: &str, clip: Clip) -> Shown {
    let of = skeleton_name.to_owned();
    let settings = move |settings: &mut RigClipSettings| settings.skeleton.clone_from(&of);
    let assets = app.world().resource::<AssetServer>().clone();
    let path = format!("rigmill://{name}.rmb");
    let handle = assets.load_builder().with_settings(settings).load::<AnimationClip>(path);
    let (graph, node) = AnimationGraph::from_clip(handle.clone());
    let graph = app.world_mut().resource_mut::<Assets<AnimationGraph>>().add(graph);
    let mut player = AnimationPlayer::default();
    player.play(node).repeat().pause();
    let skeleton = RigSkeletonRoot(assets.load(format!("rigmill://{skeleton_name}.rmb")));
    let entity = app.world_mut().spawn((player, AnimationGraphHandle(graph), skeleton)).id();
    Shown { name: name.to_owned(), clip, handle, entity, node }
}

#[test]
fn clips_of_every_kind_are_sampled_as_by_the_runtime() {
    let content = Content::open(common::content()).unwrap();
    let mut all = BTreeSet::new();
    names(&common::content(), "", &mut all);
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    let (mut shown, mut kinds) = (Vec::new(), BTreeSet::new());
    for name in &all {
        let Some(kind) = content.content_type(name).filter(|kind| CLIPS.contains(kind)) else { continue };
        let skeleton_name = if name.contains("Pilot") { "Models/Pilot.skeleton" } else { "Models/Grund.skeleton" };
        let skeleton = content.load::<Skeleton>(skeleton_name).unwrap();
        let clip = Clip::load(&content, name, &skeleton.view()).unwrap();
        if clip.check(skeleton.view().len()).is_err() {
            continue;
        }
        kinds.insert(kind.to_string());
        shown.push((spawn(&mut app, name, skeleton_name, clip), skeleton));
    }
    assert!(shown.len() > 20 && kinds.len() >= 4, "{} clips of {kinds:?}", shown.len());
    let is_loaded = |app: &App, shown: &Shown| {
        let server = app.world().resource::<AssetServer>();
        server.is_loaded_with_dependencies(&shown.handle) && app.world().get::<RigJoints>(shown.entity).is_some()
    };
    for _ in 0..3000 {
        app.update();
        if shown.iter().all(|(shown, _)| is_loaded(&app, shown)) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    for (shown, _) in &shown {
        assert!(is_loaded(&app, shown), "{} is not loaded", shown.name);
    }
    for fraction in [0.0, 0.31, 0.5, 0.93] {
        for (shown, _) in &shown {
            let mut player = app.world_mut().get_mut::<AnimationPlayer>(shown.entity).unwrap();
            player.animation_mut(shown.node).unwrap().seek_to(fraction * shown.clip.duration());
        }
        app.update();
        for (shown, skeleton) in &shown {
            let expected = sampled(&shown.clip, &Rig::new(&skeleton.view()), fraction * shown.clip.duration());
            let joints = &app.world().get::<RigJoints>(shown.entity).unwrap().entities;
            assert_bones(app.world(), joints, &expected, Mat4::IDENTITY, &format!("{} at {fraction}", shown.name));
        }
    }
}

#[test]
fn curves_read_the_bytes_of_the_file() {
    let content = Content::open(common::content()).unwrap();
    let skeleton = content.load::<Skeleton>("Models/Grund.skeleton").unwrap();
    let clip = bevy_rigmill::RigClip {
        content: bevy_rigmill::runtime::clips::ClipContent::load(&content, "Motion/Stroll").unwrap(),
        companions: Default::default(),
    };
    let bevy_rigmill::runtime::clips::ClipContent::Sequence(file) = &clip.content else { panic!("other content") };
    let before = Arc::strong_count(file);
    let made = bevy_rigmill::animation_clip(&clip.on(&skeleton.view()), &skeleton, true).unwrap();
    // All curves share one handle, and contain nothing else.
    assert_eq!(Arc::strong_count(file), before + 1);
    assert!(!made.curves().is_empty());
}

#[derive(Resource, Default)]
struct Heard(Vec<String>);

#[test]
fn events_of_clips_are_sent() {
    let content = Content::open(common::content()).unwrap();
    let skeleton = content.load::<Skeleton>("Models/Grund.skeleton").unwrap();
    let clip = Clip::load(&content, "Motion/Stroll", &skeleton.view()).unwrap();
    let expected: Vec<String> = clip.events().unwrap().view().events().map(|event| event.text.to_owned()).collect();
    assert!(!expected.is_empty());
    let mut app = common::app(RigmillPlugin::folder(common::content()));
    app.init_resource::<Heard>();
    app.add_systems(Last, |mut events: MessageReader<RigEvent>, mut heard: ResMut<Heard>| {
        heard.0.extend(events.read().map(|event| event.text.to_string()));
    });
    let duration = clip.duration();
    let shown = spawn(&mut app, "Motion/Stroll", "Models/Grund.skeleton", clip);
    while app.world().get::<RigJoints>(shown.entity).is_none()
        || !app.world().resource::<AssetServer>().is_loaded(&shown.handle)
    {
        app.update();
    }
    let mut player = app.world_mut().get_mut::<AnimationPlayer>(shown.entity).unwrap();
    player.animation_mut(shown.node).unwrap().resume().replay();
    app.world_mut().resource_mut::<Heard>().0.clear();
    let mut left = duration;
    while left > -common::FRAME.as_secs_f32() * 0.5 {
        app.update();
        left -= common::FRAME.as_secs_f32();
    }
    let heard = &app.world().resource::<Heard>().0;
    assert_eq!(heard[..expected.len()], expected);
}
