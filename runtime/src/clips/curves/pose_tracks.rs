//! [`PoseTracks`]: curves bound to the bones of a skeleton.

use std::collections::HashSet;
use std::sync::Arc;

use rigmill_format::SkeletonView;
use rigmill_math::quaternion::normalize_in_f64;

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
        let targets = tracks.of_bones(&names);
        let bound: HashSet<usize> = targets.iter().map(|(_, track)| *track).collect();
        let mut unbound =
            (0..tracks.tracks.len()).filter(|track| tracks.tracks[*track].moves() && !bound.contains(track));
        let missing = unbound.next().map(|track| PlayError::unknown_bone(&tracks.tracks[track].path, skeleton));
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
            let (Some(true), Some(out)) = (wanted.get(block), out.get_mut(block)) else { continue };
            let Some(track) = tracks.tracks.get(track) else { continue };
            let mut transform = out.transform(bone);
            let components =
                transform.translation.iter_mut().chain(&mut transform.rotation).chain(&mut transform.scale);
            for (component, slot) in components.zip(track.slots) {
                if let Some(slot) = slot {
                    *component = tracks.lanes.value(slot, time, &mut recent);
                }
            }
            if track.slots[3..7].iter().any(Option::is_some) {
                transform.rotation = normalize_in_f64(transform.rotation);
            }
            out.set(bone, &transform);
        }
    }
}
