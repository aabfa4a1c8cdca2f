//! [`PoseTracks`]: curves bound to the bones of a skeleton.

use std::sync::Arc;

use rigmill_format::SkeletonView;

use super::clip::CurveClip;
use super::lanes::Recent;
use super::sampled::SampledClip;
use super::tracks::Tracks;
use crate::blocks::PoseBlock;
use crate::error::PlayError;

/// A clip of curves, and the bone of a skeleton that each of its tracks moves.
#[derive(Debug)]
pub(crate) struct PoseTracks {
    source: CurveSource,
    /// Pairs of bone and track numbers.
    targets: Vec<(usize, usize)>,
    /// The error for the first track whose bone the skeleton does not have.
    pub(crate) missing: Option<PlayError>,
}

/// The clip that contains the curves.
#[derive(Debug)]
pub(crate) enum CurveSource {
    Curves(Arc<CurveClip>),
    Sampled(Arc<SampledClip>),
}

impl CurveSource {
    fn tracks(&self) -> &Tracks {
        match self {
            Self::Curves(clip) => clip.tracks(),
            Self::Sampled(clip) => clip.tracks(),
        }
    }
}

impl PoseTracks {
    pub(crate) fn new(source: CurveSource, skeleton: &SkeletonView<'_>) -> Self {
        let names: Vec<&str> = skeleton.bones().map(|bone| bone.name()).collect();
        let tracks = source.tracks();
        let (targets, unbound) = tracks.bind(&names);
        let missing = unbound.first().map(|track| PlayError::unknown_bone(&tracks.tracks[*track].path, skeleton));
        Self { source, targets, missing }
    }

    pub(crate) fn duration(&self) -> f32 {
        match &self.source {
            CurveSource::Curves(clip) => clip.duration(),
            CurveSource::Sampled(clip) => clip.length(),
        }
    }

    pub(crate) fn frame_rate(&self) -> Option<f32> {
        match &self.source {
            CurveSource::Curves(_) => None,
            CurveSource::Sampled(clip) => Some(clip.frame_rate()),
        }
    }

    /// The bones that have curves.
    pub(crate) fn bones(&self) -> impl Iterator<Item = usize> + '_ {
        self.targets.iter().map(|(bone, _)| *bone)
    }

    /// Writes the wanted blocks, which contain the rest pose at first. Components without a curve stay in the rest pose.
    pub(crate) fn sample(&self, time: f32, wanted: &[bool], out: &mut [PoseBlock]) {
        let tracks = self.source.tracks();
        let mut recent = Recent::default();
        for &(bone, track) in &self.targets {
            let block = bone / 8;
            let Some(out) = out.get_mut(block).filter(|_| wanted.get(block) != Some(&false)) else { continue };
            let Some(track) = tracks.tracks.get(track) else { continue };
            let mut transform = out.transform(bone);
            track.sample(&tracks.lanes, time, &mut recent, &mut transform);
            out.set(bone, &transform);
        }
    }
}
