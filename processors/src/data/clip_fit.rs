//! [`misfit`]: why a clip cannot play on a skeleton.

use std::collections::HashSet;
use std::sync::Arc;

use rigmill_format::{AnimationSequence, CompressedClip, CurveClip, CurveTrack, SampledClip, Skeleton, UniformClip};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use crate::codes;
use crate::report::{and_more, similar_name};

/// A clip that an action plays.
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

    /// Returns the names of the bones that the clip moves; `None` if the clip knows bones only by their numbers.
    fn moved_bones(&self) -> Option<Vec<&str>> {
        match self {
            Self::Sequence(clip) => Some(clip.sequences.iter().map(|sequence| sequence.bone_name.as_str()).collect()),
            Self::Curves(clip) => Some(moved(&clip.tracks)),
            Self::Sampled(clip) => Some(moved(&clip.tracks)),
            Self::Uniform(_) | Self::Compressed(_) => None,
        }
    }

    /// Returns the number of bones of the skeleton that the clip was made for, if the clip says it.
    fn bones(&self) -> Option<usize> {
        match self {
            Self::Uniform(clip) => Some(clip.still.len()),
            Self::Compressed(clip) => Some(clip.bones.into()),
            Self::Sequence(_) | Self::Curves(_) | Self::Sampled(_) => None,
        }
    }
}

fn moved(tracks: &[CurveTrack]) -> Vec<&str> {
    tracks.iter().filter(|track| !track.curves.is_empty()).map(|track| track.path.as_str()).collect()
}

/// Returns the error that a clip cannot play on a skeleton, because the skeleton lacks a bone or has a different number of bones.
/// The runtime refuses such a clip.
pub(super) fn misfit(
    (clip_name, clip): (&str, &PlayedClip),
    (skeleton_name, skeleton): (&str, &Skeleton),
) -> Option<Diagnostic> {
    let names: HashSet<&str> = skeleton.bones.iter().map(|bone| bone.name.as_str()).collect();
    // A track may name a bone by its path.
    let is_known =
        |bone: &str| names.contains(bone) || bone.rsplit('/').next().is_some_and(|name| names.contains(name));
    let mut unknown = clip.moved_bones().into_iter().flatten().filter(|bone| !is_known(bone));
    if let Some(first) = unknown.next() {
        let more = and_more(unknown.count(), ["bone", "bones"]);
        let message =
            format!("the skeleton `{skeleton_name}` has no bone {first:?}, which the clip `{clip_name}` moves{more}");
        let known = skeleton.bones.iter().map(|bone| bone.name.as_str());
        let otherwise = "use a clip for this skeleton, or rename the bone in the clip or in the skeleton";
        let help = similar_name(first, known, otherwise);
        return Some(Diagnostic::error(codes::ACTION_BONE, message).help(help));
    }
    let (found, expected) = (clip.bones()?, skeleton.bones.len());
    let message =
        format!("the clip `{clip_name}` is for {found} bones, but the skeleton `{skeleton_name}` has {expected}");
    let help = "use a clip for this skeleton, or set the clip's parameter `skeleton` to this skeleton";
    (found != expected).then(|| Diagnostic::error(codes::ACTION_BONE, message).help(help))
}
