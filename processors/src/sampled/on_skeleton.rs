//! A clip with a transform for every bone of a skeleton at every frame.

use std::collections::HashMap;

use rigmill_format::{AnimationSequence, KeyFrameSequence, Skeleton, Transform};

use crate::animation::slerp;
use crate::compression::{SourceBone, SourceClip};
use crate::sampled::sampler::{Frames, TooManyKeys, rotations, scales, translations};

/// Numbers of a transform.
pub(crate) const NUMBERS: u8 = 10;

/// The clip on a skeleton, at the frames of a rate. What the clip does not move is at bind.
pub(crate) fn on_skeleton(clip: &AnimationSequence, skeleton: &Skeleton, rate: f64) -> Result<SourceClip, TooManyKeys> {
    let bones: Vec<SourceBone> = skeleton.bones.iter().map(source_bone).collect();
    let frames = Frames::of(clip.duration, rate, f64::from(NUMBERS) * bones.len().max(1) as f64)?;
    let moved: HashMap<&str, &KeyFrameSequence> = clip.sequences.iter().map(|it| (it.bone_name.as_str(), it)).collect();
    let mut locals: Vec<Transform> = (0..frames.count).flat_map(|_| &bones).map(|bone| bone.bind).collect();
    for (number, bone) in skeleton.bones.iter().enumerate() {
        if let Some(sequence) = moved.get(bone.name.as_str()) {
            let own = locals.iter_mut().skip(number).step_by(bones.len());
            place(sequence, frames, own);
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "frame rates are f32 in files")]
    let frame_rate = rate as f32;
    Ok(SourceClip { bones, frame_rate, locals })
}

fn source_bone(bone: &rigmill_format::Bone) -> SourceBone {
    let bind = Transform { rotation: slerp(bone.bind.rotation, bone.bind.rotation, 0.0), ..bone.bind };
    SourceBone { parent: bone.parent.map(|parent| parent as usize), bind }
}

/// Puts the channels that a sequence has into a bone's transforms, one a frame.
fn place<'a>(sequence: &KeyFrameSequence, frames: Frames, bone: impl Iterator<Item = &'a mut Transform>) {
    let translations = sequence.has_translation.then(|| translations(sequence, frames)).flatten();
    let rotations = sequence.has_rotation.then(|| rotations(sequence, frames)).flatten();
    let scales = sequence.has_scale.then(|| scales(sequence, frames)).flatten();
    for (frame, local) in bone.enumerate() {
        set(&mut local.translation, translations.as_deref(), frame);
        set(&mut local.rotation, rotations.as_deref(), frame);
        set(&mut local.scale, scales.as_deref(), frame);
    }
}

fn set<T: Copy>(slot: &mut T, samples: Option<&[T]>, frame: usize) {
    if let Some(sample) = samples.and_then(|samples| samples.get(frame)) {
        *slot = *sample;
    }
}
