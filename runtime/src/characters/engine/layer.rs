//! [`CrowdLayer`]: the bones that a layer of a crowd covers, and how the layer is combined with the layers below.

use rigmill_format::LayerBlend;

use super::groups::Groups;
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
pub(crate) struct Layer {
    pub(crate) mask: Vec<WeightBlock>,
    /// For each level of detail and block, whether the block has a bone that the layer covers and the level shows.
    pub(crate) used: Vec<Vec<bool>>,
    /// How much of the layer the first bone gets, 0 to 1. This is also the layer's share of the root motion.
    pub(crate) root: f32,
    /// The bones that the same clips move. Empty for an additive layer, whose clips add nothing to bones that they do not move.
    pub(super) groups: Groups,
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
        let root = mask.first().map_or(0.0, |block| block.0[0]);
        let used = |mask: &[WeightBlock]| vec![mask.iter().map(|block| *block != WeightBlock::NONE).collect()];
        if references.is_some() {
            return Self { root: 0.0, used: used(&mask), mask, groups: Groups::default(), references };
        }
        let mask = moved(mask, clips);
        Self { root, groups: Groups::new(&mask, clips), used: used(&mask), mask, references }
    }

    pub(super) fn is_additive(&self) -> bool {
        self.references.is_some()
    }

    /// The reference pose of a clip. `None` if the layer is not additive.
    pub(super) fn reference(&self, clip: usize) -> Option<&[PoseBlock]> {
        Some(self.references.as_ref()?.get(clip)?)
    }

    /// Writes the mask of the groups for which `shows` returns true.
    pub(super) fn write_mask(&self, shows: impl Fn(usize) -> bool, out: &mut [WeightBlock]) {
        for (block, (out, own)) in out.iter_mut().zip(&self.mask).enumerate() {
            *out = WeightBlock(std::array::from_fn(|lane| {
                let group = self.groups.group(block * 8 + lane);
                if group.is_some_and(&shows) { own.0[lane] } else { 0.0 }
            }));
        }
    }

    /// Adds a level of detail that shows these blocks.
    pub(crate) fn add_detail(&mut self, shown: &[bool]) {
        let used = self.used[0].iter().zip(shown).map(|(used, shown)| *used && *shown).collect();
        self.used.push(used);
    }
}

/// The part of a mask that at least one clip moves.
fn moved(mut mask: Vec<WeightBlock>, clips: &[Clip]) -> Vec<WeightBlock> {
    let mut moved = vec![false; mask.len() * 8];
    clips.iter().flat_map(Clip::moved_bones).for_each(|bone| moved[*bone] = true);
    let weights = mask.iter_mut().flat_map(|block| &mut block.0);
    weights.zip(moved).filter(|(_, moved)| !moved).for_each(|(weight, _)| *weight = 0.0);
    mask
}

fn first_frame(clip: &Clip, rig: &Rig) -> Vec<PoseBlock> {
    let (mut pose, mut scratch) = (rig.bind().to_vec(), CompressedScratch::new(rig.bones()));
    let (rest, scratch, out) = (rig.bind(), &mut scratch, &mut pose[..]);
    let done = SampleJob { clip, time: 0.0, mode: PlayMode::Once, rest, wanted: &[], scratch, out }.run();
    debug_assert!(done.is_ok(), "the buffers are as long as the skeleton");
    pose
}
