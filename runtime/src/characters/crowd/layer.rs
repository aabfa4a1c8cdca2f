//! [`CrowdLayer`]: the bones that a layer of a crowd covers, and how the layer is combined with the layers below.

use rigmill_format::LayerBlend;

use crate::PlayMode;
use crate::blocks::{CompressedScratch, PoseBlock, Rig, WeightBlock};
use crate::clips::{Clip, SampleJob};

/// A layer of a [`Crowd`](crate::Crowd): the bones that it covers, and how it is combined with the layers below.
#[derive(Clone, Debug, PartialEq)]
pub struct CrowdLayer {
    /// How much of the layer each bone gets, 0 to 1: one block per eight bones.
    pub mask: Vec<WeightBlock>,
    /// Whether the layer's clips replace the pose of the layers below or are added to it.
    pub blend: LayerBlend,
}

impl From<Vec<WeightBlock>> for CrowdLayer {
    /// Creates a layer that replaces the pose of the layers below.
    fn from(mask: Vec<WeightBlock>) -> Self {
        Self { mask, blend: LayerBlend::Override }
    }
}

/// A layer with data derived from it.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) mask: Vec<WeightBlock>,
    /// For each level of detail and block, whether the block has a bone that the layer covers and the level shows.
    pub(super) used: Vec<Vec<bool>>,
    /// How much of the layer the first bone gets, 0 to 1. This is also the layer's share of the root motion.
    pub(super) root: f32,
    /// For an additive layer, the reference pose of each clip. It is subtracted from the clip's poses.
    references: Option<Vec<Vec<PoseBlock>>>,
}

impl Layer {
    pub(super) fn new(layer: CrowdLayer, rig: &Rig, clips: &[Clip]) -> Self {
        let CrowdLayer { mask, blend } = layer;
        let references = match blend {
            LayerBlend::Override => None,
            LayerBlend::AdditiveToBind => Some(clips.iter().map(|_| rig.bind().to_vec()).collect()),
            LayerBlend::AdditiveToFirstFrame => Some(clips.iter().map(|clip| first_frame(clip, rig)).collect()),
        };
        let used = vec![mask.iter().map(|block| *block != WeightBlock::NONE).collect()];
        let root = mask.first().map_or(0.0, |block| block.0[0]);
        Self { root: if references.is_some() { 0.0 } else { root }, mask, used, references }
    }

    pub(super) fn is_additive(&self) -> bool {
        self.references.is_some()
    }

    /// The reference pose of a clip. `None` if the layer is not additive.
    pub(super) fn reference(&self, clip: usize) -> Option<&[PoseBlock]> {
        Some(self.references.as_ref()?.get(clip)?)
    }

    /// Adds a level of detail that shows these blocks.
    pub(super) fn add_detail(&mut self, shown: &[bool]) {
        let used = self.used[0].iter().zip(shown).map(|(used, shown)| *used && *shown).collect();
        self.used.push(used);
    }
}

fn first_frame(clip: &Clip, rig: &Rig) -> Vec<PoseBlock> {
    let (mut pose, mut scratch) = (rig.bind().to_vec(), CompressedScratch::new(rig.bones()));
    let (wanted, out) = (&vec![true; rig.blocks()][..], &mut pose[..]);
    let job = SampleJob { clip, time: 0.0, mode: PlayMode::Once, rest: rig.bind(), wanted, scratch: &mut scratch, out };
    let done = job.run();
    debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
    pose
}
