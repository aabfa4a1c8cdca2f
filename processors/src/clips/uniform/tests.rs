//! Tests of uniform clips.

use proptest::prelude::*;
use rigmill_format::compressed_clip::Channel;
use rigmill_format::{Content, FrameTimes, Transform, UniformClip};

use super::uniform_clip;
use crate::clips::compression::{SourceBone, SourceClip};

fn source(bones: usize, locals: Vec<Transform>) -> SourceClip {
    let bind = Transform { translation: [1.0, 2.0, 3.0], ..Transform::IDENTITY };
    let bone = |bone: usize| SourceBone { parent: bone.checked_sub(1), bind };
    let frames = u32::try_from(locals.len() / bones).unwrap();
    let duration = FrameTimes::whole_duration(frames, 30.0);
    SourceClip { bones: (0..bones).map(bone).collect(), frame_rate: 30.0, duration, locals }
}

#[test]
fn only_what_moves_has_keys() {
    let pose = |x: f32, rotation: [f32; 4]| {
        [
            Transform { translation: [x, 0.0, 0.0], ..Transform::IDENTITY },
            Transform { rotation, translation: [5.0; 3], ..Transform::IDENTITY },
        ]
    };
    let frames = [pose(0.0, [0.0, 0.0, 0.0, 2.0]), pose(1.0, [0.6, 0.0, 0.0, -0.8]), pose(2.0, [0.0, 0.0, 0.0, 1.0])];
    let clip = uniform_clip(&source(2, frames.concat()));
    assert_eq!((clip.frames, clip.duration, clip.still[1].translation), (3, 2.0 / 30.0, [5.0; 3]));
    let tracks: Vec<_> = clip.tracks.iter().map(|track| (track.bone, track.channel)).collect();
    assert_eq!(tracks, [(1, Channel::Rotation), (0, Channel::Translation)]);
    // All rotations have unit length, and none is opposite to the previous one.
    assert_eq!(clip.tracks[0].keys, [[0.0, 0.0, 0.0, 1.0], [-0.6, -0.0, -0.0, 0.8], [0.0, 0.0, 0.0, 1.0]]);
    assert!(clip.encode().is_ok());
}

#[test]
fn numbers_that_are_not_finite_are_refused_by_the_encoder() {
    let broken = Transform { translation: [f32::NAN, 0.0, 0.0], ..Transform::IDENTITY };
    assert!(uniform_clip(&source(1, vec![Transform::IDENTITY, broken])).encode().is_err());
}

proptest! {
    #[test]
    fn any_rotations_make_a_clip_that_encodes(rotations in prop::collection::vec(prop::array::uniform4(-1.0_f32..1.0), 1..60)) {
        let locals: Vec<_> = rotations.iter().map(|&rotation| Transform { rotation, ..Transform::IDENTITY }).collect();
        let clip = uniform_clip(&source(1, locals));
        prop_assert_eq!(UniformClip::decode(&clip.encode().unwrap()).unwrap(), clip);
    }
}
