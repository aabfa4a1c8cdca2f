//! Small values of each content type, used by the other tests and the committed fixtures.

use rigmill_format::{
    Action, ActionLayer, ActionSet, AnimationSequence, Bone, KeyFrameSequence, PlayMode, Skeleton, Transform,
};

/// Two bones: one with keys at even intervals, one with its own key times and a fixed rotation.
pub(crate) fn clip() -> AnimationSequence {
    AnimationSequence { duration: 1.0, close_loop: true, sequences: vec![even_keys("Root"), timed_keys(" Footsteps")] }
}

pub(crate) fn even_keys(bone: &str) -> KeyFrameSequence {
    KeyFrameSequence {
        bone_name: bone.to_owned(),
        key_count: 3,
        duration: 1.0,
        key_interval: 0.5,
        has_translation: true,
        has_rotation: true,
        translation: vec![[1.0, -0.0, 0.0], [2.0, 0.5, -1.0], [3.0, 0.25, 7.0]],
        rotation: vec![[0.0, 0.0, 0.0, 1.0], [0.6, 0.0, 0.0, 0.8], [0.0, 1.0, 0.0, -0.0]],
        ..KeyFrameSequence::default()
    }
}

pub(crate) fn timed_keys(bone: &str) -> KeyFrameSequence {
    KeyFrameSequence {
        bone_name: bone.to_owned(),
        key_count: 2,
        duration: 0.75,
        has_rotation: true,
        has_scale: true,
        has_time: true,
        fixed_rotation: true,
        rotation: vec![[0.0, 0.0, 0.6, 0.8]],
        scale: vec![[-1.0, -1.0, -1.0], [1.0, 2.0, 3.0]],
        time: vec![0.0, 0.625],
        ..KeyFrameSequence::default()
    }
}

pub(crate) fn skeleton() -> Skeleton {
    let bone = |name: &str, parent, x| Bone {
        name: name.to_owned(),
        parent,
        bind: Transform { translation: [x, 0.0, -0.0], ..Transform::IDENTITY },
    };
    Skeleton {
        bones: vec![bone("Root", None, 0.0), bone("Spine", Some(0), 1.0), bone("Head", Some(1), 0.5)],
        root_axis: [-0.5, 0.0, 0.0, 0.5],
    }
}

pub(crate) fn action_set() -> ActionSet {
    let layer = |name: &str, actions| ActionLayer { name: name.to_owned(), actions };
    ActionSet {
        skeleton: "Models/Robot.skeleton".to_owned(),
        layers: vec![
            layer("lower", vec![action("Run", 0.3), action("Idle", 0.5)]),
            layer("upper", vec![action("Idle", 0.5)]),
        ],
    }
}

pub(crate) fn action(name: &str, blend_time: f32) -> Action {
    Action {
        name: name.to_owned(),
        clip: format!("Animation/Players/Robot/Low_{name}"),
        mode: PlayMode::Repeat,
        blend_time,
        start_time: 0.0,
        time_scale: 1.0,
    }
}
