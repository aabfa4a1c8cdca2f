//! [`AimIkLayer`]: aims a chain of a model's bones at a target.

use rigmill_format::SkeletonView;

use super::apply::{absolute, check_chain, frame, rotate};
use super::{AimBone, AimIk, Aiming};
use crate::layers::bound::Branch;
use crate::layers::{LayerError, Pose, PoseLayer, find};

/// Rotates a chain of a model's bones in each frame, so that the first bone of the chain points at a target. See [`AimIk`].
///
/// The bone that points at the target comes first, followed by bones above it: head, neck, spine. Each bone takes its share of
/// the rotation that the bones before it left, up to its limit. If the topmost bone has weight 1 and no limit, it takes all of
/// the remaining rotation.
///
/// Without a target, which is the initial state, the layer leaves the pose unchanged.
#[derive(Clone, Debug)]
pub struct AimIkLayer {
    /// The number of bones of the skeleton that the layer was made for.
    bones: usize,
    ik: AimIk,
    /// The chain, from the bone that points at the target upwards.
    chain: Vec<(usize, AimBone)>,
    branch: Branch,
    active: bool,
    reached: bool,
}

impl AimIkLayer {
    /// Creates a layer for a chain of bones. The first bone points at the target, and each bone is below the next bone of the
    /// chain. Other bones can be between them. The layer ignores the target in the settings: call
    /// [`set_target`](Self::set_target).
    ///
    /// # Errors
    /// The skeleton lacks one of the bones, or a bone is not below the next bone of the chain.
    pub fn new(ik: AimIk, chain: &[(&str, AimBone)], skeleton: &SkeletonView<'_>) -> Result<Self, LayerError> {
        let numbers = chain.iter().map(|(bone, _)| find(skeleton, bone)).collect::<Result<Vec<_>, _>>()?;
        check_chain(skeleton, &numbers)?;
        let branch = Branch::new(skeleton, numbers.iter().copied());
        let chain = numbers.into_iter().zip(chain.iter().map(|(_, part)| *part)).collect();
        Ok(Self { bones: skeleton.len(), ik, chain, branch, active: false, reached: false })
    }

    /// Sets the target for the next frames, in model space. With `None`, the layer leaves the pose unchanged.
    pub fn set_target(&mut self, target: Option<[f32; 3]>) {
        self.active = target.is_some();
        self.ik.target = target.unwrap_or(self.ik.target);
    }

    /// Sets the weight for the next frames, from 0 to 1. It scales the corrections of all bones. The weights of the single
    /// bones are separate: they distribute the rotation over the chain.
    pub fn set_weight(&mut self, weight: f32) {
        self.ik.weight = weight;
    }

    /// The settings for the next frames.
    pub fn settings_mut(&mut self) -> &mut AimIk {
        &mut self.ik
    }

    /// Whether the ray hit the target in the last frame.
    #[must_use]
    pub fn reached(&self) -> bool {
        self.reached
    }
}

impl PoseLayer for AimIkLayer {
    fn apply(&mut self, pose: &mut Pose<'_>, _dt: f32) {
        self.reached = false;
        let Some(&(first, _)) = self.chain.first() else { return };
        if !self.active || pose.local.len() != self.bones {
            return;
        }
        self.branch.update(pose.local);
        let mut aiming = Aiming::new(&self.ik, absolute(&self.branch, first));
        for &(bone, part) in &self.chain {
            let correction = aiming.rotate(&frame(&self.branch, bone, pose.local), &part);
            rotate(pose.local, bone, correction);
        }
        self.reached = aiming.reached();
    }
}
