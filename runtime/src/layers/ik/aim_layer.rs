//! [`AimIkLayer`]: a chain of a model's bones that aims at a target.

use rigmill_format::SkeletonView;

use super::apply::{absolute, check_chain, frame, rotate};
use super::{AimBone, AimIk, Aiming};
use crate::layers::bound::Branch;
use crate::layers::{LayerError, Pose, PoseLayer, find};

/// In each frame, rotates a chain of a model's bones so that the last bone of the chain points at a target: see
/// [`AimIk`].
///
/// The bone that points comes first, then bones above it: head, neck, spine. Each takes its part of the rotation that
/// the bones before it left, as far as its limit allows. If the topmost bone has weight 1 and no limit, it takes all of
/// the remaining rotation.
///
/// Without a target, as at first, it leaves the pose unchanged.
#[derive(Clone, Debug)]
pub struct AimIkLayer {
    /// Bones of the skeleton that it was made for.
    bones: usize,
    ik: AimIk,
    /// From the bone that points up to the root.
    chain: Vec<(usize, AimBone)>,
    branch: Branch,
    active: bool,
    reached: bool,
}

impl AimIkLayer {
    /// A layer for a chain of bones. The first bone points at the target, and each bone is below the next bone of the
    /// chain. Other bones can be between them. The layer does not use the target in the settings: call
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

    /// Sets the target of the next frames, in the model's space; `None` leaves the pose unchanged.
    pub fn set_target(&mut self, target: Option<[f32; 3]>) {
        self.active = target.is_some();
        self.ik.target = target.unwrap_or(self.ik.target);
    }

    /// Sets the weight of the next frames, from 0 to 1. It applies to the corrections of all bones; the bones' own weights
    /// share out the rotation.
    pub fn set_weight(&mut self, weight: f32) {
        self.ik.weight = weight;
    }

    /// The settings of the next frames.
    pub fn settings_mut(&mut self) -> &mut AimIk {
        &mut self.ik
    }

    /// Whether the forward axis pointed at the target in the last frame.
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
