//! [`PlayedClip`]: a clip of any type.

use std::sync::Arc;

use rigmill_format::{AnimationSequence, CompressedClip, CurveClip, CurveTrack, SampledClip, UniformClip};
use rigmill_pipeline::ProcessContext;

/// The largest time after the end of a clip, in seconds, that still counts as the end. Durations and frame times are rounded.
const ROUNDING: f32 = 1e-3;

/// A clip that actions play or that has events.
pub(super) enum PlayedClip {
    Sequence(Arc<AnimationSequence>),
    Uniform(Arc<UniformClip>),
    Compressed(Arc<CompressedClip>),
    Curves(Arc<CurveClip>),
    Sampled(Arc<SampledClip>),
}

impl PlayedClip {
    /// Returns the clip with this asset name; `None` if its asset failed, which then has its own diagnostics.
    pub(super) fn find(name: &str, ctx: &mut ProcessContext<'_>) -> Option<Self> {
        let sequence = ctx.value(name).map(Self::Sequence).ok();
        let uniform = sequence.or_else(|| ctx.value(name).map(Self::Uniform).ok());
        let compressed = uniform.or_else(|| ctx.value(name).map(Self::Compressed).ok());
        let curves = compressed.or_else(|| ctx.value(name).map(Self::Curves).ok());
        curves.or_else(|| ctx.value(name).map(Self::Sampled).ok())
    }

    /// Returns the end of the clip in seconds.
    pub(super) fn end(&self) -> f32 {
        match self {
            Self::Sequence(clip) => clip.duration,
            Self::Uniform(clip) => clip.duration,
            Self::Compressed(clip) => clip.duration,
            Self::Curves(clip) => last_key(clip),
            Self::Sampled(clip) => clip.length,
        }
    }

    /// Returns the names of the bones that the clip moves; `None` if the clip knows bones only by their numbers.
    pub(super) fn moved_bones(&self) -> Option<Vec<&str>> {
        match self {
            Self::Sequence(clip) => Some(clip.sequences.iter().map(|sequence| sequence.bone_name.as_str()).collect()),
            Self::Curves(clip) => Some(moved(&clip.tracks)),
            Self::Sampled(clip) => Some(moved(&clip.tracks)),
            Self::Uniform(_) | Self::Compressed(_) => None,
        }
    }

    /// Returns the number of bones of the skeleton that the clip was made for, if the clip says it.
    pub(super) fn bones(&self) -> Option<usize> {
        match self {
            Self::Uniform(clip) => Some(clip.still.len()),
            Self::Compressed(clip) => Some(clip.bones.into()),
            Self::Sequence(_) | Self::Curves(_) | Self::Sampled(_) => None,
        }
    }
}

/// Whether a time is after the end of a clip.
pub(super) fn is_late(time: f32, end: f32) -> bool {
    time > end + ROUNDING
}

fn last_key(clip: &CurveClip) -> f32 {
    let curves = clip.tracks.iter().flat_map(|track| &track.curves);
    curves.flat_map(|curve| &curve.keys).fold(0.0, |end, key| end.max(key.time))
}

fn moved(tracks: &[CurveTrack]) -> Vec<&str> {
    tracks.iter().filter(|track| !track.curves.is_empty()).map(|track| track.path.as_str()).collect()
}
