//! Small clips for the other tests.

use std::sync::Arc;

use rigmill_format as format;

use crate::characters::AnimationBlender;
use crate::clips::BoneClip;
use crate::content::AnimationSequence;
use crate::{Matrix, PlayMode, PlayOptions, Rules};

pub(crate) const BOTH: [Rules; 2] = [Rules::RobotGame, Rules::Standard];

/// Rotations by half a turn about z, and by none.
pub(crate) const TURNED: [f32; 4] = [0.0, 0.0, 1.0, 0.0];
pub(crate) const STRAIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The bone slides along x, with a key every `interval` seconds.
pub(crate) fn slide(xs: &[f32], interval: f32, duration: f32) -> format::KeyFrameSequence {
    format::KeyFrameSequence {
        bone_name: "Root".to_owned(),
        key_count: u32::try_from(xs.len()).unwrap(),
        duration,
        key_interval: interval,
        has_translation: true,
        translation: xs.iter().map(|x| [*x, 0.0, 0.0]).collect(),
        ..format::KeyFrameSequence::default()
    }
}

/// The bone stands still at `x`.
pub(crate) fn still(x: f32) -> format::KeyFrameSequence {
    slide(&[x, x], 10.0, 10.0)
}

/// The bone rotates. Its position is not given.
pub(crate) fn turn(keys: &[[f32; 4]], interval: f32) -> format::KeyFrameSequence {
    format::KeyFrameSequence {
        has_translation: false,
        has_rotation: true,
        translation: Vec::new(),
        rotation: keys.to_vec(),
        ..slide(&vec![0.0; keys.len()], interval, interval)
    }
}

/// One scale and one position for the whole clip.
pub(crate) fn scaled(scale: f32, x: f32) -> format::KeyFrameSequence {
    format::KeyFrameSequence { has_scale: true, scale: vec![[scale; 3]], ..slide(&[x], 0.5, 1.0) }
}

pub(crate) fn named(bone: &str, sequence: format::KeyFrameSequence) -> format::KeyFrameSequence {
    format::KeyFrameSequence { bone_name: bone.to_owned(), ..sequence }
}

pub(crate) fn clip_of(sequences: Vec<format::KeyFrameSequence>) -> format::AnimationSequence {
    format::AnimationSequence { duration: 1.0, close_loop: false, sequences }
}

pub(crate) fn clip(sequence: format::KeyFrameSequence) -> Arc<AnimationSequence> {
    Arc::new(AnimationSequence::from_owned(&clip_of(vec![sequence])).unwrap())
}

pub(crate) fn bone(sequence: format::KeyFrameSequence) -> BoneClip {
    BoneClip::new(&clip(sequence), 0).unwrap()
}

pub(crate) fn options(mode: PlayMode) -> PlayOptions {
    PlayOptions { mode, ..PlayOptions::default() }
}

pub(crate) fn blend(blend_time: f32) -> PlayOptions {
    PlayOptions { blend_time, ..PlayOptions::default() }
}

/// A blender that plays only `sequence`.
pub(crate) fn playing(rules: Rules, sequence: format::KeyFrameSequence, options: &PlayOptions) -> AnimationBlender {
    let mut blender = AnimationBlender::new(rules);
    blender.add(bone(sequence), options).unwrap();
    blender
}

/// M41, which is the position of the bone along x.
pub(crate) fn x(matrix: Matrix) -> f32 {
    matrix[12]
}

#[track_caller]
pub(crate) fn assert_near(found: f32, expected: f32) {
    assert!((found - expected).abs() < 1e-5, "{found} is not about {expected}");
}
