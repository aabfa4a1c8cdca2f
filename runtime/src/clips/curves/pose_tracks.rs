//! [`PoseTracks`]: curves bound to the bones of a skeleton.

use std::sync::Arc;

use rigmill_format::SkeletonView;

use super::lanes::Recent;
use super::tracks::Tracks;
use crate::blocks::PoseBlock;
use crate::error::PlayError;

/// The curves of a clip, and the bone of a skeleton that each of their tracks moves.
#[derive(Debug)]
pub(crate) struct PoseTracks {
    tracks: Arc<Tracks>,
    /// Pairs of bone and track numbers.
    targets: Vec<(usize, usize)>,
    /// The error for the first track whose bone the skeleton does not have.
    pub(crate) missing: Option<PlayError>,
}

impl PoseTracks {
    pub(super) fn new(tracks: &Arc<Tracks>, skeleton: &SkeletonView<'_>) -> Self {
        let names: Vec<&str> = skeleton.bones().map(|bone| bone.name()).collect();
        let (targets, unbound) = tracks.bind(&names);
        let missing = unbound.first().map(|track| PlayError::unknown_bone(&tracks.tracks[*track].path, skeleton));
        Self { tracks: Arc::clone(tracks), targets, missing }
    }

    /// The bones that have curves.
    pub(crate) fn bones(&self) -> impl Iterator<Item = usize> + '_ {
        self.targets.iter().map(|(bone, _)| *bone)
    }

    /// Writes the wanted blocks, which contain the rest pose at first. Components without a curve stay in the rest pose.
    pub(crate) fn sample(&self, time: f32, wanted: &[bool], out: &mut [PoseBlock]) {
        let tracks = &self.tracks;
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
