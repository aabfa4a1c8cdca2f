//! Animations, as RobotGame's reader reads them.

use rigmill_format::{AnimationSequence, KeyFrameSequence};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::bytes::Bytes;
use super::file::XnbFile;
use super::params::XnbAnimationParams;
use super::too_large;
use crate::codes;

/// Writes an [`AnimationSequence`] as the `.xnb` that RobotGame's `AnimationReader` reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbAnimationWriter;

impl Writer for XnbAnimationWriter {
    type Input = AnimationSequence;
    type Params = XnbAnimationParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(
        &self,
        value: &AnimationSequence,
        params: &XnbAnimationParams,
        ctx: &mut WriteContext,
    ) -> Result<Vec<u8>, StageError> {
        if value.close_loop {
            let message = "the clip closes its loop, which RobotGame's animations cannot say";
            ctx.report(Diagnostic::warning(codes::LOST, message).help("leave `close_loop` out for this target"));
        }
        let mut file = XnbFile::default();
        file.begin_object(params.reader.as_str());
        file.content.count(value.sequences.len());
        file.content.f32(value.duration);
        value.sequences.iter().for_each(|sequence| write_sequence(sequence, &mut file.content));
        file.finish(params.platform, params.profile, 0).ok_or_else(|| too_large(ctx))
    }
}

fn write_sequence(sequence: &KeyFrameSequence, bytes: &mut Bytes) {
    bytes.string(&sequence.bone_name);
    bytes.u32(sequence.key_count);
    bytes.floats(&[sequence.duration, sequence.key_interval]);
    bytes.bool(sequence.has_translation);
    bytes.bool(sequence.has_rotation);
    bytes.bool(sequence.has_scale);
    bytes.bool(sequence.has_time);
    bytes.bool(sequence.fixed_translation);
    bytes.bool(sequence.fixed_rotation);
    bytes.bool(sequence.fixed_scale);
    write_list(&sequence.translation, bytes);
    write_list(&sequence.rotation, bytes);
    write_list(&sequence.scale, bytes);
    bytes.count(sequence.time.len());
    bytes.floats(&sequence.time);
}

fn write_list<const N: usize>(list: &[[f32; N]], bytes: &mut Bytes) {
    bytes.count(list.len());
    list.iter().for_each(|item| bytes.floats(item));
}
