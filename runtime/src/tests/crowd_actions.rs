//! Actions by name, on crowds.

use rigmill_format::{AnimationSequence, CompressedClip, Content as _, KeyFrameSequence, Transform, UniformClip};

use super::content::Folder;
use super::models::skeleton;
use super::players::actions;
use crate::Crowd;
use crate::blocks::weight_blocks;
use crate::characters::{ActionError, CrowdActions, CrowdActionsError};
use crate::clips::Clip;
use crate::content::LoadError;

/// Idle and run are uniform clips that move the root. Fire is a compressed clip that does not.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("Robot.skeleton", &skeleton().encode().unwrap());
    folder.write("Robot.actions", &actions().encode().unwrap());
    let bones = skeleton().bones.len();
    for (name, x) in [("Idle", 0.0), ("Run", 8.0)] {
        let mut still = vec![Transform::IDENTITY; bones];
        still[0].translation[0] = x;
        let clip = UniformClip { frames: 1, frame_rate: 30.0, still, ..UniformClip::default() };
        folder.write(&format!("Animation/{name}"), &clip.encode().unwrap());
    }
    let bones = u16::try_from(bones).unwrap();
    let clip = CompressedClip { bones, frames: 1, frame_rate: 30.0, ..CompressedClip::default() };
    folder.write("Animation/Fire", &clip.encode().unwrap());
    folder
}

/// The lower layer covers the root, and the upper layer covers the rest.
fn crowd(folder: &Folder) -> (CrowdActions, Crowd) {
    let actions = CrowdActions::load(&folder.content(), "Robot.actions").unwrap();
    let masks = vec![weight_blocks([1.0, 0.0, 0.0]), weight_blocks([0.0, 1.0, 1.0])];
    let crowd = Crowd::new(actions.skeleton(), actions.clips().to_vec(), masks, 2).unwrap();
    (actions, crowd)
}

#[test]
fn an_action_plays_its_clip_with_its_blend_time() {
    let (actions, mut crowd) = crowd(&folder());
    let [first, second] = *crowd.characters() else { panic!() };
    actions.play(&mut crowd, second, "lower", "Idle").unwrap();
    actions.play(&mut crowd, second, "upper", "Fire").unwrap();
    crowd.update(0.1).unwrap();
    actions.play(&mut crowd, second, "lower", "Run").unwrap();
    crowd.update(0.125).unwrap();
    assert_eq!(crowd.pose(second)[0].transform(0).translation[0], 4.0);
    assert_eq!([0, 1].map(|layer| crowd.playing(second, layer).map(|(clip, _)| clip)), [Some(1), Some(2)]);
    assert_eq!(crowd.playing(first, 0), None);
}

#[test]
fn what_there_is_not_is_reported() {
    let folder = folder();
    let (actions, mut crowd) = crowd(&folder);
    let one = crowd.characters()[0];
    let mut play = |layer, action| actions.play(&mut crowd, one, layer, action);
    assert!(matches!(play("middle", "Run"), Err(ActionError::UnknownLayer { layer, .. }) if layer == "middle"));
    assert!(matches!(play("upper", "Run"), Err(ActionError::UnknownAction { action, .. }) if action == "Run"));
    folder.write("Animation/Fire", &skeleton().encode().unwrap());
    let message = CrowdActions::load(&folder.content(), "Robot.actions").map(drop);
    assert!(
        matches!(message, Err(CrowdActionsError::Load(LoadError::Decode { name, .. })) if name == "Animation/Fire")
    );
}

#[test]
fn clips_of_all_kinds_are_actions_of_one_crowd() {
    let folder = folder();
    let moves = |bone: &str| {
        let sequence = KeyFrameSequence {
            bone_name: bone.to_owned(),
            key_count: 1,
            has_translation: true,
            translation: vec![[3.0, 0.0, 0.0]],
            ..KeyFrameSequence::default()
        };
        AnimationSequence { sequences: vec![sequence], ..AnimationSequence::default() }.encode().unwrap()
    };
    folder.write("Animation/Run", &moves(&skeleton().bones[0].name));
    let (actions, mut crowd) = crowd(&folder);
    assert_eq!(actions.clips().iter().map(Clip::frame_rate).collect::<Vec<_>>(), [Some(30.0), None, Some(30.0)]);
    let one = crowd.characters()[0];
    actions.play(&mut crowd, one, "lower", "Run").unwrap();
    assert_eq!(crowd.pose(one)[0].transform(0).translation[0], 3.0);
    folder.write("Animation/Run", &moves("Tail"));
    let message = CrowdActions::load(&folder.content(), "Robot.actions").map(drop).unwrap_err().to_string();
    assert_eq!(message, "clip `Animation/Run`: the skeleton has no bone \"Tail\"");
}
