//! Makes clips whose root stays in place.

use rigmill_format::{AnimationSequence, KeyFrameSequence};
use rigmill_math::quaternion::{conjugate, rotate};
use rigmill_math::to_f32;
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::ground;
use super::params::{Components, MotionParams};
use super::root::Root;
use crate::clips::interpolation::continuous;
use crate::codes;
use crate::report::Result;

/// Removes from a clip the components of its root's movement that the parameters name.
pub(super) fn keep_in_place(
    clip: &mut AnimationSequence,
    root: &Root,
    params: &MotionParams,
    ctx: &mut ProcessContext<'_>,
) -> Result<()> {
    let (bone, above) = (&root.path.track.bone, &root.above);
    match params.components {
        Components::All => {
            let held = |it: &&mut KeyFrameSequence| it.bone_name == *bone || above.bones.contains(&it.bone_name);
            clip.sequences.iter_mut().filter(held).for_each(hold);
        }
        Components::Ground if above.is_still => {
            let up = rotate(conjugate(above.rotation), params.up.axis());
            let of_root = clip.sequences.iter_mut().filter(|it| it.bone_name == *bone);
            of_root.for_each(|sequence| leave_ground(sequence, up));
        }
        Components::Ground => return Err(ctx.fail(moves_above(bone))),
    }
    Ok(())
}

/// Holds a bone at its first key.
fn hold(sequence: &mut KeyFrameSequence) {
    sequence.translation.truncate(1);
    sequence.rotation.truncate(1);
    sequence.scale.truncate(1);
    sequence.fixed_translation = sequence.has_translation;
    sequence.fixed_rotation = sequence.has_rotation;
    sequence.fixed_scale = sequence.has_scale;
    sequence.key_count = 1;
    sequence.has_time = false;
    sequence.time = Vec::new();
}

/// Holds a bone at the ground position and heading of its first key.
fn leave_ground(sequence: &mut KeyFrameSequence, up: [f64; 3]) {
    let wide = |key: [f32; 3]| key.map(f64::from);
    if let Some(first) = sequence.translation.first().copied() {
        let left = |key: &mut [f32; 3]| *key = ground::translation_left(wide(first), wide(*key), up).map(to_f32);
        sequence.translation.iter_mut().skip(1).for_each(left);
    }
    let wide = |key: [f32; 4]| key.map(f64::from);
    if let Some(first) = sequence.rotation.first().copied() {
        let left = |key: &mut [f32; 4]| *key = ground::rotation_left(wide(first), wide(*key), up).map(to_f32);
        sequence.rotation.iter_mut().skip(1).for_each(left);
        sequence.rotation = continuous(std::mem::take(&mut sequence.rotation));
    }
}

fn moves_above(root: &str) -> Diagnostic {
    let message = format!(
        "bone {root:?} cannot keep its height and lean, because a bone above it moves or has a non-uniform scale"
    );
    let help = "set `root` to the topmost bone that moves, or set `components = \"all\"`";
    Diagnostic::error(codes::MOTION_GROUND, message).help(help)
}
