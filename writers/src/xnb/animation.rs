//! Writes animations in the form that RobotGame's reader reads.

use rigmill_codec_xnb::{self as xnb, Animation, FixedLists, UsedLists, Value};
use rigmill_format::{AnimationSequence, KeyFrameSequence};
use rigmill_pipeline::{Diagnostic, WriteContext, Writer};

use super::encoding::encoded;
use super::params::XnbAnimationParams;
use crate::codes;
use crate::written::Written;

/// Writes an [`AnimationSequence`] as the `.xnb` that RobotGame's `AnimationReader` reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbAnimationWriter;

impl Writer for XnbAnimationWriter {
    type Input = AnimationSequence;
    type Params = XnbAnimationParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 2;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &AnimationSequence, params: &XnbAnimationParams, ctx: &mut WriteContext) -> Written {
        if value.close_loop {
            let message = "the clip has `close_loop = true`, but RobotGame's animations cannot store this setting";
            let warning = Diagnostic::warning(codes::CONTENT_LOST, message).perhaps_of_parameter("close_loop");
            ctx.report(warning.help("do not set `close_loop` for this target"));
        }
        let reader = params.reader.as_str().to_owned();
        let sequences = value.sequences.iter().map(key_frames).collect();
        let animation = Animation { reader, duration: value.duration, sequences };
        encoded(params.platform, params.profile, Value::Animation(animation.into()), Vec::new(), ctx)
    }
}

fn key_frames(sequence: &KeyFrameSequence) -> xnb::KeyFrameSequence {
    xnb::KeyFrameSequence {
        bone_name: sequence.bone_name.clone(),
        key_count: i32::try_from(sequence.key_count).unwrap_or(i32::MAX),
        duration: sequence.duration,
        key_interval: sequence.key_interval,
        has: UsedLists {
            translation: sequence.has_translation,
            rotation: sequence.has_rotation,
            scale: sequence.has_scale,
            time: sequence.has_time,
        },
        fixed: FixedLists {
            translation: sequence.fixed_translation,
            rotation: sequence.fixed_rotation,
            scale: sequence.fixed_scale,
        },
        translation: sequence.translation.clone(),
        rotation: sequence.rotation.clone(),
        scale: sequence.scale.clone(),
        time: sequence.time.clone(),
    }
}
