//! Converts an [`AnimationSource`] to an [`AnimationSequence`], value by value.

use rigmill_dom::{AnimationSource, KeyFrameSource};
use rigmill_format::{AnimationSequence, KeyFrameSequence};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use crate::codes;
use crate::report::{Result, location};

/// Returns the clip that the source describes.
pub(crate) fn convert(source: &AnimationSource, ctx: &mut ProcessContext<'_>) -> Result<AnimationSequence> {
    let sequences = source.sequences.iter().map(|source| convert_sequence(source, ctx)).collect::<Result<_>>()?;
    Ok(AnimationSequence { duration: source.duration.value, close_loop: false, sequences })
}

fn convert_sequence(source: &KeyFrameSource, ctx: &mut ProcessContext<'_>) -> Result<KeyFrameSequence> {
    Ok(KeyFrameSequence {
        bone_name: source.bone_name.value.clone(),
        key_count: key_count(source, ctx)?,
        duration: source.duration.value,
        key_interval: source.key_interval.value,
        has_translation: source.has_translation.value,
        has_rotation: source.has_rotation.value,
        has_scale: source.has_scale.value,
        has_time: source.has_time.value,
        fixed_translation: source.fixed_translation.value,
        fixed_rotation: source.fixed_rotation.value,
        fixed_scale: source.fixed_scale.value,
        translation: source.translation.value.clone(),
        rotation: source.rotation.value.clone(),
        scale: source.scale.value.clone(),
        time: source.time.value.clone(),
    })
}

fn key_count(source: &KeyFrameSource, ctx: &mut ProcessContext<'_>) -> Result<u32> {
    let count = source.key_count.value;
    u32::try_from(count).ok().filter(|count| *count > 0).ok_or_else(|| {
        let message = format!("bone {:?}: the key count is {count}, expected at least 1", source.bone_name.value);
        let diagnostic = Diagnostic::error(codes::CLIP_NO_KEYS, message).at(location(source.key_count.position));
        ctx.fail(diagnostic.help("remove the bone from the source, or fix the importer"))
    })
}
