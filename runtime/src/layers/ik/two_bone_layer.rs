//! [`TwoBoneIkLayer`]: makes a limb of a model reach a target.

use rigmill_format::SkeletonView;

use super::TwoBoneIk;
use super::apply::{absolute, check_chain, frame, rotate};
use crate::layers::bound::Branch;
use crate::layers::{LayerError, Pose, PoseLayer, find};

/// Bends a limb of a model in each frame, so that its end reaches a target. See [`TwoBoneIk`].
///
/// Without a target, which is the initial state, the layer leaves the pose unchanged.
#[derive(Clone, Debug)]
pub struct TwoBoneIkLayer {
    /// The number of bones of the skeleton that the layer was made for.
    bones: usize,
    ik: TwoBoneIk,
    /// The numbers of the start, mid and end bones.
    limb: [usize; 3],
    branch: Branch,
    active: bool,
    reached: bool,
}

impl TwoBoneIkLayer {
    /// Creates a layer for the limb with these start, mid and end bones, such as shoulder, elbow and hand. Other bones can be
    /// between them. The layer ignores the target in the settings: call [`set_target`](Self::set_target).
    ///
    /// # Errors
    /// The skeleton lacks one of the bones, or a bone is not below the bone before it.
    pub fn new(ik: TwoBoneIk, limb: [&str; 3], skeleton: &SkeletonView<'_>) -> Result<Self, LayerError> {
        let [start, mid, end] = limb.map(|bone| find(skeleton, bone));
        let limb = [start?, mid?, end?];
        check_chain(skeleton, &[limb[2], limb[1], limb[0]])?;
        let branch = Branch::new(skeleton, limb);
        Ok(Self { bones: skeleton.len(), ik, limb, branch, active: false, reached: false })
    }

    /// Sets the target for the next frames, in model space. With `None`, the layer leaves the pose unchanged.
    pub fn set_target(&mut self, target: Option<[f32; 3]>) {
        self.active = target.is_some();
        self.ik.target = target.unwrap_or(self.ik.target);
    }

    /// Sets the weight for the next frames, from 0 to 1.
    pub fn set_weight(&mut self, weight: f32) {
        self.ik.weight = weight;
    }

    /// The settings for the next frames.
    pub fn settings_mut(&mut self) -> &mut TwoBoneIk {
        &mut self.ik
    }

    /// Whether the limb's end reached the target in the last frame.
    #[must_use]
    pub fn reached(&self) -> bool {
        self.reached
    }
}

impl PoseLayer for TwoBoneIkLayer {
    fn apply(&mut self, pose: &mut Pose<'_>, _dt: f32) {
        self.reached = false;
        if !self.active || pose.local.len() != self.bones {
            return;
        }
        self.branch.update(pose.local);
        let [start, mid, end] = self.limb;
        let frames = [start, mid].map(|bone| frame(&self.branch, bone, pose.local));
        let solution = self.ik.solve([&frames[0], &frames[1], absolute(&self.branch, end)]);
        rotate(pose.local, start, solution.start);
        rotate(pose.local, mid, solution.mid);
        self.reached = solution.reached;
    }
}
