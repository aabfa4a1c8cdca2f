//! [`Groups`]: the bones of a layer that always play the same clips.

use std::collections::BTreeMap;

use crate::blocks::WeightBlock;
use crate::clips::Clip;

/// The bones of a layer in groups. A clip moves either all or none of the bones of a group. Bones that a clip does not move
/// continue with their earlier clips, so each group may play a different clip.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// The group of each bone. `None` for bones outside of the layer.
    of_bone: Vec<Option<u16>>,
    /// For each clip, whether it moves each group.
    moves: Vec<Vec<bool>>,
    len: usize,
}

impl Groups {
    /// The groups of the bones with a weight above 0. Empty if all clips move all of these bones.
    pub(super) fn new(mask: &[WeightBlock], clips: &[Clip]) -> Self {
        let bones = mask.len() * 8;
        let mut movers = vec![vec![false; clips.len()]; bones];
        for (number, clip) in clips.iter().enumerate() {
            for bone in clip.moved_bones() {
                movers[*bone][number] = true;
            }
        }
        let covers = |bone: usize| mask[bone / 8].0[bone % 8] > 0.0;
        if (0..bones).filter(|bone| covers(*bone)).all(|bone| movers[bone].iter().all(|moves| *moves)) {
            return Self::default();
        }
        let mut numbers = BTreeMap::new();
        let mut groups = Self { moves: vec![Vec::new(); clips.len()], ..Self::default() };
        for (bone, movers) in movers.into_iter().enumerate() {
            let group = covers(bone).then(|| {
                *numbers.entry(movers).or_insert_with_key(|movers| {
                    groups.moves.iter_mut().zip(movers).for_each(|(groups, moves)| groups.push(*moves));
                    groups.len += 1;
                    u16::try_from(groups.len - 1).unwrap_or(u16::MAX)
                })
            });
            groups.of_bone.push(group);
        }
        groups
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether a clip moves a group.
    pub(super) fn moves(&self, clip: usize, group: usize) -> bool {
        self.moves.get(clip).and_then(|groups| groups.get(group)).copied().unwrap_or(true)
    }

    /// The bones of the layer, each with its group.
    pub(super) fn bones(&self) -> impl Iterator<Item = (usize, usize)> {
        self.of_bone.iter().enumerate().filter_map(|(bone, group)| Some((bone, usize::from((*group)?))))
    }

    /// The group of a bone of the layer.
    pub(super) fn group(&self, bone: usize) -> Option<usize> {
        self.of_bone.get(bone).copied().flatten().map(usize::from)
    }
}
